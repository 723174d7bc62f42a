"""Throwing away sessions, links and throttles that have had their time.

Nothing depends on it: what has expired counts no more, whether or not it is still there. The trail
keeps who signed in and when.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.accounts.ports import Expiring, Lapsing, Leftovers
from belfry.accounts.sessions.sessions import Session
from belfry.accounts.sessions.sign_in_links import SignInLink
from belfry.accounts.sessions.throttles import Throttle
from belfry.kernel.changes import Remove
from belfry.ports.clock import Clock
from belfry.ports.store import Store

AT_ONCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class ClearDesk:
    """`others` are kinds of records that the rooms leave behind."""

    store: Store
    clock: Clock
    leftovers: Leftovers
    others: tuple[type[Lapsing], ...] = ()

    def __call__(self) -> int:
        """How many were thrown away."""
        kinds: tuple[type[Lapsing], ...] = (Session, SignInLink, Throttle, *self.others)
        return sum(self._clear(kind) for kind in kinds)

    def _clear(self, kind: type[Expiring]) -> int:
        """One that somebody is using after all meets a Conflict, and is left alone."""
        now = self.clock.now()
        cleared = 0
        while batch := self.leftovers.list_expired(kind, now=now, limit=AT_ONCE):
            gone = sum(self.store.commit_each([[Remove(record)] for record in batch]))
            cleared += gone
            if not gone:
                break
        return cleared
