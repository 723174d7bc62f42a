"""Accept a fire from an external scheduler, once for each scheduled moment."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from belfry.kernel.changes import Append
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.scheduler.fire_plans import Fate, make_run
from belfry.scheduler.ports import Runs
from belfry.scheduler.runs import Cause, Run, RunStatus, run_key
from belfry.scheduler.triggers import fires_at
from belfry.scheduler.workflows import Overlap, Workflow

FUTURE_ALLOWED = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Accepted:
    run_id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """`reason` is one of duplicate, stale, late, paused, archived."""

    reason: str


@dataclass(frozen=True, slots=True)
class InvokeWorkflow:
    store: Store
    runs: Runs
    clock: Clock

    def __call__(
        self, workflow_id: int, scheduled_time: datetime, *, team_id: int | None, by: str
    ) -> Accepted | Refused:
        """`team_id` is the caller's team, None for a caller of all teams."""
        if scheduled_time.tzinfo is None:
            raise InputError("expected a time with its zone", field="scheduled_time")
        workflow = self.store.find(Workflow, str(workflow_id))
        if workflow is None or workflow.deleted_at or team_id not in (None, workflow.team_id):
            raise NotFound(f"there is no workflow {workflow_id}")
        now = self.clock.now()
        fire = scheduled_time.astimezone(UTC)
        if fire > now + FUTURE_ALLOWED:
            raise InputError("the time is more than 2 minutes ahead", field="scheduled_time")
        return self._take(workflow, fire, now)

    def _take(self, workflow: Workflow, fire: datetime, now: datetime) -> Accepted | Refused:
        reason = _find_refusal(workflow, fire)
        if reason:
            seen = self.store.find(Run, run_key(workflow.id, fire))
            return Refused("duplicate" if seen and seen.scheduled_for == fire else reason)
        is_late = now - fire > workflow.late_after
        fate = Fate(RunStatus.MISSED, Cause.INVOKE, "delivered later than the limit")
        if not is_late:
            fate = self._decide_fate(workflow)
        run = make_run(workflow, fire, fate, now=now)
        try:
            self.store.commit([Append(run)])
        except Conflict:
            return Refused("duplicate")
        return Refused("late") if is_late else Accepted(run.id)

    def _decide_fate(self, workflow: Workflow) -> Fate:
        if workflow.overlap is Overlap.SKIP and self.runs.find_busy([workflow.id]):
            reason = "an earlier run was not finished"
            return Fate(RunStatus.SKIPPED, Cause.INVOKE, reason)
        return Fate(RunStatus.QUEUED, Cause.INVOKE)


def _find_refusal(workflow: Workflow, fire: datetime) -> str | None:
    if workflow.archived_at:
        return "archived"
    if workflow.paused_at:
        return "paused"
    if not fires_at(workflow, fire):
        return "stale"
    return None
