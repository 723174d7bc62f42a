"""When the clock was last known to go."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Heartbeat:
    name: str
    seen_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name
