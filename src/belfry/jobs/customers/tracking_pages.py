"""Where a customer can see how their job is doing.

The page's address holds a secret and nothing about the customer. Whoever has it sees the page until
the shop gives the job a new address.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime

SECRET_BYTES = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackingPage:
    job_id: str
    token: str = field(repr=False)
    made_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.job_id


def page_path(token: str) -> str:
    return f"/t/{token}"


def photo_path(token: str, number: int) -> str:
    return f"/t/{token}/photo/{number}"
