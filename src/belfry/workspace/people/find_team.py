"""Find the addresses of the team itself, from people.csv and the settings."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.workspace.people.find_people import FindPeople
from belfry.workspace.tables.read_table import ReadTable


@dataclass(frozen=True, slots=True)
class FindTeam:
    read_table: ReadTable
    country: str
    admin: str

    def __call__(self) -> frozenset[str]:
        """In small letters; a list of people that is missing or no good names nobody."""
        everybody = FindPeople(self.read_table, self.country)().everybody
        found = [address for one in everybody for address in (one.email, one.phone)]
        return frozenset(address.casefold() for address in [self.admin, *found] if address)
