"""Whether a signed-in browser still is.

A session ends by itself 30 days after sign-in, or when nothing was heard of it for 7 days; it ends
at once when the person signs out, is disabled, or gets a new password.
"""

from __future__ import annotations

import hmac
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.accounts.users.users import User

LONGEST = timedelta(days=30)
IDLE = timedelta(days=7)
SEEN_EVERY = timedelta(minutes=10)


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """A browser that signed in; `csrf` stands in its forms, so that no other site can send them."""

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
    """Whether the session still opens doors for that person."""
    return (
        session.user_id == user.id
        and session.era == user.era
        and user.disabled_at is None
        and session.ended_at is None
        and now < session.expires_at
        and now < session.seen_at + IDLE
    )


def is_sighting_due(session: Session, now: datetime) -> bool:
    """Whether it is time to write down again that the session was seen."""
    return now >= session.seen_at + SEEN_EVERY


def is_own_form(session: Session, csrf: str) -> bool:
    """Whether a form came from this session's own pages; takes as long for any wrong answer."""
    return hmac.compare_digest(session.csrf.encode(), csrf.encode("utf-8", "surrogatepass"))
