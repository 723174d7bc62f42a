"""Read the sheets that a week is made of: staff, shifts, availability, time off, the template.

A row that cannot be read is told and left out, and never stops the others. A sheet whose header
will not do raises SheetError: a week made without it would give shifts to people who are away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from datetime import date
from re import fullmatch
from typing import Generic, TypeVar
from zoneinfo import ZoneInfo

from belfry.kernel.errors import NotFound
from belfry.kernel.sheets import RepairNote, RowReader, SheetProblem
from belfry.rota.sheets.availability_rows import (
    AVAILABILITY_COLUMNS,
    TIME_OFF_COLUMNS,
    AvailabilityList,
    TimeOffList,
    read_availability,
    read_time_off,
)
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, ShiftList, read_shifts
from belfry.rota.sheets.staff_rows import STAFF_COLUMNS, Roster, StaffList, read_staff
from belfry.workspace.tables import Cache, Table, TableKind

FOLDER = "rota"
STAFF = TableKind("rota/staff.csv", STAFF_COLUMNS, ("name",))
AVAILABILITY = TableKind("rota/availability.csv", AVAILABILITY_COLUMNS, ("name", "day", "start"))
TIME_OFF = TableKind("rota/time_off.csv", TIME_OFF_COLUMNS, ("name", "start_date"))
TEMPLATE = TableKind("rota/template.csv", SHIFT_COLUMNS, ("shift_id",))

Problem = tuple[str, str]
F = TypeVar("F")
L = TypeVar("L", StaffList, ShiftList, AvailabilityList, TimeOffList, covariant=True)


@dataclass(frozen=True, slots=True)
class SheetRead(Generic[L]):
    """What a sheet says; the rest as (place, text).

    `problems` are rows and cells that could not be taken as they stand, `notes` what else somebody
    should know, `repairs` what was read otherwise than it is written. `table` is None for a sheet
    that the team does not keep.
    """

    found: L
    table: Table | None = None
    problems: tuple[Problem, ...] = ()
    notes: tuple[Problem, ...] = ()
    repairs: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadRotaSheets:
    read_table: Callable[[TableKind], Table]
    country: str
    zone: ZoneInfo
    cache: Cache = field(default_factory=Cache, repr=False, compare=False)

    def staff(self) -> SheetRead[StaffList]:
        """Everybody who can be given shifts; NotFound if the team keeps no such sheet."""
        table = self.read_table(STAFF)
        rows = self.cache(STAFF.name, table.digest, lambda: read_staff(table.readers()))
        return _tell(rows, table)

    def week(self, monday: date, roster: Roster) -> SheetRead[ShiftList]:
        """The shifts of one week; NotFound if it has no sheet."""
        return self._read_shifts(name_week_table(monday), monday, roster, repeats=False)

    def template(self, monday: date, roster: Roster) -> SheetRead[ShiftList]:
        """The standing pattern as it falls in one week; NotFound if the team has none."""
        return self._read_shifts(TEMPLATE, monday, roster, repeats=True)

    def availability(self, roster: Roster) -> SheetRead[AvailabilityList]:
        """Without the sheet everybody can always come."""
        table = self._find(AVAILABILITY)
        rows = self._cache(
            AVAILABILITY,
            table,
            roster,
            lambda rows: read_availability(rows, roster=roster, country=self.country),
        )
        return _tell(rows, table)

    def time_off(self, roster: Roster) -> SheetRead[TimeOffList]:
        """Without the sheet nobody is away."""
        table = self._find(TIME_OFF)
        rows = self._cache(
            TIME_OFF,
            table,
            roster,
            lambda rows: read_time_off(rows, roster=roster, country=self.country),
        )
        return _tell(rows, table)

    def _read_shifts(
        self, kind: TableKind, monday: date, roster: Roster, *, repeats: bool
    ) -> SheetRead[ShiftList]:
        table = self.read_table(kind)
        rows = self._cache(
            kind,
            table,
            (monday, roster),
            lambda rows: read_shifts(
                rows,
                monday=monday,
                zone=self.zone,
                roster=roster,
                country=self.country,
                repeats=repeats,
            ),
        )
        return _tell(rows, table)

    def _cache(
        self,
        kind: TableKind,
        table: Table | None,
        beside: object,
        read: Callable[[Iterable[RowReader]], F],
    ) -> F:
        """What the rows say, for somebody who knows the same `beside`; no rows without a table."""
        made_from = (table.digest if table else None, beside)
        return self.cache(kind.name, made_from, lambda: read(table.readers() if table else ()))

    def _find(self, kind: TableKind) -> Table | None:
        try:
            return self.read_table(kind)
        except NotFound:
            return None


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


def list_places(problems: Sequence[SheetProblem | RepairNote]) -> tuple[Problem, ...]:
    """What is to be said, each with its place."""
    return tuple((problem.place, problem.what) for problem in problems)


def _tell(rows: L, table: Table | None) -> SheetRead[L]:
    bad_rows: tuple[SheetProblem, ...] = table.problems if table else ()
    return SheetRead(
        rows,
        table,
        problems=list_places((*bad_rows, *rows.problems)),
        notes=rows.notes if isinstance(rows, ShiftList) else (),
        repairs=list_places(rows.repairs),
    )
