"""Taking a person into the house."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.accounts.users.book import claim_email, put_noted
from belfry.accounts.users.names import parse_email, parse_name
from belfry.accounts.users.roles import Role
from belfry.accounts.users.users import User, render_person
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Change
from belfry.ports.clock import Clock
from belfry.ports.store import Numbers, Store


@dataclass(frozen=True, slots=True, kw_only=True)
class AddUser:
    """They have no password yet: a sign-in link lets them in to set one."""

    store: Store
    numbers: Numbers
    clock: Clock

    def __call__(
        self, *, name: str, email: str | None, role: Role, by: str, also: Sequence[Change] = ()
    ) -> User:
        """`also` is committed together with the person."""
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
        noted = write_entry(user, action="created", by=by, at=user.created_at, after=after)
        return put_noted(self.store, noted, *claim_email(self.store, user), *also)
