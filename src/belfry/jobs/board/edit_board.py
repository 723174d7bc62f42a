"""Change the team's own board for somebody, and look at it at once.

Nothing of the file changes but what was meant to. Whoever saves it at the same moment is not
written over: theirs is read, and the change is judged anew.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from belfry.jobs.board.poll_board import BOARD, Page, WatchBoard
from belfry.jobs.board.rows import LONGEST_CELL, LONGEST_ID, read_board_row, tidy_id
from belfry.jobs.jobs import Job
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.stages import Stage, Stages
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Put
from belfry.kernel.errors import Conflict, InputError, Temporary
from belfry.kernel.sheets import (
    Columns,
    Row,
    RowReader,
    Sheet,
    SheetProblem,
    add_column,
    add_row,
    edit_cells,
    guard_cell,
    write_sheet,
)
from belfry.kernel.sheets.sheets import can_encode
from belfry.kernel.texts import clean_text
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Versions
from belfry.ports.store import Store
from belfry.workspace.docs.read_doc import NeverRead
from belfry.workspace.tables.read_table import ReadTable
from belfry.workspace.tables.tables import Table

TRIES = 3

T = TypeVar("T")


class _Overtaken(Exception):
    """Somebody saved the board between our reading and our writing."""


@dataclass(frozen=True, slots=True)
class EditBoard:
    folder: Folder
    versions: Versions
    clock: Clock
    read_table: ReadTable
    watch_board: WatchBoard
    country: str

    def __call__(self, plan: Callable[[Page], Sheet | T]) -> Sheet | T:
        """What `plan` gives: the board as it is to be, which is written, or why it stays as it is.

        Raises what `plan` raises; NotFound and SheetError for a board that cannot be read,
        Temporary for one that never stands still, Permanent for one that may not be written.
        """
        for _ in range(TRIES):
            try:
                return self._edit(plan)
            except _Overtaken as error:
                last = error
        raise Temporary(f"{BOARD.name} is being changed again and again") from last

    def read(self) -> Page:
        """The board as it stands."""
        return self._read()[0]

    def look(self) -> None:
        """What was written starts to count from now."""
        self.watch_board()

    def _edit(self, plan: Callable[[Page], Sheet | T]) -> Sheet | T:
        page, digest = self._read()
        planned = plan(page)
        if not isinstance(planned, Sheet):
            return planned
        content = write_sheet(planned)
        try:
            self.folder.replace(BOARD.name, content, digest)
        except Conflict as error:
            raise _Overtaken from error
        self.versions.keep(BOARD.name, content, self.clock.now())
        return planned

    def _read(self) -> tuple[Page, str]:
        table = self.read_table(BOARD)
        return Page(table.sheet, table.columns, self.country), table.digest


def find_place(page: Page, job_id: str) -> int:
    """Which row of the sheet is the job's; Conflict if none is, or several are."""
    at = page.columns.places["job_id"]
    rows = page.sheet.rows
    found = [place for place, row in enumerate(rows) if tidy_id(row.cells[at]) == job_id]
    if not found:
        raise Conflict(f"{job_id} is no longer on the board: somebody took its row away")
    if len(found) > 1:
        lines = " and ".join(str(rows[place].line) for place in found)
        raise Conflict(f"{job_id} stands on the board more than once, in lines {lines}: leave one")
    for problem in page.sheet.problems:
        if problem.line == rows[found[0]].line:
            raise Conflict(f"the row of {job_id} must be mended first: {problem}")
    return found[0]


def plan_stage(
    page: Page, job_id: str, stage: Stage, stages: Stages, *, seen: str | None
) -> Sheet | None:
    """The board with the job in that stage; None if it says so already.

    `seen` is the stage that whoever moves it saw it in. What is no stage is written over: nobody
    can have moved the job there.
    """
    place = find_place(page, job_id)
    said = _read(page, page.sheet.rows[place], "stage")
    now = stages.find_name(said)
    if now == stage.name:
        return None
    if seen is not None and now is not None and now != stages.find_name(seen):
        raise Conflict(
            f"somebody else was faster: the board says {now} for {job_id} now, and no longer {seen}"
        )
    return edit_cells(page.sheet, {(place, page.columns.places["stage"]): stage.name})


def plan_details(
    page: Page, job_id: str, wanted: Mapping[str, str], *, seen: Mapping[str, str]
) -> Sheet | None:
    """The board with other words in the job's row; None if it says all of them already.

    `seen` is what the cells said when the person began.
    """
    place = find_place(page, job_id)
    now = {name: _read(page, page.sheet.rows[place], name) for name in wanted}
    edits = {name: cell for name, cell in wanted.items() if cell != now[name]}
    theirs = [name for name in edits if now[name] != seen[name]]
    if theirs:
        said = ", ".join(f"{name} is {now[name] or 'empty'!r} now" for name in theirs)
        raise Conflict(f"somebody changed the row of {job_id} meanwhile: {said}")
    if not edits:
        return None
    sheet, places = place_columns(page, edits)
    return edit_cells(sheet, {(place, places[name]): cell for name, cell in edits.items()})


def read_details(page: Page, job_id: str, names: tuple[str, ...]) -> dict[str, str]:
    """What the job's row says in these columns, as it stands there."""
    row = page.sheet.rows[find_place(page, job_id)]
    return {name: _read(page, row, name) for name in names}


