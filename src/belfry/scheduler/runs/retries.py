"""Whether a run that did not succeed is tried again, and when."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from belfry.scheduler.runs.runs import RunStatus

if TYPE_CHECKING:
    from belfry.scheduler.runs.runs import Run
    from belfry.scheduler.workflows import Workflow

LONGEST_WAIT = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class Succeeded:
    output: str


@dataclass(frozen=True, slots=True)
class Failed:
    """It ran and did not do its work; `is_final` means another try cannot help."""

    error: str
    is_final: bool = False
    retry_after: timedelta | None = None


@dataclass(frozen=True, slots=True)
class Interrupted:
    """Whoever ran it is gone."""

    error: str


Outcome = Succeeded | Failed | Interrupted


@dataclass(frozen=True, slots=True)
class Verdict:
    """The run's next status and, if it is tried again, from when on."""

    status: RunStatus
    due_at: datetime | None = None


def decide_retry(run: Run, workflow: Workflow, outcome: Outcome, now: datetime) -> Verdict:
    """Back-off doubles with each attempt; the other side's own wish for a pause is respected."""
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
