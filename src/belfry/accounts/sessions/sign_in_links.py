"""Whether a one-time link still lets somebody in.

Looking at a link changes nothing, because mail programs and scanners look too; pressing the button
on its page uses it up.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.accounts.users.users import User


class Purpose(StrEnum):
    """Where the link is given: in the terminal, or to a person who is invited."""

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
    """Why the link no longer lets its person in, in words for that person; None if it does."""
    if link.used_at is not None:
        return "this link was used already: ask for a new one"
    if now >= link.expires_at:
        return "this link is too old: ask for a new one"
    if user.disabled_at is not None or link.user_id != user.id or link.era != user.era:
        return "this link is no longer good: ask for a new one"
    return None
