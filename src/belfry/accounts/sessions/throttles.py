"""Whether somebody who gave wrong passwords may try again yet.

At most 5 wrong tries in any 15 minutes, for one e-mail address and from one network address.
A try is counted before the password is looked at, so that many at once gain nothing.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from ipaddress import IPv6Address, ip_address, ip_network
from typing import Any

from belfry.accounts.users.users import plain_email
from belfry.kernel.errors import NotAllowed
from belfry.kernel.tokens import digest_of

MOST = 5
WITHIN = timedelta(minutes=15)


class TooMany(NotAllowed):
    """Too many wrong tries; another is looked at after `retry_after`."""

    def __init__(self, retry_after: timedelta) -> None:
        super().__init__("too many wrong tries: wait a while, then try again")
        self.retry_after = retry_after


@dataclass(frozen=True, slots=True, kw_only=True)
class Throttle:
    """The wrong tries of late under one name: `tries["at"]` holds their times, the oldest first."""

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
    """Another try is looked at."""


@dataclass(frozen=True, slots=True)
class Wait:
    """No try is looked at before `until`."""

    until: datetime


def email_throttle(email: str) -> str:
    return f"email/{digest_of(plain_email(email))}"


def address_throttle(address: str) -> str:
    """One name for one line: of an IPv6 address only the network counts, the rest may vary."""
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
    # A clock that was set back must not keep anybody waiting for the time it showed before.
    return sorted(at for at in throttle.tried_at if abs(now - at) < WITHIN)


def _with_tries(throttle: Throttle, tried_at: list[datetime]) -> Throttle:
    ends = [at + WITHIN for at in tried_at]
    return replace(
        throttle,
        tries={"at": [at.isoformat() for at in tried_at]},
        expires_at=max(ends, default=throttle.expires_at),
    )
