"""What the monitor shows: notices, the clock's heartbeat and the workers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """Something a person should know; open until it is dismissed."""

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


@dataclass(frozen=True, slots=True)
class Heartbeat:
    """When the clock was last seen running."""

    name: str
    seen_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


# Defaults of the settings.
HEARTBEAT_EVERY = timedelta(seconds=5)
DEAD_AFTER = timedelta(seconds=30)


@dataclass(frozen=True, slots=True, kw_only=True)
class Worker:
    """A worker that signed on; it stores its row again with every heartbeat."""

    id: str
    label: str
    started_at: datetime
    seen_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id
