"""How a workflow is doing: what runs now, and how often it failed in a row."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime


@dataclass(frozen=True, slots=True)
class Pulse:
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
class PulseChange:
    """The pulse after an attempt, and what people are to be told: failing, recovered or nothing."""

    pulse: Pulse
    tell: str | None


def judge_attempt(pulse: Pulse, *, succeeded: bool, at: datetime, tell_after: int) -> PulseChange:
    """Count the attempt; "failing" and "recovered" are each said once."""
    if succeeded:
        told = pulse.failing_since is not None
        return PulseChange(
            replace(pulse, failures=0, failing_since=None), "recovered" if told else None
        )
    failures = pulse.failures + 1
    if pulse.failing_since is None and failures >= tell_after:
        return PulseChange(replace(pulse, failures=failures, failing_since=at), "failing")
    return PulseChange(replace(pulse, failures=failures), None)
