"""Read the sheets that a week is made of: staff, shifts, availability, time off, the template.

A row that cannot be read is told and left out, and never stops the others. A sheet whose header
will not do raises SheetError: a week made without it would give shifts to people who are away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from datetime import date
from functools import partial
from re import fullmatch
from typing import Any, TypeVar
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.sheets import RowReader
from belfry.rota.sheets.availability_rows import (
    AVAILABILITY_COLUMNS,
    TIME_OFF_COLUMNS,
    AvailabilityList,
    TimeOffList,
    read_availability,
    read_time_off,
)
from belfry.rota.sheets.cells import SheetRows
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, ShiftList, read_shifts
from belfry.rota.sheets.staff_rows import STAFF_COLUMNS, Roster, StaffList, read_staff
from belfry.workspace.tables import Cache, Table, TableKind

FOLDER = "rota"
STAFF = TableKind("rota/staff.csv", STAFF_COLUMNS, ("name",))
AVAILABILITY = TableKind("rota/availability.csv", AVAILABILITY_COLUMNS, ("name", "day", "start"))
TIME_OFF = TableKind("rota/time_off.csv", TIME_OFF_COLUMNS, ("name", "start_date"))
TEMPLATE = TableKind("rota/template.csv", SHIFT_COLUMNS, ("shift_id",))

S = TypeVar("S", bound=SheetRows[Any])


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRotaSheets:
    read_table: Callable[[TableKind], Table]
    country: str
    zone: ZoneInfo
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def staff(self) -> StaffList:
        """All who can be given shifts; NotFound if there is no such sheet."""
        return self._read(STAFF, None, read_staff)

    def find_staff(self) -> StaffList | None:
        """None if there is no such sheet or it cannot be read."""
        try:
            return self.staff()
        except (NotFound, InputError):
            return None

    def find_roster(self) -> Roster | None:
        staff = self.find_staff()
        return staff.roster if staff else None

    def week(self, monday: date, roster: Roster) -> ShiftList:
        """The shifts of one week; NotFound if it has no sheet."""
        return self._read_shifts(name_week_table(monday), monday, roster)

    def template(self, monday: date, roster: Roster) -> ShiftList:
        """The standing pattern as it falls in one week; NotFound if the team has none."""
        return self._read_shifts(TEMPLATE, monday, roster)

    def availability(self, roster: Roster) -> AvailabilityList:
        """Without the sheet, all people are always available."""
        read = partial(read_availability, roster=roster, country=self.country)
        return self._read(AVAILABILITY, roster, read, is_optional=True)

    def time_off(self, roster: Roster) -> TimeOffList:
        """Without the sheet, no one is away."""
        read = partial(read_time_off, roster=roster, country=self.country)
        return self._read(TIME_OFF, roster, read, is_optional=True)

    def _read_shifts(self, kind: TableKind, monday: date, roster: Roster) -> ShiftList:
        read = partial(
            read_shifts,
            monday=monday,
            zone=self.zone,
            roster=roster,
            country=self.country,
            repeats=kind is TEMPLATE,
        )
        return self._read(kind, (monday, roster), read)

    def _read(
        self,
        kind: TableKind,
        beside: object,
        read: Callable[[Iterable[RowReader]], S],
        *,
        is_optional: bool = False,
    ) -> S:
        """The rows as read with the knowledge of `beside`; none if an optional sheet is missing."""
        try:
            table = self.read_table(kind)
        except NotFound:
            if not is_optional:
                raise
            return self.cache(kind.name, (None, beside), lambda: read(()))

        def read_rows() -> S:
            rows = read(table.readers())
            problems = (*table.problems, *rows.problems)
            return replace(rows, sheet=table.sheet, columns=table.columns, problems=problems)

        return self.cache(kind.name, (table.digest, beside), read_rows)


def name_week_table(monday: date) -> TableKind:
    """The sheet of one week: rota/week-2026-11-16.csv."""
    return TableKind(f"rota/week-{monday.isoformat()}.csv", SHIFT_COLUMNS, ("shift_id",))


def find_week(name: str) -> date | None:
    """The day that a file's name says its week begins on; None if it is no week's sheet."""
    match = fullmatch(r"rota/week-(\d{4}-\d{2}-\d{2})\.csv", name)
    try:
        return date.fromisoformat(match[1]) if match else None
    except ValueError:
        return None