def place_columns(page: Page, cells: Mapping[str, str]) -> tuple[Sheet, dict[str, int]]:
    """The sheet with a column for each cell that says something, and where they all are."""
    sheet, places = page.sheet, dict(page.columns.places)
    for name, cell in cells.items():
        if cell and name not in places:
            if sheet.problems:  # a new header would stand over what slipped out of its column
                raise Conflict(f"there is no column for {name}: mend the rows below first")
            places[name] = len(sheet.header)
            sheet = add_column(sheet, name)
    return sheet, places


def _read(page: Page, row: Row, name: str) -> str:
    return " ".join(page.columns.cell(row, name).split())


DETAILS = ("customer", "contact", "channel", "item")
FIELDS = ("job_id", *DETAILS, "stage")
_LONGEST = {"job_id": LONGEST_ID}


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written; `errors` says why, by the name of the field."""

    errors: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Cells:
    """What would be written, by field, and what is wrong with it."""

    cells: Mapping[str, str]
    errors: Mapping[str, str]


def write_cells(typed: Mapping[str, str], page: Page, stages: Stages) -> Cells:
    """The cells of the fields that were typed, tidied and harmless."""
    cells: dict[str, str] = {}
    errors: dict[str, str] = {}
    for name, text in typed.items():
        try:
            cells[name] = _write_cell(name, text, page, stages)
        except InputError as error:
            errors[name] = str(error)
    if not errors:
        errors = _list_errors(cells, page, stages)
    return Cells(cells, errors)


def plan_row(page: Page, cells: Mapping[str, str]) -> Sheet:
    """The board with one more row."""
    sheet, places = place_columns(page, cells)
    row = [""] * len(sheet.header)
    for name, cell in cells.items():
        if cell:
            row[places[name]] = cell
    return add_row(sheet, row)


def _write_cell(name: str, text: str, page: Page, stages: Stages) -> str:
    typed = clean_text(text, field=name, most=_LONGEST.get(name, LONGEST_CELL))
    if name == "stage":
        return _find_stage(typed, stages)
    cell = guard_cell(typed)
    if name == "job_id" and tidy_id(cell) != typed:
        raise InputError("a spreadsheet would take this for a number: put a letter before it")
    coding = page.sheet.form.coding
    if not can_encode(cell, coding):
        said = f"{page.sheet.name} is kept in {coding.spoken}, which lacks some of these letters"
        raise InputError(f"{said}: save it as UTF-8 first")
    return cell


def _find_stage(typed: str, stages: Stages) -> str:
    stage = stages.find_name(typed)
    if stage is None:
        names = ", ".join(one.name for one in stages)
        raise InputError(f"{typed!r} is not a stage; expected {names}")
    return stage


def _list_errors(cells: Mapping[str, str], page: Page, stages: Stages) -> dict[str, str]:
    """What the room would object to in a row with these cells."""
    sheet = plan_row(page, cells)
    places = place_columns(page, cells)[1]
    reader = RowReader(sheet, Columns(places), sheet.rows[-1])
    is_over = stages.find(cells.get("stage", "")) == stages.last
    read_board_row(reader, job_id=cells.get("job_id", ""), country=page.country, is_over=is_over)
    names = {sheet.header[place].strip(): name for name, place in places.items()}
    # A column that is not there is the field's own all the same.
    return {names.get(one.header or "", "contact"): one.what for one in reader.problems}


SIGN_TRIES = 5


@dataclass(frozen=True, slots=True)
class SignJob:
    """The board is looked at all the time: a job that has just changed is read again."""

    store: Store
    clock: Clock

    def __call__(self, job_id: str, *, action: str, after: Mapping[str, str], by: str) -> None:
        """Nothing for a job that was not seen yet: its trail begins with the look that sees it."""
        for _ in range(SIGN_TRIES - 1):
            try:
                return self._sign(job_id, action, after, by)
            except Conflict:
                continue
        return self._sign(job_id, action, after, by)

    def _sign(self, job_id: str, action: str, after: Mapping[str, str], by: str) -> None:
        job = self.store.find(Job, job_id)
        if job is None:
            return
        now = self.clock.now()
        audited, entry = write_entry(job, action=action, by=by, at=now, after=dict(after))
        self.store.commit([Put(audited), Audit(entry)])


@dataclass(frozen=True, slots=True)
class CheckBoard:
    read_shop: ReadShop
    country: str

    def __call__(self, table: Table) -> Sequence[SheetProblem]:
        """While nobody can read the settings, any stage may be right."""
        try:
            stages = self.read_shop().shop.stages
        except NeverRead:
            stages = None
        seen: dict[str, int] = {}
        problems: list[SheetProblem] = []
        for reader in table.readers():
            _check_id(reader, seen)
            _check_stage(reader, stages)
            is_over = stages is not None and stages.find(reader.text("stage")) == stages.last
            read_board_row(reader, job_id="", country=self.country, is_over=is_over)
            problems += reader.problems
        return problems


def _check_id(reader: RowReader, seen: dict[str, int]) -> None:
    job_id = reader.text("job_id")
    if not job_id:
        reader.blame("job_id", "expected the number or the name of a job, and found nothing")
    elif (line := seen.setdefault(job_id, reader.row.line)) != reader.row.line:
        reader.blame("job_id", f"{job_id} stands in line {line}, too")


def _check_stage(reader: RowReader, stages: Stages | None) -> None:
    said = reader.text("stage")
    if not said:
        reader.blame("stage", "expected a stage, and found nothing")
    elif stages is not None and stages.find(said) is None:
        nearest = stages.nearest(said)
        hint = f"; did you mean {nearest}?" if nearest else ""
        reader.blame("stage", f"{said!r} is none of your stages{hint}")
