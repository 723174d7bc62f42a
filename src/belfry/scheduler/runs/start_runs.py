"""Start runs because somebody asked: one now, missed ones again, or a stretch of the past."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice
from typing import Any

from belfry.kernel.changes import Append, Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Numbers, Store
from belfry.scheduler.edits import clean_inputs
from belfry.scheduler.firing.fire_plans import Fate, make_run
from belfry.scheduler.firing.schedules import find_between
from belfry.scheduler.kinds import Kind
from belfry.scheduler.ports import Workflows
from belfry.scheduler.runs.runs import REPLAYABLE, Cause, Run, RunStatus, manual_key
from belfry.scheduler.workflows import Overlap, Workflow

MOST_BACKFILLED = 1000


@dataclass(frozen=True, slots=True)
class StartRun:
    """A run now, beside the schedule; `inputs` replace the workflow's own for this run."""

    store: Store
    workflows: Workflows
    numbers: Numbers
    clock: Clock
    kinds: Mapping[str, Kind]

    def __call__(
        self, workflow_id: int, *, by: str, inputs: Mapping[str, Any] | None = None
    ) -> Run:
        workflow = get_startable(self.workflows, workflow_id)
        if inputs is not None:
            inputs = clean_inputs(inputs)
            if kind := self.kinds.get(workflow.kind):
                kind.check(inputs)
        now = self.clock.now()
        run = Run(
            id=manual_key(workflow.id, self.numbers.next("run")),
            workflow_id=workflow.id,
            team_id=workflow.team_id,
            cause=Cause.MANUAL,
            scheduled_for=now,
            due_at=now,
            created_at=now,
            exclusive=workflow.overlap is not Overlap.ALLOW,
            inputs=inputs,
            tries=workflow.attempts,
            asked_by=by,
        )
        self.store.commit([Append(run)])
        return replace(run, revision=1)


@dataclass(frozen=True, slots=True)
class BackfillRuns:
    """A run for each fire of the present schedule in a stretch of the past that has none."""

    store: Store
    workflows: Workflows
    clock: Clock

    def __call__(self, workflow_id: int, *, start: datetime, end: datetime, by: str) -> list[Run]:
        workflow = get_startable(self.workflows, workflow_id)
        now = self.clock.now()
        if start.tzinfo is None or end.tzinfo is None:
            raise InputError("expected times with their zone", field="start")
        if not start <= end <= now:
            raise InputError("expected start <= end <= now", field="end")
        just_before = start - timedelta(microseconds=1)
        fires = list(islice(find_between(workflow, just_before, end), MOST_BACKFILLED + 1))
        if len(fires) > MOST_BACKFILLED:
            limit = f"{MOST_BACKFILLED:,}"
            raise InputError(f"more than {limit} fires in that stretch; ask for less", field="end")
        fate = Fate(RunStatus.QUEUED, Cause.BACKFILL)
        wanted = [replace(make_run(workflow, f, fate, now=now), asked_by=by) for f in fires]
        return [run for run in wanted if self._append(replace(run, due_at=now))]

    def _append(self, run: Run) -> bool:
        try:
            self.store.commit([Append(run)])
        except Conflict:
            return False
        return True


@dataclass(frozen=True, slots=True)
class ReplayRun:
    """Give a run that did not do its work another set of attempts, on its own row."""

    store: Store
    workflows: Workflows
    clock: Clock

    def __call__(self, run_id: str, *, by: str) -> Run:
        run = self.store.find(Run, run_id)
        if run is None:
            raise NotFound(f"there is no run {run_id}")
        workflow = get_startable(self.workflows, run.workflow_id)
        if run.status not in REPLAYABLE:
            raise Conflict(
                f"run {run_id} is {run.status}; only one that did not succeed is replayed"
            )
        again = replace(
            run,
            status=RunStatus.QUEUED,
            due_at=self.clock.now(),
            tries=run.attempt + workflow.attempts,
            finished_at=None,
            reason=f"replayed by {by}",
            asked_by=by,
        )
        self.store.commit([Put(again)])
        return replace(again, revision=run.revision + 1)


def get_startable(workflows: Workflows, workflow_id: int) -> Workflow:
    workflow = workflows.find(workflow_id)
    if workflow is None:
        raise NotFound(f"there is no workflow {workflow_id}")
    if workflow.archived_at:
        raise Conflict(f"workflow {workflow_id} is archived")
    return workflow
