"""Throwing away sessions, links and throttles that have had their time.

Nothing depends on it: what has expired counts no more, whether or not it is still there. The trail
keeps who signed in and when.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from belfry.desk.ports import Expiring, Leftovers
from belfry.desk.sessions import Session
from belfry.desk.sign_in_links import SignInLink
from belfry.desk.throttles import Throttle
from belfry.kernel.changes import MOST_CHANGES, Remove
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearDesk:
    store: Store
    clock: Clock
    leftovers: Leftovers

    def __call__(self) -> int:
        """How many were thrown away."""
        return self._clear(Session) + self._clear(SignInLink) + self._clear(Throttle)

    def _clear(self, kind: type[Expiring]) -> int:
        now = self.clock.now()
        cleared = 0
        while batch := self.leftovers.list_expired(kind, now=now, limit=MOST_CHANGES):
            gone = self._remove(batch)
            cleared += gone
            if not gone:
                break
        return cleared

    def _remove(self, batch: Sequence[Expiring]) -> int:
        """All at once, or one by one around those that somebody is using after all."""
        with suppress(Conflict):
            self.store.commit([Remove(record) for record in batch])
            return len(batch)
        gone = 0
        for record in batch:
            with suppress(Conflict):
                self.store.commit([Remove(record)])
                gone += 1
        return gone
