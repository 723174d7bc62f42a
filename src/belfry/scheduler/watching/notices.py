"""What people are told about the clock, once."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something a person should know; open until somebody has put it away."""

    id: str
    at: datetime
    kind: str
    text: str
    workflow_id: int | None = None
    run_id: str | None = None
    dismissed_at: datetime | None = None
    dismissed_by: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
