"""Signing out of one browser."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.sessions.sessions import Session
from belfry.accounts.users.book import get_user, insist, put_noted
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Put
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class EndSession:
    """Signing out always works: a session that is unknown or over already is no trouble."""

    store: Store
    clock: Clock

    def __call__(self, token: str) -> None:
        insist(lambda: self._end(token))

    def _end(self, token: str) -> None:
        session = self.store.find(Session, digest_of(token))
        if session is None or session.ended_at is not None:
            return
        now = self.clock.now()
        user = get_user(self.store, session.user_id)
        noted = write_entry(user, action="signed-out", by=user.subject, at=now)
        put_noted(self.store, noted, Put(replace(session, ended_at=now)))
