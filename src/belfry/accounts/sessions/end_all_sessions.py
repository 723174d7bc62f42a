"""Signing a person out of every browser at once, and undoing the links made for them."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.users.book import get_user, insist, put_noted
from belfry.accounts.users.users import User, begin_era
from belfry.kernel.audit import write_entry
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class EndAllSessions:
    store: Store
    clock: Clock

    def __call__(self, user_id: int, *, by: str) -> User:
        return insist(lambda: self._end(user_id, by))

    def _end(self, user_id: int, by: str) -> User:
        user = get_user(self.store, user_id)
        at = self.clock.now()
        noted = write_entry(begin_era(user), action="signed-out-everywhere", by=by, at=at)
        return put_noted(self.store, noted)
