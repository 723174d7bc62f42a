"""Read people.csv.

An unreadable cell counts as blank, an unreadable role as staff: a mistake never adds rights.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import partial

from belfry.accounts.users import Role
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.sheets import RowReader, Taken, Unread, read_date, read_email, read_phone
from belfry.kernel.texts import plain_name
from belfry.workspace.people import (
    PEOPLE_COLUMNS,
    People,
    Person,
    find_loop,
    find_nearest_name,
    find_person,
    index_names,
)
from belfry.workspace.tables import ReadTable, Table, TableKind

PEOPLE = TableKind("people.csv", PEOPLE_COLUMNS, key=("name",))


@dataclass(slots=True)
class _Draft:
    """A person before their manager and deputy are resolved."""

    person: Person
    reader: RowReader


def read_people(table: Table, *, country: str) -> People:
    """Everybody in the table; `country` is the team's."""
    drafts: dict[str, _Draft] = {}
    readers = list(table.readers())
    for reader in readers:
        if draft := _read_row(reader, drafts, country):
            drafts[plain_name(draft.person.name)] = draft
    everybody = [draft.person for draft in drafts.values()]
    known = People(tuple(everybody), names=index_names(everybody))
    for draft in drafts.values():
        draft.person = _tie(draft, known)
    return _check_loops(table, list(drafts.values()), readers)


def _read_row(reader: RowReader, drafts: dict[str, _Draft], country: str) -> _Draft | None:
    name = reader.text("name")
    if not name:
        reader.blame("name", "expected a name, and found nothing: this row is left out")
        return None
    if other := drafts.get(plain_name(name)):
        line = other.reader.row.line
        problem = f"line {line} has the name {other.person.name!r} already: this row is left out"
        reader.blame("name", problem)
        return None
    away_from = reader.take("away_from", partial(read_date, country=country))
    away_until = reader.take("away_until", partial(read_date, country=country))
    if away_from and away_until and away_until < away_from:
        reader.blame("away_until", f"{away_until} is before away_from, which is {away_from}")
        away_from = away_until = None
    person = Person(
        name=name,
        email=reader.take("email", read_email),
        slack_id=reader.text("slack_id") or None,
        phone=reader.take("phone", partial(read_phone, country=country)),
        timezone=reader.take("timezone", _read_zone),
        role=reader.take("role", _read_role) or Role.STAFF,
        manager=reader.text("manager") or None,
        deputy=reader.text("deputy") or None,
        away_from=away_from,
        away_until=away_until,
    )
    return _Draft(person, reader)


def _read_zone(text: str) -> Taken[str] | Unread:
    try:
        return Taken(find_zone(text).key)
    except InputError as error:
        return Unread(str(error))


def _read_role(text: str) -> Taken[Role] | Unread:
    word = text.casefold()
    if word in set(Role):
        return Taken(Role(word))
    return Unread(f"expected {', '.join(Role)}, not {text!r}; taken for {Role.STAFF}")


def _tie(draft: _Draft, known: People) -> Person:
    """The person, with their manager and deputy by their whole names."""
    manager = _find_other(draft, "manager", draft.person.manager, known)
    deputy = _find_other(draft, "deputy", draft.person.deputy, known)
    if deputy == draft.person.name:
        draft.reader.blame("deputy", "nobody can stand in for themselves")
        deputy = None
    return replace(draft.person, manager=manager, deputy=deputy)


def _find_other(draft: _Draft, column: str, name: str | None, known: People) -> str | None:
    if name is None:
        return None
    if found := find_person(known, name):
        return found.name
    nearest = find_nearest_name(known, name)
    hint = f"; did you mean {nearest}?" if nearest else ""
    draft.reader.blame(column, f"there is nobody called {name!r} in this file{hint}")
    return None


def _check_loops(table: Table, drafts: Sequence[_Draft], readers: Sequence[RowReader]) -> People:
    """The people, with a problem for each circle of deputies."""
    everybody = tuple(draft.person for draft in drafts)
    names = index_names(everybody)
    reported: set[str] = set()
    for draft in drafts:
        loop = find_loop(People(everybody, names=names), draft.person)
        if loop and reported.isdisjoint(loop):
            problem = (
                f"deputies run in a circle: {', then '.join(loop)}; nobody is left if all are away"
            )
            draft.reader.blame("deputy", problem)
            reported.update(loop)
    problems = [problem for reader in readers for problem in reader.problems]
    repairs = [repair for reader in readers for repair in reader.repairs]
    return People(everybody, (*table.problems, *problems), tuple(repairs), names)


@dataclass(frozen=True, slots=True)
class FindPeople:
    read_table: ReadTable
    country: str

    def __call__(self) -> People:
        """Empty if people.csv is missing or unreadable."""
        try:
            table = self.read_table(PEOPLE)
        except (NotFound, InputError):
            return People()
        made_from = (table.digest, self.country)
        return self.read_table.cache(
            "people", made_from, lambda: read_people(table, country=self.country)
        )


@dataclass(frozen=True, slots=True)
class FindTeam:
    """The addresses of the team itself, in lower case."""

    read_table: ReadTable
    country: str
    admin: str

    def __call__(self) -> frozenset[str]:
        everybody = FindPeople(self.read_table, self.country)().everybody
        addresses = [address for person in everybody for address in (person.email, person.phone)]
        return frozenset(address.casefold() for address in [self.admin, *addresses] if address)
