"""Check the sheets of the rota, as files and as they are typed, and list their problems.

A problem in one sheet does not keep the others from being read. Names are checked against the staff
sheet, so without it there is nothing more to check.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from functools import partial
from typing import Any
from zoneinfo import ZoneInfo

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.sheets import SheetError, SheetProblem
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.rota.rules.weeks import find_monday, find_this_monday
from belfry.rota.sheets.availability_rows import (
    TimeOffList,
    read_availability,
    read_time_off,
)
from belfry.rota.sheets.cells import Problem, SheetRows, list_places
from belfry.rota.sheets.read_rota_sheets import (
    AVAILABILITY,
    FOLDER,
    STAFF,
    TEMPLATE,
    TIME_OFF,
    ReadRotaSheets,
    find_week,
    name_week_table,
)
from belfry.rota.sheets.shift_rows import ShiftList, read_shifts
from belfry.rota.sheets.staff_rows import Roster, StaffList, read_staff
from belfry.workspace.tables import Table, read_content

NOTED_FOR = timedelta(weeks=4)
MISSING = "the file is missing: nobody can be given a shift"


@dataclass(frozen=True, slots=True)
class CheckedSheets:
    """The rest as (place, text), see SheetRows; `staff` is None if that sheet cannot be read."""

    staff: StaffList | None
    problems: tuple[Problem, ...]
    notes: tuple[Problem, ...] = ()
    repairs: tuple[Problem, ...] = ()


@dataclass(frozen=True, slots=True)
class CheckRotaSheets:
    folder: Folder
    read_sheets: ReadRotaSheets

    def __call__(self, monday: date) -> CheckedSheets:
        """The weeks from that Monday on; the template is read as it falls in the first of them."""
        try:
            staff = self.read_sheets.staff()
        except NotFound:
            return CheckedSheets(None, ((STAFF.name, MISSING),))
        except InputError as error:
            return CheckedSheets(None, _tell(STAFF.name, error))
        unread: list[Problem] = []
        sheets: list[SheetRows[Any]] = [staff]
        for name, read in self._list_readings(monday, staff.roster):
            try:
                sheets.append(read())
            except NotFound:
                continue
            except InputError as error:
                unread += _tell(name, error)
        return CheckedSheets(
            staff,
            (*list_places([problem for sheet in sheets for problem in sheet.problems]), *unread),
            tuple(note for sheet in sheets for note in _list_notes(sheet, monday)),
            list_places([repair for sheet in sheets for repair in sheet.repairs]),
        )

    def _list_readings(
        self, monday: date, roster: Roster
    ) -> Iterator[tuple[str, Callable[[], SheetRows[Any]]]]:
        yield AVAILABILITY.name, partial(self.read_sheets.availability, roster)
        yield TIME_OFF.name, partial(self.read_sheets.time_off, roster)
        yield TEMPLATE.name, partial(self.read_sheets.template, monday, roster)
        for name in self.folder.list(FOLDER):
            day = find_week(name)
            if day is not None and day >= monday:
                yield name, partial(self._read_week, day, roster)

    def _read_week(self, day: date, roster: Roster) -> ShiftList:
        if day.weekday():
            meant = name_week_table(find_monday(day)).name
            raise InputError(f"{day} is no Monday, and a week begins on one: expected {meant}")
        return self.read_sheets.week(day, roster)


def _list_notes(sheet: SheetRows[Any], monday: date) -> tuple[Problem, ...]:
    if not isinstance(sheet, TimeOffList):
        return sheet.notes
    return (*sheet.notes, *sheet.note_unanswered(monday - NOTED_FOR, monday))


def matters(name: str, monday: date) -> bool:
    """Whether a file is a sheet of the rota; weeks before that Monday are not read."""
    if name in (STAFF.name, AVAILABILITY.name, TIME_OFF.name, TEMPLATE.name):
        return True
    day = find_week(name)
    return day is not None and day >= monday


def _tell(name: str, error: InputError) -> tuple[Problem, ...]:
    if isinstance(error, SheetError):
        return ((error.problem.place, error.problem.what),)
    return ((name, str(error)),)


@dataclass(frozen=True, slots=True)
class CheckTable:
    folder: Folder
    clock: Clock
    country: str
    zone: ZoneInfo

    def __call__(self, table: Table) -> Sequence[SheetProblem]:
        """Without a staff sheet, names are not checked."""
        name = table.sheet.name
        if name == STAFF.name:
            return read_staff(table.readers()).problems
        try:
            staff = read_content(self.folder.read(STAFF.name).content, STAFF)
        except (NotFound, InputError):
            return ()
        roster, country = read_staff(staff.readers()).roster, self.country
        if name == AVAILABILITY.name:
            return read_availability(table.readers(), roster=roster, country=country).problems
        if name == TIME_OFF.name:
            return read_time_off(table.readers(), roster=roster, country=country).problems
        day = find_week(name)
        return read_shifts(
            table.readers(),
            monday=find_monday(day) if day else find_this_monday(self.clock.now(), self.zone),
            zone=self.zone,
            roster=roster,
            country=country,
            repeats=name == TEMPLATE.name,
        ).problems
