"""Letting a person who was shut out sign in again."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.users.book import get_user, put_noted
from belfry.accounts.users.users import User
from belfry.kernel.audit import write_entry
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class EnableUser:
    store: Store
    clock: Clock

    def __call__(self, user_id: int, *, by: str) -> User:
        user = get_user(self.store, user_id)
        if user.disabled_at is None:
            return user
        enabled = replace(user, disabled_at=None)
        noted = write_entry(enabled, action="enabled", by=by, at=self.clock.now())
        return put_noted(self.store, noted)
