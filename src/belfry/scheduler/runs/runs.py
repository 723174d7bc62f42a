"""What became of one fire of a workflow."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, NewType

RunKey = NewType("RunKey", str)


class RunStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    PARKED = "parked"
    INTERRUPTED = "interrupted"
    SKIPPED = "skipped"
    MISSED = "missed"


UNFINISHED = (RunStatus.QUEUED, RunStatus.RUNNING)
# Those that somebody has to see to: they failed for good, or in the middle.
PARKED = (RunStatus.PARKED, RunStatus.INTERRUPTED)
REPLAYABLE = (*PARKED, RunStatus.MISSED, RunStatus.SKIPPED)


class Cause(StrEnum):
    """What made the run."""

    SCHEDULE = "schedule"
    CATCH_UP = "catch-up"
    INVOKE = "invoke"
    MANUAL = "manual"
    BACKFILL = "backfill"


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One row for each fire, whatever became of it.

    `due_at` is the earliest moment it may start (again); `attempt` counts the starts; `tries` is
    how many starts it may have; `exclusive` means no other run of its workflow may go on beside it.
    """

    id: str
    workflow_id: int
    team_id: int
    cause: Cause
    scheduled_for: datetime
    due_at: datetime
    created_at: datetime
    status: RunStatus = RunStatus.QUEUED
    exclusive: bool = True
    inputs: Mapping[str, Any] | None = None
    attempt: int = 0
    tries: int = 3
    started_at: datetime | None = None
    finished_at: datetime | None = None
    worker: str | None = None
    output: str | None = None
    error: str | None = None
    reason: str = ""
    asked_by: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def is_finished(self) -> bool:
        return self.status not in UNFINISHED


@dataclass(frozen=True, slots=True, kw_only=True)
class Attempt:
    """One start of a run, and how it ended."""

    run_id: str
    number: int
    worker: str
    started_at: datetime
    finished_at: datetime
    outcome: str
    error: str | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.run_id}/{self.number}"


@dataclass(frozen=True, slots=True)
class RunCount:
    """How many runs of a workflow that were scheduled for one hour have one status.

    The hours are those of UTC; `first_at` is what the first of these was scheduled for.
    """

    workflow_id: int
    status: RunStatus
    first_at: datetime
    count: int


def run_key(workflow_id: int, scheduled_for: datetime) -> RunKey:
    """Equal for every retry of one scheduled moment, whatever zone it is written in."""
    return RunKey(f"{workflow_id}-{scheduled_for.astimezone(UTC):%Y%m%dT%H%MZ}")


def manual_key(workflow_id: int, number: int) -> RunKey:
    """A run somebody asked for: its own, however often they ask."""
    return RunKey(f"{workflow_id}-m{number}")


def find_jitter(workflow_id: int, within: timedelta) -> timedelta:
    """A delay shorter than `within`, always the same for one workflow."""
    seconds = int(within.total_seconds())
    if seconds <= 0:
        return timedelta(0)
    digest = hashlib.sha256(f"jitter/{workflow_id}".encode()).digest()
    return timedelta(seconds=int.from_bytes(digest[:8], "big") % seconds)
