"""Record how a run ended: succeeded, queued again or parked; notify on a health change."""

from __future__ import annotations

import logging
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.kernel.changes import Append, Change, Put
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import make_storable
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.scheduler.claim_runs import Claimed
from belfry.scheduler.health import HealthChange, Notice, WorkflowHealth, judge_attempt
from belfry.scheduler.runs import (
    Attempt,
    Interrupted,
    Outcome,
    Run,
    RunStatus,
    Succeeded,
    Verdict,
    decide_retry,
)
from belfry.scheduler.workflows import Workflow

log = logging.getLogger(__name__)

TRIES = 10
MOST_KEPT = 16_000


@dataclass(frozen=True, slots=True)
class FinishRun:
    store: Store
    clock: Clock
    crash_points: CrashPoints

    def __call__(self, claimed: Claimed, outcome: Outcome) -> Run | None:
        """The run as stored; None if another worker took it over meanwhile."""
        now = self.clock.now()
        ended = _end(claimed.run, claimed.workflow, outcome, now)
        for _ in range(TRIES):
            stored = self.store.find(Run, claimed.run.id)
            if stored is None or stored.revision != claimed.run.revision:
                log.warning("run.result_dropped", extra={"run_id": claimed.run.id})
                return None
            health = self.store.find(WorkflowHealth, str(claimed.workflow.id)) or WorkflowHealth(
                claimed.workflow.id
            )
            change = _judge(health, claimed, outcome, now)
            self.crash_points.reached("finish.decided")
            try:
                self.store.commit(_changes(claimed, ended, outcome, change, now))
            except Conflict:  # another run of the workflow changed its health row
                continue
            self.crash_points.reached("finish.committed")
            if change.tell:
                log.warning("workflow.%s", change.tell, extra={"workflow_id": claimed.workflow.id})
            return replace(ended, revision=ended.revision + 1)
        raise Conflict(f"the end of run {claimed.run.id} could not be written")


def _end(run: Run, workflow: Workflow, outcome: Outcome, now: datetime) -> Run:
    verdict: Verdict = decide_retry(run, workflow, outcome, now)
    output = outcome.output if isinstance(outcome, Succeeded) else None
    error = None if isinstance(outcome, Succeeded) else outcome.error
    return replace(
        run,
        status=verdict.status,
        due_at=verdict.due_at or run.due_at,
        finished_at=None if verdict.status is RunStatus.QUEUED else now,
        output=None if output is None else make_storable(output, most=MOST_KEPT),
        error=None if error is None else make_storable(error, most=MOST_KEPT),
    )


def _judge(
    health: WorkflowHealth, claimed: Claimed, outcome: Outcome, now: datetime
) -> HealthChange:
    change = judge_attempt(
        health,
        succeeded=isinstance(outcome, Succeeded),
        at=now,
        tell_after=claimed.workflow.tell_after,
    )
    if change.health.running == claimed.run.id:
        return replace(change, health=replace(change.health, running=None))
    return change


def _changes(
    claimed: Claimed, ended: Run, outcome: Outcome, change: HealthChange, now: datetime
) -> list[Change]:
    attempt = Attempt(
        run_id=ended.id,
        number=ended.attempt,
        worker=ended.worker or "",
        started_at=ended.started_at or now,
        finished_at=now,
        outcome=_word(outcome),
        error=ended.error,
    )
    changes: list[Change] = [Put(ended), Append(attempt), Put(change.health)]
    if change.tell:
        changes.append(Append(_notice(claimed, change, ended, now)))
    return changes


def _word(outcome: Outcome) -> str:
    match outcome:
        case Succeeded():
            return "succeeded"
        case Interrupted():
            return "interrupted"
        case _:
            return "failed"


def _notice(claimed: Claimed, change: HealthChange, ended: Run, now: datetime) -> Notice:
    name = claimed.workflow.name
    text = f"{name} works again"
    if change.tell == "failing":
        text = f"{name} failed {change.health.failures} times in a row: {ended.error}"[:500]
    return Notice(
        id=f"{change.tell}/{ended.id}/{ended.attempt}",
        at=now,
        kind=change.tell or "",
        text=text,
        workflow_id=claimed.workflow.id,
        run_id=ended.id,
    )
