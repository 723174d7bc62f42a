"""Who is signed in with this browser.

Whatever is wrong with a session, the answer is the same: please sign in.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.accounts.sessions.sessions import Session, is_live, is_sighting_due
from belfry.accounts.users.users import User
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotAllowed, Temporary
from belfry.kernel.tokens import digest_of
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class FindSession:
    store: Store
    clock: Clock

    def __call__(self, token: str) -> tuple[Session, User]:
        now = self.clock.now()
        session = self.store.find(Session, digest_of(token))
        user = self.store.find(User, str(session.user_id)) if session else None
        if session is None or user is None or not is_live(session, user, now):
            raise NotAllowed("please sign in")
        return self._see(session, now), user

    def whose(self, token: str) -> int | None:
        """Whose browser this is or was, also after their session; None if nobody can tell."""
        session = self.store.find(Session, digest_of(token))
        return session.user_id if session else None

    def _see(self, session: Session, now: datetime) -> Session:
        # Another request may be writing the same, or the store be busy: the next sighting will do.
        if is_sighting_due(session, now):
            with suppress(Conflict, Temporary):
                seen = replace(session, seen_at=now)
                self.store.commit([Put(seen)])
                return replace(seen, revision=seen.revision + 1)
        return session
