"""The team of the rota: who decides, who is meant, and how people are reached.

Managers and owners decide; a request goes to the person's own manager first, to a deputy if that
manager is away, and to the admin if there is no manager. Only an owner decides about their own
request; other people do if they are the only ones who can decide.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from belfry.accounts.users import Act, Role, User, may
from belfry.kernel.channels import SLACK
from belfry.kernel.errors import InputError, NotAllowed, NotFound
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.staff_rows import StaffList, StaffRow
from belfry.workspace.people import (
    FindPeople,
    FindStaff,
    People,
    Person,
    Staff,
    find_person,
    index_names,
)

_DECIDING = (Role.MANAGER, Role.OWNER)
_USER = "user/"
# A person at the machine itself could change every file anyway.
_AT_HOME = "terminal"


@dataclass(frozen=True, slots=True)
class Deciders:
    """Who decides on a day, by whole names as far as people.csv has them."""

    staff: Staff
    today: date

    def list(self, person: str = "") -> tuple[str, ...]:
        """The person's own manager, else every manager and owner, else the admin."""
        if own := self._find_present(self._list_managers(person), person):
            return own
        leading = [known.name for known in self.staff.people.everybody if known.role in _DECIDING]
        if present := self._find_present(leading, person):
            return present
        admin = self.staff.admin_name
        return (self.staff.find_present(admin, self.today) or admin,)

    def may_decide(self, name: str, person: str = "") -> bool:
        """About a request of `person`, or about a week."""
        decider = self.staff.find(name)
        role = decider.role if decider else None
        if role is Role.OWNER or name == self.staff.admin_name:
            return True
        if person and plain_name(name) == plain_name(person):
            return name in self.list(person)
        return role is Role.MANAGER or name in (*self._list_managers(person), *self.list(person))

    def _list_managers(self, person: str) -> tuple[str, ...]:
        known = self.staff.find(person) if person else None
        return (known.manager,) if known and known.manager else ()

    def _find_present(self, names: Iterable[str], person: str) -> tuple[str, ...]:
        """Those who are present, or their deputies; never the person themselves."""
        present = [self.staff.find_present(name, self.today) for name in names]
        asking = plain_name(person)
        return tuple(dict.fromkeys(name for name in present if name and plain_name(name) != asking))


@dataclass(frozen=True, slots=True)
class FindDeciders:
    store: Store
    clock: Clock
    find_staff: FindStaff
    zone: ZoneInfo

    def __call__(self) -> Deciders:
        today = self.clock.now().astimezone(self.zone).date()
        return Deciders(self.find_staff(), today)

    def find_name(self, by: str) -> str:
        """The rota's name for the user or name `by`."""
        user = self._find_user(by)
        if user is None:
            return self.find_staff().name_of(by)
        staff = self.find_staff()
        person = find_person(staff.people, user.email or "") or find_person(staff.people, user.name)
        return person.name if person else user.name

    def check(self, by: str, person: str = "") -> None:
        """Raise NotAllowed unless the user or name `by` decides about requests of `person`."""
        if by == _AT_HOME:
            return
        name, user = self.find_name(by), self._find_user(by)
        if user and user.disabled_at is None and may(user.role, Act.ANSWER):
            is_own = bool(person) and plain_name(name) == plain_name(person)
            if user.role is Role.OWNER or not is_own:
                return
        if not self().may_decide(name, person):
            raise NotAllowed(f"{name} does not decide about this: a manager does")

    def check_self(self, by: str, person: str) -> None:
        """Raise NotAllowed unless `by` is the person or a manager."""
        if plain_name(self.find_name(by)) != plain_name(person):
            self.check(by)

    def _find_user(self, by: str) -> User | None:
        return self.store.find(User, by.removeprefix(_USER)) if by.startswith(_USER) else None


