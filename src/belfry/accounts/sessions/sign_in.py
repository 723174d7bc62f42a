"""Signing in with an e-mail address and a password.

Unknown, disabled, without a password, or wrong: each takes as long and gets the same answer.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime

from belfry.accounts.ports import Users
from belfry.accounts.sessions.start_session import SignedIn, StartSession
from belfry.accounts.sessions.throttles import (
    Throttle,
    TooMany,
    Wait,
    address_throttle,
    count_try,
    email_throttle,
    judge_try,
    take_back_try,
)
from belfry.accounts.users.book import get_user, insist
from belfry.accounts.users.names import plain_password
from belfry.accounts.users.users import User
from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.errors import NotAllowed
from belfry.ports.clock import Clock
from belfry.ports.secrets import Passwords
from belfry.ports.store import Store

WRONG = "the e-mail address or the password is wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    store: Store
    clock: Clock
    users: Users
    passwords: Passwords
    start_session: StartSession

    def __call__(self, email: str, password: str, *, address: str) -> SignedIn:
        """`address` is the network address the try came from."""
        names = (email_throttle(email), address_throttle(address))
        tried_at = insist(lambda: self._count_try(names))
        password = plain_password(password)
        user = self.users.find_by_email(email)
        kept = user.password_hash if user and user.disabled_at is None else None
        if not self.passwords.verify(kept, password) or user is None or kept is None:
            raise NotAllowed(WRONG)
        stronger = self.passwords.hash(password) if self.passwords.needs_rehash(kept) else kept
        return insist(lambda: self._start(user, stronger, names, tried_at))

    def _count_try(self, names: tuple[str, str]) -> datetime:
        now = self.clock.now()
        throttles = [
            self.store.find(Throttle, name) or Throttle(name=name, expires_at=now) for name in names
        ]
        judged = [judge_try(throttle, now) for throttle in throttles]
        waits = [wait.until for wait in judged if isinstance(wait, Wait)]
        if waits:
            raise TooMany(max(waits) - now)
        self.store.commit([Put(count_try(throttle, now)) for throttle in throttles])
        return now

    def _start(
        self, verified: User, password_hash: str, names: tuple[str, str], tried_at: datetime
    ) -> SignedIn:
        user = get_user(self.store, verified.id)
        if user.disabled_at is not None or user.password_hash != verified.password_hash:
            raise NotAllowed(WRONG)
        user = replace(user, password_hash=password_hash)
        return self.start_session(user, how="password", also=self._forgive(names, tried_at))

    def _forgive(self, names: tuple[str, str], tried_at: datetime) -> list[Change]:
        """Forget the tries for this person, and of those from this line the one that was right."""
        email, address = (self.store.find(Throttle, name) for name in names)
        changes: list[Change] = [Remove(email)] if email else []
        if address:
            changes.append(Put(take_back_try(address, tried_at)))
        return changes
