"""Find out who decides about the rota, and whether somebody may.

Managers and owners decide. What one person asks goes to their own manager first. Whoever is away
is passed over for their deputy; where there is nobody, it is the admin. Nobody decides about what
they asked themselves, unless there is nobody else, or the house is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from belfry.accounts.users import Act, Role, User, may
from belfry.kernel.errors import InputError, NotAllowed, NotFound
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.rota.drafts.rosters import Roster, make_roster
from belfry.rota.sheets.read_rota_sheets import ReadRotaSheets
from belfry.rota.sheets.staff_rows import StaffList, StaffRow
from belfry.workspace.people import People, Person, find_person, index_names
from belfry.workspace.staff import FindStaff, Staff

_DECIDING = (Role.MANAGER, Role.OWNER)
_USER = "user/"
# Whoever sits at the machine itself could change every file.
_AT_HOME = "terminal"


@dataclass(frozen=True, slots=True)
class Deciders:
    """Who decides as of a day; names are whole ones, as far as people.csv has them."""

    staff: Staff
    today: date

    def list(self, person: str = "") -> tuple[str, ...]:
        """Whom to tell: somebody's own manager, else every manager and owner, else the admin."""
        known = self.staff.find(person) if person else None
        if known and known.manager and (own := self._find_present([known.manager], person)):
            return own
        leading = [one.name for one in self.staff.people.everybody if one.role in _DECIDING]
        if found := self._find_present(leading, person):
            return found
        admin = self.staff.admin_name
        return (self.staff.find_present(admin, self.today) or admin,)

    def may_decide(self, name: str, person: str = "") -> bool:
        """Whether somebody may, about what `person` asked or about a week."""
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
        """Those of them who are there, or their deputies; never the person themselves."""
        found = [self.staff.find_present(name, self.today) for name in names]
        asking = plain_name(person)
        return tuple(dict.fromkeys(one for one in found if one and plain_name(one) != asking))


@dataclass(frozen=True, slots=True)
class FindDeciders:
    store: Store
    clock: Clock
    find_staff: FindStaff
    zone: ZoneInfo

    def __call__(self) -> Deciders:
        """As things stand today."""
        today = self.clock.now().astimezone(self.zone).date()
        return Deciders(self.find_staff(), today)

    def find_name(self, by: str) -> str:
        """Who acts, by the name the rota has for them; `by` is a name or who is signed in."""
        user = self._find_user(by)
        if user is None:
            return self.find_staff().name_of(by)
        staff = self.find_staff()
        person = find_person(staff.people, user.email or "") or find_person(staff.people, user.name)
        return person.name if person else user.name

    def check(self, by: str, person: str = "") -> None:
        """NotAllowed unless `by`, a name or who is signed in, decides about what `person` asked."""
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
        """NotAllowed unless `by` is the person, or somebody who may act for them."""
        if plain_name(self.find_name(by)) != plain_name(person):
            self.check(by)

    def _find_user(self, by: str) -> User | None:
        return self.store.find(User, by.removeprefix(_USER)) if by.startswith(_USER) else None


@dataclass(frozen=True, slots=True)
class FindSenders:
    """An address in people.csv or in the staff sheet is known; one that two people share is not."""

    find_staff: FindStaff
    read_sheets: ReadRotaSheets

    def __call__(self) -> dict[str, str]:
        """Whole names by address in small letters, as the staff sheet has them where it does."""
        staff = self._find_list()
        roster: Roster = staff.make_roster() if staff else make_roster(())
        owners: dict[str, set[str]] = {}
        for person in self.find_staff().people.everybody:
            if person.email:
                name = roster.find(person.name) or person.name
                owners.setdefault(person.email.casefold(), set()).add(name)
        for row in staff.rows if staff else ():
            if row.email:
                owners.setdefault(row.email.casefold(), set()).add(row.name)
        return {address: min(names) for address, names in owners.items() if len(names) == 1}

    def _find_list(self) -> StaffList | None:
        try:
            return self.read_sheets.staff().found
        except (NotFound, InputError):
            return None


@dataclass(frozen=True, slots=True)
class FindTeamMember:
    read_sheets: ReadRotaSheets
    find_deciders: FindDeciders

    def __call__(self, by: str) -> str:
        """Their name as the staff sheet has it; empty if they are not on it.

        `by` is who is signed in, or a name.
        """
        staff = self._find_list()
        return staff.make_roster().find(self.find_deciders.find_name(by)) or "" if staff else ""

    def list_all(self) -> tuple[str, ...]:
        """Everybody who can be given shifts, by name; nobody while there is no staff sheet."""
        staff = self._find_list()
        return tuple(sorted((row.name for row in staff.rows), key=str.casefold)) if staff else ()

    def find_namesake(self, said: str, *, by: str) -> str:
        """Whom of the team a name or address means, if that is somebody else than `by`.

        Shifts and decisions go by names and addresses: nobody may take on those of another.
        """
        person = find_person(self.find_deciders.find_staff().people, said)
        known = person.name if person else self(said)
        own = (self.find_deciders.find_name(by), self(by))
        return "" if plain_name(known) in map(plain_name, own) else known

    def _find_list(self) -> StaffList | None:
        try:
            return self.read_sheets.staff().found
        except (NotFound, InputError):
            return None


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
