"""Sign in with an e-mail address and a password, with throttling; set passwords.

Unknown, disabled, without a password or wrong: each takes as long and gets the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from belfry.accounts.ports import Users
from belfry.accounts.sessions import ManageSessions, Session, SignedIn, is_live
from belfry.accounts.users import (
    User,
    begin_era,
    get_user,
    parse_password,
    plain_email,
    plain_password,
)
from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.errors import NotAllowed
from belfry.kernel.texts import digest_of
from belfry.ports.clock import Clock
from belfry.ports.secrets import Passwords
from belfry.ports.store import Store, commit_audited, retry_on_conflict

MOST = 5
WITHIN = timedelta(minutes=15)


class TooMany(NotAllowed):
    """Too many wrong tries; another is allowed after `retry_after`."""

    def __init__(self, retry_after: timedelta) -> None:
        super().__init__("too many wrong tries: wait a while, then try again")
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Throttle:
    """Recent wrong tries under one name: `tries["at"]` holds their times, the oldest first."""

    name: str
    tries: Mapping[str, Any] = field(default_factory=dict)
    expires_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name

    @property
    def tried_at(self) -> list[datetime]:
        return [datetime.fromisoformat(text) for text in self.tries.get("at", ())]


@dataclass(frozen=True, slots=True)
class Allowed:
    """Another try is allowed."""


@dataclass(frozen=True, slots=True)
class Wait:
    """No try is allowed before `until`."""

    until: datetime


def email_throttle(email: str) -> str:
    return f"email/{digest_of(plain_email(email))}"


def address_throttle(address: str) -> str:
    """One name for one network: of an IPv6 address only the first 64 bits count."""
    try:
        parsed = ip_address(address.partition("%")[0])
    except ValueError:
        return f"address/{digest_of(address)}"
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped:
        parsed = parsed.ipv4_mapped
    if isinstance(parsed, IPv6Address):
        parsed = ip_network((parsed, 64), strict=False).network_address
    return f"address/{digest_of(str(parsed))}"


def judge_try(throttle: Throttle, now: datetime) -> Allowed | Wait:
    """Tries made while waiting are not counted, so the wait always ends."""
    recent = _recent(throttle, now)
    return Allowed() if len(recent) < MOST else Wait(recent[-MOST] + WITHIN)


def count_try(throttle: Throttle, now: datetime) -> Throttle:
    """The throttle with a try of `now`, and without those that no longer matter."""
    return _with_tries(throttle, [*_recent(throttle, now), now])


def take_back_try(throttle: Throttle, at: datetime) -> Throttle:
    """The throttle without the try of `at`: it turned out right."""
    tried_at = throttle.tried_at
    if at in tried_at:
        tried_at.remove(at)
    return _with_tries(throttle, tried_at)


def _recent(throttle: Throttle, now: datetime) -> list[datetime]:
    # A clock that was set back must not prolong the wait.
    return sorted(at for at in throttle.tried_at if abs(now - at) < WITHIN)


def _with_tries(throttle: Throttle, tried_at: list[datetime]) -> Throttle:
    ends = [at + WITHIN for at in tried_at]
    return replace(
        throttle,
        tries={"at": [at.isoformat() for at in tried_at]},
        expires_at=max(ends, default=throttle.expires_at),
    )


WRONG = "the e-mail address or the password is wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class SignIn:
    store: Store
    clock: Clock
    users: Users
    passwords: Passwords
    sessions: ManageSessions

    def __call__(self, email: str, password: str, *, address: str) -> SignedIn:
        """`address` is the network address the try came from."""
        names = (email_throttle(email), address_throttle(address))
        tried_at = retry_on_conflict(lambda: self._count_try(names))
        password = plain_password(password)
        user = self.users.find_by_email(email)
        hashed = user.password_hash if user and user.disabled_at is None else None
        if not self.passwords.verify(hashed, password) or user is None or hashed is None:
            raise NotAllowed(WRONG)
        stronger = self.passwords.hash(password) if self.passwords.needs_rehash(hashed) else hashed
        return retry_on_conflict(lambda: self._start(user, stronger, names, tried_at))

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
        return self.sessions.start(user, how="password", also=self._forgive(names, tried_at))

    def _forgive(self, names: tuple[str, str], tried_at: datetime) -> list[Change]:
        """Remove the tries for this user, and the successful one for this network."""
        email, address = (self.store.find(Throttle, name) for name in names)
        changes: list[Change] = [Remove(email)] if email else []
        if address:
            changes.append(Put(take_back_try(address, tried_at)))
        return changes


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
        hashed = self.passwords.hash(parse_password(password, email=email))
        return retry_on_conflict(lambda: self._set(user_id, hashed, by, keep))

    def _set(self, user_id: int, hashed: str, by: str, keep: Session | None) -> User:
        now = self.clock.now()
        user = get_user(self.store, user_id)
        changed = begin_era(replace(user, password_hash=hashed))
        session = keep and self.store.find(Session, keep.key)
        others: list[Change] = []
        if session and is_live(session, user, now):
            others.append(Put(replace(session, era=changed.era)))
        return commit_audited(self.store, changed, *others, action="password-set", by=by, at=now)
