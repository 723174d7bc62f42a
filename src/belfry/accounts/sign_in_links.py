"""One-time sign-in links, and the removal of what has expired.

Opening a link changes nothing, because mail programs and scanners open links too; pressing the
button on its page uses it up.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum
from typing import NamedTuple

from belfry.accounts.keys import TakenRequest
from belfry.accounts.ports import Expiring, Lapsing, Leftovers
from belfry.accounts.sessions import ManageSessions, Session, SignedIn
from belfry.accounts.sign_in import Throttle
from belfry.accounts.users import User, get_user
from belfry.kernel.changes import Put, Remove
from belfry.kernel.errors import NotAllowed
from belfry.kernel.texts import TOKEN_BYTES, digest_of
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store, commit_audited, retry_on_conflict


class Purpose(StrEnum):
    """Where the link is given: in the terminal, or to an invited user."""

    TERMINAL = "terminal"
    INVITATION = "invitation"


GOOD_FOR = {Purpose.TERMINAL: timedelta(hours=1), Purpose.INVITATION: timedelta(days=7)}


@dataclass(frozen=True, slots=True, kw_only=True)
class SignInLink:
    digest: str
    user_id: int
    era: int
    purpose: Purpose
    created_at: datetime
    created_by: str
    expires_at: datetime
    used_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.digest


def write_link(user: User, *, digest: str, purpose: Purpose, by: str, now: datetime) -> SignInLink:
    return SignInLink(
        digest=digest,
        user_id=user.id,
        era=user.era,
        purpose=purpose,
        created_at=now,
        created_by=by,
        expires_at=now + GOOD_FOR[purpose],
    )


def find_fault(link: SignInLink, user: User, now: datetime) -> str | None:
    """Why the link is no longer valid, in words for its user; None if it is."""
    if link.used_at is not None:
        return "this link was used already: ask for a new one"
    if now >= link.expires_at:
        return "this link is too old: ask for a new one"
    if user.disabled_at is not None or link.user_id != user.id or link.era != user.era:
        return "this link is no longer good: ask for a new one"
    return None


class NewLink(NamedTuple):
    """The stored link, its user, and the token for its URL."""

    link: SignInLink
    user: User
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MakeSignInLink:
    store: Store
    clock: Clock
    secrets: Secrets
    sessions: ManageSessions

    def __call__(self, user_id: int, purpose: Purpose, *, by: str) -> NewLink:
        return retry_on_conflict(lambda: self._make(user_id, purpose, by))

    def _make(self, user_id: int, purpose: Purpose, by: str) -> NewLink:
        user = get_user(self.store, user_id)
        if user.disabled_at is not None:
            raise NotAllowed("this person may not sign in: enable them first")
        user, now = self.sessions.check_member(user), self.clock.now()
        token = self.secrets.token(TOKEN_BYTES)
        link = write_link(user, digest=digest_of(token), purpose=purpose, by=by, now=now)
        after = {"purpose": purpose.value}
        stored = commit_audited(
            self.store, user, Put(link), action="link-made", by=by, at=now, after=after
        )
        return NewLink(replace(link, revision=1), stored, token)


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenSignInLink:
    store: Store
    clock: Clock
    sessions: ManageSessions

    def find(self, token: str) -> tuple[SignInLink, User]:
        """The link and its user; NotAllowed says why it is not valid."""
        link = self.store.find(SignInLink, digest_of(token))
        if link is None:
            raise NotAllowed("this link is not one of ours: ask for a new one")
        user = get_user(self.store, link.user_id)
        fault = find_fault(link, user, self.clock.now())
        if fault is not None:
            raise NotAllowed(fault)
        return link, self.sessions.check_member(user)

    def __call__(self, token: str) -> SignedIn:
        return retry_on_conflict(lambda: self._use(token))

    def _use(self, token: str) -> SignedIn:
        link, user = self.find(token)
        used = replace(link, used_at=self.clock.now())
        return self.sessions.start(user, how=f"{link.purpose} link", also=[Put(used)])


AT_ONCE = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class RemoveExpired:
    """Remove expired sessions, links, throttles and requests; `others` are of the rooms."""

    store: Store
    clock: Clock
    leftovers: Leftovers
    others: tuple[type[Lapsing], ...] = ()

    def __call__(self) -> int:
        """How many were removed."""
        kinds: tuple[type[Lapsing], ...] = (
            Session,
            SignInLink,
            Throttle,
            TakenRequest,
            *self.others,
        )
        return sum(self._remove(kind) for kind in kinds)

    def _remove(self, kind: type[Expiring]) -> int:
        """A record that is in use after all meets a Conflict and stays."""
        now = self.clock.now()
        removed = 0
        while batch := self.leftovers.list_expired(kind, now=now, limit=AT_ONCE):
            count = sum(self.store.commit_each([[Remove(record)] for record in batch]))
            removed += count
            if not count:
                break
        return removed
