"""Which workers are alive.

A worker beats by storing its row again. Whoever watches counts on its own clock how long a row has
stood still, so machines whose clocks disagree never take each other for dead.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

# Unless the team's settings say otherwise.
BEAT_EVERY = timedelta(seconds=5)
DEAD_AFTER = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    id: str
    label: str
    started_at: datetime
    seen_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
