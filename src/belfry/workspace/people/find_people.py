"""Find out who works here, as far as people.csv can be read."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import InputError, NotFound
from belfry.workspace.people.people import People
from belfry.workspace.people.people_sheet import PEOPLE, read_people
from belfry.workspace.tables.read_table import ReadTable


@dataclass(frozen=True, slots=True)
class FindPeople:
    read_table: ReadTable
    country: str

    def __call__(self) -> People:
        """A list of people that is missing or no good names nobody."""
        try:
            table = self.read_table(PEOPLE)
        except (NotFound, InputError):
            return People()
        made_from = (table.digest, self.country)
        return self.read_table.cache(
            "people", made_from, lambda: read_people(table, country=self.country)
        )
