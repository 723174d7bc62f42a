"""Find how everybody on the rota is reached: by people.csv first, else by the staff sheet."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.staff_rows import StaffRow
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.people.people import People, Person, index_names
from belfry.workspace.people.staff import Staff


@dataclass(frozen=True, slots=True)
class FindTeamWays:
    find_staff: FindStaff
    read_sheets: ReadRotaSheets

    def __call__(self) -> Staff:
        """A staff sheet that is missing or no good adds nobody."""
        staff = self.find_staff()
        try:
            rows = self.read_sheets.staff().found.rows
        except (NotFound, InputError):
            return staff
        return add_ways(staff, rows)


def add_ways(staff: Staff, rows: Iterable[StaffRow]) -> Staff:
    """The staff with addresses of the sheet for those who have none that could be used."""
    everybody = {person.name: person for person in staff.people.everybody}
    for row in rows:
        if not row.email or staff.find_way(row.name):
            continue
        known = staff.find(row.name)
        found = replace(known, email=row.email) if known else Person(name=row.name, email=row.email)
        everybody[found.name] = found
    people = tuple(everybody.values())
    return replace(staff, people=People(people, names=index_names(people)))
