"""Check one sheet of the rota as somebody has just typed it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.sheets import SheetProblem
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.rota.drafts.rosters import Roster
from belfry.rota.rules.weeks import find_monday, find_this_monday
from belfry.rota.sheets.availability_rows import read_availability
from belfry.rota.sheets.read_rota_sheets import AVAILABILITY, STAFF, TEMPLATE, TIME_OFF, find_week
from belfry.rota.sheets.shift_rows import read_shifts
from belfry.rota.sheets.staff_rows import read_staff
from belfry.rota.sheets.time_off_rows import read_time_off
from belfry.workspace.tables.read_table import read_content
from belfry.workspace.tables.tables import Table


@dataclass(frozen=True, slots=True)
class CheckTable:
    folder: Folder
    clock: Clock
    country: str
    zone: ZoneInfo

    def __call__(self, table: Table) -> Sequence[SheetProblem]:
        """Without the staff there is nothing to hold names against: then they are believed."""
        name = table.sheet.name
        if name == STAFF.name:
            return read_staff(table.readers()).problems
        roster = self._find_roster()
        if roster is None:
            return ()
        if name == AVAILABILITY.name:
            country = self.country
            return read_availability(table.readers(), roster=roster, country=country).problems
        if name == TIME_OFF.name:
            return read_time_off(table.readers(), roster=roster, country=self.country).problems
        return self._check_shifts(table, roster)

    def _check_shifts(self, table: Table, roster: Roster) -> Sequence[SheetProblem]:
        day = find_week(table.sheet.name)
        monday = find_monday(day) if day else find_this_monday(self.clock.now(), self.zone)
        return read_shifts(
            table.readers(),
            monday=monday,
            zone=self.zone,
            roster=roster,
            country=self.country,
            repeats=table.sheet.name == TEMPLATE.name,
        ).problems

    def _find_roster(self) -> Roster | None:
        try:
            staff = read_content(self.folder.read(STAFF.name).content, STAFF)
        except (NotFound, InputError):
            return None
        return read_staff(staff.readers()).make_roster()
