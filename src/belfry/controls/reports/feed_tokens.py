"""At which address a team's calendars find its controls.

The address holds a secret. Whoever has it sees the names and dates of the controls, until the team
makes a new one or ends the feed. It is kept as it is, because it has to be shown again to the next
person who wants it in their calendar, and nobody can change anything by it.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

from belfry.kernel.audit import Audited

THE_FEED = "controls"
SECRET_BYTES = 32
FAMILY_BYTES = 12


@dataclass(frozen=True, slots=True, kw_only=True)
class FeedToken(Audited):
    """`token` is empty once the feed has ended; `family` marks its dates under every token."""

    name: str = THE_FEED
    token: str = field(repr=False)
    family: str
    made_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"feed/{self.name}"


def feed_path(token: str) -> str:
    return f"/feeds/{token}.ics"
