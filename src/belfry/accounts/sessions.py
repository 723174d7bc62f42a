"""Browser sessions.

A session expires 30 days after sign-in or after 7 idle days; it ends at once when the user signs
out, is disabled, is removed from the team's tables, or gets a new password.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import NamedTuple

from belfry.accounts.users import Role, User, begin_era, get_user
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, NotAllowed, Temporary
from belfry.kernel.texts import TOKEN_BYTES, digest_of
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store, commit_audited, retry_on_conflict

LONGEST = timedelta(days=30)
IDLE = timedelta(days=7)
SEEN_EVERY = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A signed-in browser; `csrf` is put in its forms, so that no other site can send them."""

    digest: str
    user_id: int
    era: int
    csrf: str = field(repr=False)
    created_at: datetime
    seen_at: datetime
    expires_at: datetime
    ended_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.digest


def begin_session(user: User, *, digest: str, csrf: str, now: datetime) -> Session:
    return Session(
        digest=digest,
        user_id=user.id,
        era=user.era,
        csrf=csrf,
        created_at=now,
        seen_at=now,
        expires_at=now + LONGEST,
    )


def is_live(session: Session, user: User, now: datetime) -> bool:
    """Whether the session is still valid for that user."""
    return (
        session.user_id == user.id
        and session.era == user.era
        and user.disabled_at is None
        and session.ended_at is None
        and now < session.expires_at
        and now < session.seen_at + IDLE
    )


def is_touch_due(session: Session, now: datetime) -> bool:
    """Whether `seen_at` should be updated."""
    return now >= session.seen_at + SEEN_EVERY


def is_own_form(session: Session, csrf: str) -> bool:
    """Whether a form came from this session's own pages; compared in constant time."""
    return hmac.compare_digest(session.csrf.encode(), csrf.encode("utf-8", "surrogatepass"))


# Whether the team's tables have a user; None if they cannot say.
IsListed = Callable[[User], bool | None]


def have_no_tables(user: User) -> None:
    """For a team that lists nobody."""


class SignedIn(NamedTuple):
    """The stored session, its user, and the token for the browser."""

    session: Session
    user: User
    token: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ManageSessions:
    store: Store
    clock: Clock
    secrets: Secrets
    is_listed: IsListed = have_no_tables

    def has_left(self, user: User) -> bool:
        """Whether the tables had the user and do not any more.

        Owners are only ever disabled: managers may edit the tables, and must not lock them out.
        """
        return user.was_listed and user.role is not Role.OWNER and self.is_listed(user) is False

    def check_member(self, user: User) -> User:
        """The user, marked if the tables have them; NotAllowed if they have left."""
        if self.has_left(user):
            raise NotAllowed("this person is not on the team any more and may not sign in")
        is_new = not user.was_listed and user.role is not Role.OWNER
        return replace(user, was_listed=True) if is_new and self.is_listed(user) else user

    def start(self, user: User, *, how: str, also: Sequence[Change] = ()) -> SignedIn:
        """`how` goes into the audit log; `also` is committed together with the session."""
        if user.disabled_at is not None:
            raise NotAllowed("this person may not sign in")
        user, now = self.check_member(user), self.clock.now()
        token = self.secrets.token(TOKEN_BYTES)
        csrf = self.secrets.token(TOKEN_BYTES)
        session = begin_session(user, digest=digest_of(token), csrf=csrf, now=now)
        stored = commit_audited(
            self.store,
            user,
            Put(session),
            *also,
            action="signed-in",
            by=user.subject,
            at=now,
            after={"how": how},
        )
        return SignedIn(replace(session, revision=1), stored, token)

    def find(self, token: str) -> tuple[Session, User]:
        now = self.clock.now()
        session = self.store.find(Session, digest_of(token))
        user = self.store.find(User, str(session.user_id)) if session else None
        if session is None or user is None or not is_live(session, user, now):
            raise NotAllowed("please sign in")
        return self._see(session, now), self._mark(user)

    def _mark(self, user: User) -> User:
        member = self.check_member(user)
        if member != user:
            with suppress(Conflict, Temporary):  # the next request will do it
                self.store.commit([Put(member)])
                return replace(member, revision=member.revision + 1)
        return user

    def whose(self, token: str) -> int | None:
        """The user of this or an earlier session; None if it is unknown."""
        session = self.store.find(Session, digest_of(token))
        return session.user_id if session else None

    def _see(self, session: Session, now: datetime) -> Session:
        # Another request may be writing the same, or the store be busy: the next one will do it.
        if is_touch_due(session, now):
            with suppress(Conflict, Temporary):
                seen = replace(session, seen_at=now)
                self.store.commit([Put(seen)])
                return replace(seen, revision=seen.revision + 1)
        return session

    def end(self, token: str) -> None:
        """Signing out always works, even if the session is unknown or over already."""
        retry_on_conflict(lambda: self._end(token))

    def _end(self, token: str) -> None:
        session = self.store.find(Session, digest_of(token))
        if session is None or session.ended_at is not None:
            return
        now = self.clock.now()
        user = get_user(self.store, session.user_id)
        commit_audited(
            self.store,
            user,
            Put(replace(session, ended_at=now)),
            action="signed-out",
            by=user.subject,
            at=now,
        )

    def end_all(self, user_id: int, *, by: str) -> User:
        return retry_on_conflict(lambda: self._end_all(user_id, by))

    def _end_all(self, user_id: int, by: str) -> User:
        user = get_user(self.store, user_id)
        at = self.clock.now()
        return commit_audited(
            self.store, begin_era(user), action="signed-out-everywhere", by=by, at=at
        )
