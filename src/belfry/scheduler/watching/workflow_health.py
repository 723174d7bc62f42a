"""How a workflow is doing: what runs now, and how often it failed in a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class WorkflowHealth:
    """One row for each workflow that ever ran.

    `running` names the exclusive run under way; `failing_since` stands while people know that the
    workflow is failing.
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
    """The pulse after an attempt, and what people are to be told: failing, recovered or nothing."""

    health: WorkflowHealth
    tell: str | None


def judge_attempt(
    health: WorkflowHealth, *, succeeded: bool, at: datetime, tell_after: int
) -> HealthChange:
    """Count the attempt; "failing" and "recovered" are each said once."""
    if succeeded:
        told = health.failing_since is not None
        return HealthChange(
            replace(health, failures=0, failing_since=None), "recovered" if told else None
        )
    failures = health.failures + 1
    if health.failing_since is None and failures >= tell_after:
        return HealthChange(replace(health, failures=failures, failing_since=at), "failing")
    return HealthChange(replace(health, failures=failures), None)