@dataclass(frozen=True, slots=True)
class FindSenders:
    """Known senders are the addresses in people.csv and the staff sheet that one person has."""

    find_staff: FindStaff
    read_sheets: ReadRotaSheets

    def __call__(self) -> dict[str, str]:
        """Whole names by address in lower case, as the staff sheet has them if it does."""
        staff = self.read_sheets.find_staff() or StaffList(rows=())
        owners: dict[str, set[str]] = {}
        people: Iterable[Person | StaffRow] = (*self.find_staff().people.everybody, *staff.rows)
        for person in people:
            if person.email:
                name = staff.roster.find(person.name) or person.name
                owners.setdefault(person.email.casefold(), set()).add(name)
        return {address: min(names) for address, names in owners.items() if len(names) == 1}


@dataclass(frozen=True, slots=True)
class FindExclusion:
    find_staff: FindStaff
    read_sheets: ReadRotaSheets

    def __call__(self, person: str) -> str:
        """Why somebody may not act any more: they were disabled, or left both tables.

        Without a readable staff sheet nobody has left it.
        """
        roster = self.read_sheets.find_roster()
        is_listed = roster is None or bool(roster.find(person))
        return self.find_staff().find_exclusion(person, is_listed=is_listed)


@dataclass(frozen=True, slots=True)
class FindListing:
    """Whether people.csv or the staff sheet has a user, by address or by name."""

    find_people: FindPeople
    read_sheets: ReadRotaSheets

    def __call__(self, user: User) -> bool | None:
        """None if people.csv lists nobody or cannot be read, or the staff sheet is broken."""
        people = self.find_people()
        if not people.everybody:
            return None
        if find_person(people, user.email or "") or find_person(people, user.name):
            return True
        try:
            staff = self.read_sheets.staff()
        except NotFound:
            return False
        except InputError:
            return None
        addresses = {row.email.casefold() for row in staff.rows if row.email}
        is_doubtful = plain_name(user.name) in map(plain_name, staff.doubtful)
        return is_doubtful or bool(staff.roster.find(user.name)) or user.email in addresses


@dataclass(frozen=True, slots=True)
class FindTeamMember:
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders

    def __call__(self, by: str) -> str:
        """The name in the staff sheet of the user or name `by`; empty if not on it."""
        roster = self.read_sheets.find_roster()
        return (roster and roster.find(self.find_deciders.find_name(by))) or ""

    def list_all(self) -> tuple[str, ...]:
        roster = self.read_sheets.find_roster()
        return tuple(sorted(roster.everybody, key=str.casefold)) if roster else ()

    def find_namesake(self, name_given: str, *, by: str) -> str:
        """Which other person than `by` a name or address means, if any.

        Shifts and decisions go by name and address, so a person may not take those of another.
        """
        person = find_person(self.find_deciders.find_staff().people, name_given)
        known = person.name if person else self(name_given)
        own = (self.find_deciders.find_name(by), self(by))
        return "" if plain_name(known) in map(plain_name, own) else known


@dataclass(frozen=True, slots=True)
class FindTeamWays:
    find_staff: FindStaff
    read_sheets: ReadRotaSheets

    def __call__(self) -> Staff:
        """How each person is reached: by people.csv, else by the staff sheet."""
        listed = self.read_sheets.find_staff()
        return add_ways(self.find_staff(), listed.rows if listed else ())


def add_ways(staff: Staff, rows: Iterable[StaffRow]) -> Staff:
    """The staff with addresses from the sheet for those who cannot be reached otherwise.

    A Slack ID there counts as one in people.csv does; who has one is also given the sheet's e-mail
    address, for what Slack cannot carry.
    """
    everybody = {person.name: person for person in staff.people.everybody}
    for row in rows:
        person = known = staff.find(row.name) or Person(name=row.name)
        has_slack = SLACK.name in staff.channels and bool(known.slack_id or row.slack_id)
        if has_slack:
            person = replace(person, slack_id=known.slack_id or row.slack_id)
        if has_slack or not staff.find_way(row.name):
            person = replace(person, email=known.email or row.email or None)
        if person != known:
            everybody[person.name] = person
    people = tuple(everybody.values())
    return replace(staff, people=People(people, names=index_names(people)))
