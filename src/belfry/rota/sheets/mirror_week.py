"""Write a published week back into its sheet, and again where the sheet was changed since.

A row in which another name is pinned is left alone then: the pin is meant for the next draft.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from datetime import timedelta

from belfry.kernel.errors import InputError, NotFound, Temporary
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints
from belfry.rota.drafts.drafted_weeks import DraftLine, RotaWeek, split_names
from belfry.rota.drafts.open_draft import OpenDraft, OpenedDraft
from belfry.rota.messages.message_keys import ROOM
from belfry.rota.ports import Rotas
from belfry.rota.rules.weeks import SEVEN_DAYS, find_this_monday
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets, name_week_table
from belfry.rota.sheets.shift_rows import ShiftList
from belfry.workspace.mirrors import Compare, Decided, MirrorTable
from belfry.workspace.tables import DataProblems, KeepDataProblems

log = logging.getLogger(__name__)

COLUMN = "assigned_to"
TOLD_FOR = timedelta(days=1)
# By these a row is found that has no id of its own.
_TELLING = ("day", "start", "end", "role", "skills", "headcount", "hold")


@dataclass(frozen=True, slots=True)
class MirroredWeek:
    """How many cells were written; `told` as (place, text) is what people should know of it."""

    written: int = 0
    told: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class MirrorWeek:
    rotas: Rotas
    data_problems: DataProblems
    clock: Clock
    crash_points: CrashPoints
    read_sheets: ReadRotaSheets
    mirror_table: MirrorTable
    keep_data_problems: KeepDataProblems

    def __call__(
        self, head: RotaWeek, opened: OpenedDraft, *, but_pins: bool = False
    ) -> MirroredWeek:
        """Temporary while the sheet cannot be read or written; no sheet, nothing to write.

        `but_pins` leaves a row alone in which another person is pinned: that is for the next draft.
        """
        kind = name_week_table(head.starts_on)
        try:
            roster = self.read_sheets.staff().roster
            sheet = self.read_sheets.week(head.starts_on, roster)
            cells = dict(_list_cells(sheet, opened.lines, but_pins=but_pins))
            mirrored = self.mirror_table(kind, list(cells.values()))
        except NotFound:
            return MirroredWeek()
        except InputError as error:
            raise Temporary(f"{kind.name} cannot be written into now: {error}") from error
        self.crash_points.reached("rota.mirrored")
        ours = self._find_ours(head, opened, cells) if mirrored.overwritten else {}
        notices = []
        for cell in mirrored.written:
            if cell.before and _fold(split_names(cell.before)) not in ours[cell.decided]:
                again = f"it says {cell.decided.value or 'nobody'} again, as published"
                text = f"said {cell.before!r}; {again}: change the draft instead"
                notices.append((f"{kind.name} line {cell.line}, column {COLUMN}", text))
        for unplaced in mirrored.unplaced:
            people = unplaced.decided.value or "nobody"
            notices.append((kind.name, f"{people} could not be written: {unplaced.why}"))
        for place, text in notices:
            log.warning("rota.sheet_differs", extra={"place": place, "what": text})
        self.tell(head.id, notices)
        return MirroredWeek(len(mirrored.written), tuple(notices))

    def tell(self, week: str, notices: Iterable[tuple[str, str]] = ()) -> None:
        """Say what people should know of a sheet, for a day: by itself it is right by then."""
        room, since = f"{ROOM}/{week}", self.clock.now() - TOLD_FOR
        standing = [
            problem for problem in self.data_problems.list(room=room) if problem.since > since
        ]
        self.keep_data_problems(
            room, [*((problem.place, problem.text) for problem in standing), *notices]
        )

    def _find_ours(
        self, head: RotaWeek, opened: OpenedDraft, cells: Mapping[str, Decided]
    ) -> dict[Decided, list[frozenset[str]]]:
        """What a cell may hold that was not typed since.

        That is the wish that the draft knew, and whatever was published before.
        """
        wishes = {shift.id: shift.wishes for shift in opened.placed.week.shifts}
        known: dict[str, list[tuple[str, ...]]] = {
            shift_id: [wishes.get(shift_id, ())] for shift_id in cells
        }
        for draft in self.rotas.list_drafts(head.id):
            if draft.approved_at and draft.number != opened.draft.number:
                for line in self.rotas.list_lines(head.id, draft.number):
                    known.setdefault(line.shift_id, []).append(line.people)
        return {
            cell: [_fold(names) for names in known[shift_id]] for shift_id, cell in cells.items()
        }


def _list_cells(
    sheet: ShiftList, lines: tuple[DraftLine, ...], *, but_pins: bool
) -> Iterator[tuple[str, Decided]]:
    """By shift the cell to be written; shifts that the sheet has no longer are passed over."""
    people = {line.shift_id: line.people for line in lines}
    cells = {row.line: row for row in sheet.sheet.rows} if sheet.sheet else {}
    for row in sheet.rows:
        is_left_alone = but_pins and row.shift.is_pinned
        if sheet.columns and row.shift.id in people and not is_left_alone:
            names = ("shift_id",) if row.is_named else _TELLING
            place = tuple((name, sheet.columns.cell(cells[row.line], name)) for name in names)
            value = "; ".join(people[row.shift.id])
            yield row.shift.id, Decided(place, COLUMN, value, Compare.NAMES)


def _fold(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(plain_name(name) for name in names if name.strip())


WEEKS_AHEAD = 8


@dataclass(frozen=True, slots=True)
class PutSheetsRight:
    rotas: Rotas
    clock: Clock
    open_draft: OpenDraft
    mirror: MirrorWeek

    def __call__(self) -> str:
        """What was written, in words; a sheet that cannot be written now is put right later."""
        monday = find_this_monday(self.clock.now(), self.mirror.read_sheets.zone)
        first, last = monday - SEVEN_DAYS, monday + WEEKS_AHEAD * SEVEN_DAYS
        written = 0
        for head in self.rotas.list_weeks(first, last):
            if head.published and head.starts_on >= monday:
                written += self._put_right(head)
            else:
                self.mirror.tell(head.id)
        if not written:
            return ""
        cells = "1 cell" if written == 1 else f"{written} cells"
        return f"{cells} put right in the weeks' sheets"

    def _put_right(self, head: RotaWeek) -> int:
        opened = self.open_draft(head.id, head.published)
        try:
            return self.mirror(head, opened, but_pins=True).written
        except Temporary as error:
            log.warning("rota.sheet_not_put_right", extra={"week": head.id, "error": str(error)})
            return 0
