"""Giving a person another role."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.ports import Users
from belfry.accounts.users.book import get_user, guard_owners, put_noted
from belfry.accounts.users.roles import Role
from belfry.accounts.users.users import User
from belfry.kernel.audit import write_entry
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ChangeRole:
    """Sessions go on: the role is looked up anew on every page."""

    store: Store
    clock: Clock
    users: Users

    def __call__(self, user_id: int, role: Role, *, by: str) -> User:
        user = get_user(self.store, user_id)
        if user.role is role:
            return user
        guard = guard_owners(self.store, self.users, user)
        noted = write_entry(
            replace(user, role=role),
            action="role-changed",
            by=by,
            at=self.clock.now(),
            before={"role": user.role.value},
            after={"role": role.value},
        )
        return put_noted(self.store, noted, *guard)
