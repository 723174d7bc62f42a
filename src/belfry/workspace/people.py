"""The people of people.csv: their addresses, managers and deputies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from difflib import get_close_matches

from belfry.accounts.users import Role
from belfry.kernel.sheets import Column, RepairNote, SheetProblem
from belfry.kernel.texts import plain_name


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """One row of people.csv; blank or unreadable cells are None."""

    name: str
    email: str | None = None
    slack_id: str | None = None
    phone: str | None = None
    timezone: str | None = None
    role: Role = Role.STAFF
    manager: str | None = None
    deputy: str | None = None
    away_from: date | None = None
    away_until: date | None = None

    def is_away(self, today: date) -> bool:
        """Both days count; with one of them blank the absence has no such end."""
        if self.away_from is None and self.away_until is None:
            return False
        has_begun = self.away_from is None or self.away_from <= today
        return has_begun and (self.away_until is None or today <= self.away_until)


@dataclass(frozen=True, slots=True)
class People:
    """Everybody, in the order of the file, with the file's problems."""

    everybody: tuple[Person, ...] = ()
    problems: tuple[SheetProblem, ...] = ()
    repairs: tuple[RepairNote, ...] = ()
    names: Mapping[str, Person] = field(default_factory=dict, repr=False)


PEOPLE_COLUMNS = (
    Column("name", ("full name", "person", "who"), is_needed=True),
    Column("email", ("e-mail address", "mail", "email address")),
    Column("slack_id", ("slack", "slack user", "slack member id")),
    Column("phone", ("phone number", "mobile", "mobile number", "telephone", "tel", "cell")),
    Column("timezone", ("time zone", "zone", "tz")),
    Column("role", ("position",)),
    Column("manager", ("boss", "reports to", "line manager")),
    Column("deputy", ("stand-in", "cover", "covered by", "substitute")),
    Column("away_from", ("away since", "leave from", "off from")),
    Column("away_until", ("away to", "away till", "back after", "leave until", "off until")),
)


def index_names(everybody: Sequence[Person]) -> dict[str, Person]:
    """People by every unambiguous name: whole names, and unique first names."""
    whole = {plain_name(person.name): person for person in everybody}
    firsts: dict[str, list[Person]] = {}
    for person in everybody:
        firsts.setdefault(plain_name(person.name).partition(" ")[0], []).append(person)
    alone = {first: people[0] for first, people in firsts.items() if len(people) == 1}
    return alone | whole


def find_person(people: People, name: str) -> Person | None:
    """By name, whatever the case, accents and spaces, by a unique first name, or by an address."""
    wanted = plain_name(name)
    if not wanted:
        return None
    if found := people.names.get(wanted):
        return found
    reached = [p for p in people.everybody if wanted in _addresses(p)]
    return reached[0] if len(reached) == 1 else None


def find_nearest_name(people: People, name: str) -> str | None:
    """The known name closest to an unknown one."""
    near = get_close_matches(plain_name(name), people.names, n=1, cutoff=0.7)
    return people.names[near[0]].name if near else None


def find_deputy(people: People, person: Person, today: date) -> Person | None:
    """Who acts for the person today: themselves, else the first deputy in line who is present.

    None if no deputy is present, or the line runs in a circle.
    """
    seen = set()
    while person.is_away(today):
        seen.add(person.name)
        found = people.names.get(plain_name(person.deputy or ""))
        if found is None or found.name in seen:
            return None
        person = found
    return person


def find_loop(people: People, person: Person) -> tuple[str, ...]:
    """The names from a person over deputies back to them; empty if there is no such circle."""
    way = [person.name]
    while following := people.names.get(plain_name(person.deputy or "")):
        if following.name == way[0]:
            return (*way, following.name)
        if following.name in way:
            return ()
        way.append(following.name)
        person = following
    return ()


def _addresses(person: Person) -> set[str]:
    return {plain_name(address) for address in (person.email, person.slack_id) if address}
