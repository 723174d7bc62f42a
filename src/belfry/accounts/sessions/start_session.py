"""Signing a person in, once it is clear who they are.

The person's own record is stored along with the session: whoever was disabled or given a new
password a moment ago meets a Conflict here, and no session slips in behind that.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from belfry.accounts.sessions.sessions import Session, begin_session
from belfry.accounts.users.book import put_noted
from belfry.accounts.users.users import User
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import NotAllowed
from belfry.kernel.tokens import TOKEN_BYTES, digest_of
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store


class SignedIn(NamedTuple):
    """The session as it is kept, whose it is, and the token that the browser must show."""

    session: Session
    user: User
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StartSession:
    store: Store
    clock: Clock
    secrets: Secrets

    def __call__(self, user: User, *, how: str, also: Sequence[Change] = ()) -> SignedIn:
        """`how` goes into the trail; `also` is committed together with the session."""
        if user.disabled_at is not None:
            raise NotAllowed("this person may not sign in")
        now = self.clock.now()
        token = self.secrets.token(TOKEN_BYTES)
        csrf = self.secrets.token(TOKEN_BYTES)
        session = begin_session(user, digest=digest_of(token), csrf=csrf, now=now)
        noted = write_entry(user, action="signed-in", by=user.subject, at=now, after={"how": how})
        stored = put_noted(self.store, noted, Put(session), *also)
        return SignedIn(replace(session, revision=1), stored, token)
