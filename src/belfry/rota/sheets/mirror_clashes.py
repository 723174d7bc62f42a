"""Write into a week's sheet what was decided about shifts whose standing person is away."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from belfry.kernel.errors import BelfryError
from belfry.kernel.sheets import Sheet
from belfry.rota.drafts.drafted_weeks import split_names
from belfry.rota.drafts.rosters import Roster
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import Clash, ClashState
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets, name_week_table
from belfry.rota.sheets.rewrite_sheet import RewriteSheet
from belfry.rota.sheets.sheet_edits import Cells, write_cells
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, ShiftRow, read_shifts
from belfry.rota.shifts import Shift
from belfry.workspace.tables.tables import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MirrorClashes:
    requests: Requests
    read_sheets: ReadRotaSheets
    rewrite: RewriteSheet

    def __call__(self, week: str) -> bool:
        """Whether anything was written; Temporary if the file never stood still."""
        clashes = self.requests.list_clashes(week)
        decided = [clash for clash in clashes if clash.state is not ClashState.OPEN]
        if not decided:
            return False
        monday = date.fromisoformat(week)
        roster = self.read_sheets.staff().found.make_roster()
        kind = name_week_table(monday)
        return self.rewrite(kind, lambda table: self._plan(table, monday, roster, decided))

    def try_now(self, week: str) -> bool:
        """The same at once, if it can be: what was decided counts in any case."""
        try:
            self(week)
        except BelfryError as error:
            log.warning("clash.not_mirrored", extra={"week": week, "error": str(error)})
            return False
        return True

    def _plan(
        self, table: Table | None, monday: date, roster: Roster, decided: Sequence[Clash]
    ) -> Sheet | None:
        if table is None:
            return None
        edits = plan_cells(self._read(table, monday, roster), decided, roster)
        return write_cells(table.sheet, SHIFT_COLUMNS, edits) if edits else None

    def _read(self, table: Table, monday: date, roster: Roster) -> tuple[ShiftRow, ...]:
        sheets = self.read_sheets
        return read_shifts(
            table.readers(),
            monday=monday,
            zone=sheets.zone,
            roster=roster,
            country=sheets.country,
        ).rows


def plan_cells(
    rows: Iterable[ShiftRow], clashes: Iterable[Clash], roster: Roster
) -> dict[int, Cells]:
    """By line: who is wished for once a shift is freed, or that a manager sees to it."""
    decided = {clash.shift_id: clash for clash in clashes}
    plans = {
        row.line: _plan_row(row.shift, decided[row.shift.id], roster)
        for row in rows
        if row.shift.id in decided
    }
    return {line: cells for line, cells in plans.items() if cells}


def _plan_row(shift: Shift, clash: Clash, roster: Roster) -> Cells:
    away = [name for name in split_names(clash.person) if name in shift.wishes]
    if not away:  # somebody has seen to it in the sheet, or it was written before
        return {}
    if clash.state is ClashState.HELD:
        return {} if shift.held else {"hold": clash.words}
    instead = roster.find(clash.instead) if clash.instead else None
    left = [name for name in shift.wishes if name not in away]
    names = dict.fromkeys([*left, *([instead] if instead else [])])
    cells = {"assigned_to": ";".join(names)}
    return cells if names or not shift.is_pinned else {**cells, "pinned": ""}
