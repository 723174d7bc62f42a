"""Find out who decides about the rota, and whether somebody may.

Managers and owners decide. What one person asks goes to their own manager first. Whoever is away
is passed over for their deputy; where there is nobody, it is the admin. Nobody decides about what
they asked themselves, unless there is nobody else, or the house is theirs.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.accounts.users.roles import Act, Role, may
from belfry.accounts.users.users import User
from belfry.kernel.errors import NotAllowed
from belfry.kernel.texts import plain_name
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.people.people import find_person
from belfry.workspace.people.staff import Staff

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
