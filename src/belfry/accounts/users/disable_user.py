"""Shutting a person out: they can no longer sign in, and are signed out everywhere."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.ports import Users
from belfry.accounts.users.book import get_user, guard_owners, put_noted
from belfry.accounts.users.users import User, begin_era
from belfry.kernel.audit import write_entry
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class DisableUser:
    """Their record, their trail and their e-mail address stay theirs."""

    store: Store
    clock: Clock
    users: Users

    def __call__(self, user_id: int, *, by: str) -> User:
        user = get_user(self.store, user_id)
        if user.disabled_at is not None:
            return user
        guard = guard_owners(self.store, self.users, user)
        now = self.clock.now()
        disabled = begin_era(replace(user, disabled_at=now))
        noted = write_entry(disabled, action="disabled", by=by, at=now)
        return put_noted(self.store, noted, *guard)
