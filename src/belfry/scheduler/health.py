"""What is monitored: workflow health, notices, the clock's heartbeat and the workers."""

from __future__ import annotations

from dataclasses import dataclass, replace
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
