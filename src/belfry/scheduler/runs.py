"""Runs, how an attempt can end and whether it is retried, and the health of a workflow."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, NewType

from belfry.kernel.changes import Announce, Append, Change, Event
from belfry.scheduler.workflows import DEFAULT_QUEUE, OWN_LANE, Workflow

RunKey = NewType("RunKey", str)
_WORKFLOW_ID = re.compile("[0-9]{1,18}(?=-)")


class RunStatus(StrEnum):
    QUEUED = "queued"
    RUNNING = "running"
    SUCCEEDED = "succeeded"
    PARKED = "parked"
    INTERRUPTED = "interrupted"
    SKIPPED = "skipped"
    MISSED = "missed"


UNFINISHED = (RunStatus.QUEUED, RunStatus.RUNNING)
# Those that need a person: they failed for good, or were interrupted.
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
    """One row for each fire, whatever its outcome.

    `due_at` is the earliest moment it may start (again); `attempt` counts the starts; `tries` is
    how many starts it may have; `exclusive` means no other run of its workflow may go on beside it.
    It waits for its turn in `lane`; `host` is what it calls, if known.
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
    lane: str = DEFAULT_QUEUE
    host: str = ""
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
    """The key of a run started by hand; every start has its own."""
    return RunKey(f"{workflow_id}-m{number}")


def is_run_id(text: str) -> bool:
    return _WORKFLOW_ID.match(text) is not None


def order_of(scheduled_for: datetime, run_id: str) -> tuple[datetime, int, str]:
    """Runs are listed by scheduled time, and those of one moment by workflow, 2 before 10."""
    number = _WORKFLOW_ID.match(run_id)
    return scheduled_for, int(number[0]) if number else 0, run_id


def find_jitter(workflow_id: int, within: timedelta) -> timedelta:
    """A delay shorter than `within`, always the same for one workflow."""
    seconds = int(within.total_seconds())
    if seconds <= 0:
        return timedelta(0)
    digest = hashlib.sha256(f"jitter/{workflow_id}".encode()).digest()
    return timedelta(seconds=int.from_bytes(digest[:8], "big") % seconds)


@dataclass(frozen=True, slots=True)
class QueueLimits:
    """How many runs of a queue, and of one host, may go on at once, whatever process has them."""

    queues: Mapping[str, int] = field(default_factory=lambda: {DEFAULT_QUEUE: 4})
    per_host: int = 2

    @property
    def lanes(self) -> tuple[str, ...]:
        return (OWN_LANE, *self.queues)

    def find_lane(self, name: str) -> str:
        """A queue that is not configured any more is part of the default one."""
        return name if name in self.lanes else DEFAULT_QUEUE

    def find_others(self, queue: str) -> list[str]:
        """The lanes that are not part of `queue`; any other name may be."""
        return [lane for lane in self.lanes if lane != queue]

    def find_full_hosts(self, running: Iterable[Run]) -> list[str]:
        counts = Counter(run.host for run in running if run.host)
        return [host for host, count in counts.items() if count >= self.per_host]

    def has_room(self, queue: str, running: Iterable[Run]) -> bool:
        return sum(self.find_lane(run.lane) == queue for run in running) < self.queues[queue]


@dataclass(frozen=True, slots=True)
class Lane:
    """When a run of the lane last started.

    Storing it again is part of each start, so that two processes never start runs of it at once.
    """

    name: str
    moved_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


STANDS_STILL_AFTER = timedelta(minutes=2)


def find_standstill(lane: Lane | None, waiting: Run | None, now: datetime) -> datetime | None:
    """Since when the lane has stood still, if it has: runs are due, and none has started."""
    if waiting is None:
        return None
    moments = [waiting.due_at, waiting.created_at, *([lane.moved_at] if lane else [])]
    return max(moments) if now - max(moments) >= STANDS_STILL_AFTER else None


LONGEST_WAIT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Succeeded:
    output: str


@dataclass(frozen=True, slots=True)
class Failed:
    """It ran and failed; `is_final` means another try cannot help."""

    error: str
    is_final: bool = False
    retry_after: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Its worker is gone."""

    error: str


Outcome = Succeeded | Failed | Interrupted


@dataclass(frozen=True, slots=True)
class Verdict:
    """The run's next status and, if it is tried again, from when on."""

    status: RunStatus
    due_at: datetime | None = None


def decide_retry(run: Run, workflow: Workflow, outcome: Outcome, now: datetime) -> Verdict:
    """Back-off doubles with each attempt; a requested `retry_after` is respected."""
    match outcome:
        case Succeeded():
            return Verdict(RunStatus.SUCCEEDED)
        case Interrupted():
            if not workflow.retry_interrupted or run.attempt >= run.tries:
                return Verdict(RunStatus.INTERRUPTED)
            return Verdict(RunStatus.QUEUED, now)
        case Failed(is_final=is_final, retry_after=retry_after):
            if is_final or run.attempt >= run.tries:
                return Verdict(RunStatus.PARKED)
            wait = min(workflow.back_off * 2 ** max(0, run.attempt - 1), LONGEST_WAIT)
            return Verdict(RunStatus.QUEUED, now + max(wait, retry_after or timedelta(0)))


@dataclass(frozen=True, slots=True)
class WorkflowHealth:
    """One row for each workflow that ever ran.

    `running` is the id of the exclusive run under way; `failing_since` is set once a notice said
    that the workflow is failing.
    """

    workflow_id: int
    running: str | None = None
    failures: int = 0
    failing_since: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return str(self.workflow_id)


@dataclass(frozen=True, slots=True)
class HealthChange:
    """The health after an attempt, and the notice to give: failing, recovered or none."""

    health: WorkflowHealth
    tell: str | None


def judge_attempt(
    health: WorkflowHealth, *, succeeded: bool, at: datetime, tell_after: int
) -> HealthChange:
    """Count the attempt; "failing" and "recovered" are each noticed once."""
    if succeeded:
        was_failing = health.failing_since is not None
        recovered = replace(health, failures=0, failing_since=None)
        return HealthChange(recovered, "recovered" if was_failing else None)
    failures = health.failures + 1
    if health.failing_since is None and failures >= tell_after:
        return HealthChange(replace(health, failures=failures, failing_since=at), "failing")
    return HealthChange(replace(health, failures=failures), None)


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


NOTICE = "notice"
GIVEN, DISMISSED = "given", "dismissed"
HEALTH_NOTICES = ("failing", "recovered")
AWAY = "away"


def give(notice: Notice) -> list[Change]:
    """Store the notice, and announce it to the people who should know."""
    return [Append(notice), Announce(Event(NOTICE, notice.id, GIVEN, {}, notice.at))]


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


@dataclass(frozen=True, slots=True)
class Silence:
    """How long watchers have seen no heartbeat of a worker after this one, in whole seconds.

    It is stored, so that a watcher that has just started goes on counting where others left off.
    """

    worker_id: str
    heartbeat: int
    lasted: timedelta
    revision: int = 0

    @property
    def key(self) -> str:
        return self.worker_id


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
