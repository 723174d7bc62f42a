"""Write into a week's sheet what was decided about shifts whose standing person is away."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from belfry.desk.tables import Table
from belfry.kernel.errors import BelfryError
from belfry.kernel.sheets import Sheet
from belfry.rota.clash_cells import plan_cells
from belfry.rota.ports import Requests
from belfry.rota.read_rota_sheets import ReadRotaSheets, name_week_table
from belfry.rota.requests import Clash, ClashState
from belfry.rota.rewrite_sheet import RewriteSheet
from belfry.rota.rosters import Roster
from belfry.rota.sheet_edits import write_cells
from belfry.rota.shift_rows import SHIFT_COLUMNS, ShiftRow, read_shifts

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
