"""Claim due runs for one worker."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.scheduler.health import WorkflowHealth
from belfry.scheduler.ports import Runs
from belfry.scheduler.runs import Cause, Run, RunStatus
from belfry.scheduler.workflows import Workflow

_BY_ITSELF = (Cause.SCHEDULE, Cause.CATCH_UP, Cause.INVOKE)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A run claimed by this worker, and its workflow."""

    run: Run
    workflow: Workflow


@dataclass(frozen=True, slots=True)
class ClaimRuns:
    store: Store
    runs: Runs
    clock: Clock
    crash_points: CrashPoints

    def __call__(self, *, worker: str, limit: int) -> list[Claimed]:
        """At most `limit` runs; fewer if other workers were first."""
        now = self.clock.now()
        waiting = self.runs.list_waiting(now=now, limit=limit)
        claimed = (self._claim(run, worker, now) for run in waiting)
        return [claim for claim in claimed if claim]

    def _claim(self, run: Run, worker: str, now: datetime) -> Claimed | None:
        workflow = self.store.find(Workflow, str(run.workflow_id))
        refusal = _find_refusal(run, workflow)
        if workflow is None or refusal:
            self._try(
                [Put(replace(run, status=RunStatus.SKIPPED, reason=refusal, finished_at=now))]
            )
            return None
        started = replace(
            run,
            status=RunStatus.RUNNING,
            attempt=run.attempt + 1,
            started_at=now,
            finished_at=None,
            worker=worker,
        )
        self.crash_points.reached("claim.decided")
        health = self.store.find(WorkflowHealth, str(run.workflow_id)) or WorkflowHealth(
            run.workflow_id
        )
        if run.exclusive and health.running:
            return None
        # An exclusive run is held in its workflow's health row, so that no other starts beside it.
        held = [Put(replace(health, running=run.id))] if run.exclusive else []
        if not self._try([Put(started), *held]):
            return None
        self.crash_points.reached("claim.committed")
        return Claimed(replace(started, revision=run.revision + 1), workflow)

    def _try(self, changes: Sequence[Change]) -> bool:
        try:
            self.store.commit(changes)
        except Conflict:
            return False
        return True


def _find_refusal(run: Run, workflow: Workflow | None) -> str:
    if workflow is None or workflow.deleted_at:
        return "the workflow was deleted"
    if workflow.archived_at:
        return "the workflow was archived"
    if workflow.paused_at and run.cause in _BY_ITSELF:
        return "the workflow was paused"
    return ""
