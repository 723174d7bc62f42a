"""Setting a person's password.

Whoever knew the old one is signed out, and links made before no longer work; only the browser in
which the new one was typed may stay.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.accounts.sessions.sessions import Session, is_live
from belfry.accounts.users.book import get_user, insist, put_noted
from belfry.accounts.users.names import parse_password
from belfry.accounts.users.users import User, begin_era
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Change, Put
from belfry.ports.clock import Clock
from belfry.ports.secrets import Passwords
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True, kw_only=True)
class SetPassword:
    store: Store
    clock: Clock
    passwords: Passwords

    def __call__(
        self, user_id: int, password: str, *, by: str, keep: Session | None = None
    ) -> User:
        """`keep` is the session in which the password was typed, if that is the person's own."""
        email = get_user(self.store, user_id).email
        kept = self.passwords.hash(parse_password(password, email=email))
        return insist(lambda: self._set(user_id, kept, by, keep))

    def _set(self, user_id: int, kept: str, by: str, keep: Session | None) -> User:
        now = self.clock.now()
        user = get_user(self.store, user_id)
        changed = begin_era(replace(user, password_hash=kept))
        session = keep and self.store.find(Session, keep.key)
        others: list[Change] = []
        if session and is_live(session, user, now):
            others.append(Put(replace(session, era=changed.era)))
        noted = write_entry(changed, action="password-set", by=by, at=now)
        return put_noted(self.store, noted, *others)
