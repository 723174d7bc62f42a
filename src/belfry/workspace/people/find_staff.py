"""Find everybody who may have to be told something, from people.csv and the settings."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.workspace.people.find_people import FindPeople
from belfry.workspace.people.staff import Staff


@dataclass(frozen=True, slots=True)
class FindStaff:
    """`admin` is the address of the team's own post; `has_texts` if text messages can be sent."""

    find_people: FindPeople
    admin: str
    has_texts: bool

    def __call__(self) -> Staff:
        return Staff(self.find_people(), self.admin, self.has_texts)
