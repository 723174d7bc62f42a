"""Find the addresses of the team itself, from people.csv and the settings."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.desk.people_sheet import PEOPLE, read_people
from belfry.desk.read_table import ReadTable
from belfry.kernel.errors import InputError, NotFound


@dataclass(frozen=True, slots=True)
class FindTeam:
    read_table: ReadTable
    country: str
    admin: str

    def __call__(self) -> frozenset[str]:
        """In small letters; a list of people that is missing or no good names nobody."""
        try:
            everybody = read_people(self.read_table(PEOPLE), country=self.country).everybody
        except (NotFound, InputError):
            everybody = ()
        found = [address for one in everybody for address in (one.email, one.phone)]
        return frozenset(address.casefold() for address in [self.admin, *found] if address)
