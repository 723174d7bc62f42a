"""Bring the time-off sheet up to date with what was decided here.

What a manager decided counts at once, whatever the sheet says; a sheet that cannot be written now
is written later.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.kernel.errors import BelfryError
from belfry.kernel.sheets import Sheet
from belfry.ports.clock import Clock
from belfry.rota.drafts.rosters import Roster
from belfry.rota.ports import Requests
from belfry.rota.requests.requests import TimeOffRequest
from belfry.rota.sheets.read_rota_sheets import TIME_OFF, ReadRotaSheets
from belfry.rota.sheets.rewrite_sheet import RewriteSheet
from belfry.rota.sheets.time_off_mirrors import ANSWERED, carry_out, plan_sheet
from belfry.rota.sheets.time_off_rows import read_time_off
from belfry.workspace.tables.tables import Table

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class MirrorTimeOff:
    requests: Requests
    clock: Clock
    read_sheets: ReadRotaSheets
    rewrite: RewriteSheet
    zone: ZoneInfo

    def __call__(self) -> bool:
        """Whether anything was written. Temporary if the file is locked or never stands still.

        NotFound if the team has no staff sheet; InputError if a sheet cannot be read.
        """
        today = self.clock.now().astimezone(self.zone).date()
        answered = self.requests.list_time_off(ANSWERED, since=today)
        if not answered:
            return False
        latest = sorted(answered, key=lambda one: (one.answered_at or one.asked_at, one.id))
        roster = self.read_sheets.staff().found.make_roster()
        return self.rewrite(TIME_OFF, lambda table: self._plan(table, latest, roster))

    def try_now(self) -> bool:
        """The same at once, if it can be; else it is done with the next look at the sheets."""
        try:
            self()
        except BelfryError as error:
            log.warning("time_off.not_mirrored", extra={"error": str(error)})
            return False
        return True

    def _plan(
        self, table: Table | None, answered: list[TimeOffRequest], roster: Roster
    ) -> Sheet | None:
        readers = table.readers() if table else ()
        rows = read_time_off(readers, roster=roster, country=self.read_sheets.country).rows
        plan = plan_sheet(rows, answered)
        return carry_out(table.sheet if table else None, TIME_OFF.name, plan) if plan else None
