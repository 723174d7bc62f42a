"""Create and change users."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from belfry.accounts.ports import Keys, Users
from belfry.accounts.sign_in_links import MakeSignInLink, NewLink, Purpose
from belfry.accounts.users import (
    OWNERS,
    Role,
    User,
    begin_era,
    check_other_owner,
    email_claim,
    get_user,
    parse_email,
    parse_name,
    plain_email,
    render_person,
    turn_guard,
)
from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import Conflict
from belfry.kernel.records import Claim
from belfry.ports.clock import Clock
from belfry.ports.store import Numbers, Store, commit_audited, retry_on_conflict

BY = "terminal"


def claim_email(store: Store, user: User) -> list[Change]:
    """The changes that reserve the user's address; Conflict if it is taken."""
    if user.email is None:
        return []
    claim = email_claim(user.id, user.email)
    if store.find(Claim, claim.key) is not None:
        raise Conflict("another user has this e-mail address already")
    return [Put(claim)]


def guard_owners(store: Store, users: Users, leaving: User) -> list[Change]:
    """The changes needed to remove an owner safely; none for other roles."""
    if not leaving.is_owner:
        return []
    guard = store.find(Claim, OWNERS)
    check_other_owner(leaving, users.list_owners())
    return [Put(turn_guard(guard, leaving.subject))]


@dataclass(frozen=True, slots=True, kw_only=True)
class ManageUsers:
    store: Store
    numbers: Numbers
    clock: Clock
    users: Users

    def add(
        self, *, name: str, email: str | None, role: Role, by: str, also: Sequence[Change] = ()
    ) -> User:
        """A new user has no password; `also` is committed together with the user."""
        name = parse_name(name)
        email = parse_email(email) if email is not None else None
        user = User(
            id=self.numbers.next("user"),
            name=name,
            email=email,
            role=role,
            created_at=self.clock.now(),
        )
        after = {"role": role.value, **render_person(user)}
        return commit_audited(
            self.store,
            user,
            *claim_email(self.store, user),
            *also,
            action="created",
            by=by,
            at=user.created_at,
            after=after,
        )

    def edit(self, user_id: int, *, name: str, email: str | None, by: str) -> User:
        user = get_user(self.store, user_id)
        email = parse_email(email) if email is not None else None
        edited = replace(user, name=parse_name(name), email=email)
        if edited == user:
            return user
        return commit_audited(
            self.store,
            edited,
            *self._swap_claims(user, edited),
            action="edited",
            by=by,
            at=self.clock.now(),
            before=render_person(user),
            after=render_person(edited),
        )

    def _swap_claims(self, user: User, edited: User) -> list[Change]:
        if user.email == edited.email:
            return []
        old = user.email and self.store.find(Claim, email_claim(user.id, user.email).key)
        return [*claim_email(self.store, edited), *([Remove(old)] if old else [])]

    def change_role(self, user_id: int, role: Role, *, by: str) -> User:
        """Sessions stay open: the role is read on every request."""
        user = get_user(self.store, user_id)
        if user.role is role:
            return user
        guard = guard_owners(self.store, self.users, user)
        return commit_audited(
            self.store,
            replace(user, role=role),
            *guard,
            action="role-changed",
            by=by,
            at=self.clock.now(),
            before={"role": user.role.value},
            after={"role": role.value},
        )

    def check_zone(self, timezone: str) -> str:
        """The zone's name, blank for the team's own; InputError for an unknown zone."""
        typed = timezone.strip()
        return find_zone(typed).key if typed else ""

    def choose_zone(self, user_id: int, timezone: str, *, by: str) -> User:
        chosen, user = self.check_zone(timezone), get_user(self.store, user_id)
        if chosen == user.timezone:
            return user
        return commit_audited(
            self.store,
            replace(user, timezone=chosen),
            action="edited",
            by=by,
            at=self.clock.now(),
            before={"timezone": user.timezone},
            after={"timezone": chosen},
        )

    def disable(self, user_id: int, *, by: str) -> User:
        """Their record, audit log and e-mail address stay theirs."""
        user = get_user(self.store, user_id)
        if user.disabled_at is not None:
            return user
        guard = guard_owners(self.store, self.users, user)
        now = self.clock.now()
        disabled = begin_era(replace(user, disabled_at=now))
        return commit_audited(self.store, disabled, *guard, action="disabled", by=by, at=now)

    def enable(self, user_id: int, *, by: str) -> User:
        """Also a user whom the tables do not have any more: from now on they need not."""
        user = get_user(self.store, user_id)
        enabled = replace(user, disabled_at=None, was_listed=False)
        if enabled == user:
            return user
        return commit_audited(self.store, enabled, action="enabled", by=by, at=self.clock.now())


@dataclass(frozen=True, slots=True, kw_only=True)
class InviteOwner:
    """Create the first owner, once even when several processes start at the same time."""

    store: Store
    users: Users
    manage: ManageUsers
    make_sign_in_link: MakeSignInLink

    def __call__(self, *, name: str = "Owner", email: str | None = None) -> NewLink:
        """A link for the owner with that address, else for the first owner, else for a new one."""
        owner = retry_on_conflict(lambda: self._ensure_owner(name, email))
        return self.make_sign_in_link(owner.id, Purpose.TERMINAL, by=BY)

    def _ensure_owner(self, name: str, email: str | None) -> User:
        guard = self.store.find(Claim, OWNERS)
        owners = self.users.list_owners()
        if not owners:
            turned = Put(turn_guard(guard, BY))
            return self.manage.add(name=name, email=email, role=Role.OWNER, by=BY, also=[turned])
        wanted = plain_email(email) if email is not None else None
        return next((owner for owner in owners if owner.email == wanted), owners[0])


# Who did something, as records have it.
_ACTOR = re.compile(r"(?<![\w/])(?:user|key)/\d+(?![\w/])")


def name_actors(text: str, name_of: Callable[[str], str]) -> str:
    """The text with names in place of ids of users and keys: approved by Maria Lopez."""
    return _ACTOR.sub(lambda match: name_of(match[0]), text)


@dataclass(frozen=True, slots=True)
class NameDoer:
    """What people read of who did something; records keep the id, because a name may change."""

    store: Store
    keys: Keys

    def __call__(self, by: str) -> str:
        """The name of the user or key; any other actor as given."""
        kind, _, number = by.partition("/")
        if kind not in ("user", "key") or not number.isdecimal():
            return by
        if kind == "key":
            key = self.keys.find(int(number))
            return f"the key {key.name}" if key else "a former key"
        user = self.store.find(User, number)
        return user.name if user else "a former user"

    def in_text(self, text: str) -> str:
        return name_actors(text, self)
