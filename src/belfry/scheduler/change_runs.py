"""Start, backfill, replay, dismiss and remove runs."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from itertools import islice
from typing import Any

from belfry.kernel.changes import MOST_CHANGES, Append, Change, Put, Remove
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Numbers, Store, try_commit
from belfry.scheduler.change_workflows import LONGEST_LATE, clean_inputs
from belfry.scheduler.fire_plans import Fate, make_run
from belfry.scheduler.kinds import Kind
from belfry.scheduler.ports import Monitor, Runs, Workflows
from belfry.scheduler.runs import REPLAYABLE, Cause, Notice, Run, RunStatus, manual_key, run_key
from belfry.scheduler.triggers import find_between, fires_at
from belfry.scheduler.workflows import Overlap, Workflow, check_team_may_run, find_host

MOST_BACKFILLED = 1000
Also = Callable[[Run], Sequence[Change]]


@dataclass(frozen=True, slots=True)
class ChangeRuns:
    store: Store
    workflows: Workflows
    monitor: Monitor
    numbers: Numbers
    clock: Clock
    kinds: Mapping[str, Kind]

    def start(
        self,
        workflow_id: int,
        *,
        by: str,
        inputs: Mapping[str, Any] | None = None,
        also: Also = lambda _: (),
    ) -> Run:
        """Start a run now; `inputs` replace the workflow's own for this run.

        `also` gives further changes for the same commit.
        """
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
            lane=workflow.lane,
            host=workflow.host if inputs is None else find_host(workflow.kind, inputs),
            asked_by=by,
        )
        self.store.commit([Append(run), *also(run)])
        return replace(run, revision=1)

    def backfill(self, workflow_id: int, *, start: datetime, end: datetime, by: str) -> list[Run]:
        """Make a run for each past fire of the present schedule that has none."""
        return self.make(self.plan_backfill(workflow_id, start=start, end=end, by=by))

    def make(self, runs: Sequence[Run]) -> list[Run]:
        """Those that nobody else has made meanwhile."""
        return [run for run in runs if try_commit(self.store, [Append(run)])]

    def plan_backfill(
        self, workflow_id: int, *, start: datetime, end: datetime, by: str
    ) -> list[Run]:
        """A run for each past fire of the present schedule that has none."""
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
        runs = [make_run(workflow.id, workflow, fire, fate, now=now) for fire in fires]
        missing = [run for run in runs if self.store.find(Run, run.id) is None]
        return [replace(run, asked_by=by, due_at=now) for run in missing]

    def replay(self, run_id: str, *, by: str, also: Also = lambda _: ()) -> Run:
        """Give a run that did not succeed another set of attempts, on its own row.

        Like any run that a person asks for, it starts even while the workflow is paused. `also`
        gives further changes for the same commit.
        """
        run = self._get(run_id)
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
        self.store.commit([Put(again), *also(again)])
        return replace(again, revision=run.revision + 1)

    def dismiss(self, run_id: str, *, by: str) -> None:
        """Dismiss a run that did not succeed; if it fails again, it is shown again."""
        run = self._get(run_id)
        if run.status not in REPLAYABLE:
            raise Conflict(f"run {run_id} is {run.status}: there is nothing to dismiss")
        if not self.find_dismissed([run]):
            self.store.commit([Append(self._make_notice(run, by))])

    def find_dismissed(self, runs: Sequence[Run]) -> set[str]:
        """The ids of the runs that were dismissed in their present state."""
        runs_by_notice = {_notice_id(run): run.id for run in runs}
        if not runs_by_notice:
            return set()
        return {runs_by_notice[notice] for notice in self.monitor.find_dismissed(runs_by_notice)}

    def _make_notice(self, run: Run, by: str) -> Notice:
        now = self.clock.now()
        return Notice(
            id=_notice_id(run),
            at=now,
            kind=DISMISSED,
            text=f"run {run.id} was dismissed as {run.status}",
            workflow_id=run.workflow_id,
            run_id=run.id,
            dismissed_at=now,
            dismissed_by=by,
        )

    def _get(self, run_id: str) -> Run:
        run = self.store.find(Run, run_id)
        if run is None:
            raise NotFound(f"there is no run {run_id}")
        return run


def get_startable(workflows: Workflows, workflow_id: int) -> Workflow:
    workflow = workflows.find(workflow_id)
    if workflow is None:
        raise NotFound(f"there is no workflow {workflow_id}")
    if workflow.archived_at:
        raise Conflict(f"workflow {workflow_id} is archived")
    check_team_may_run(workflow)
    return workflow


DISMISSED = "put away"


def _notice_id(run: Run) -> str:
    return f"put-away/{run.id}/{run.attempt}"


RUNS_AT_ONCE = 200
# EventBridge retries for a day, and a fire may be as late as its workflow allows.
KEYS_KEPT_FOR = LONGEST_LATE + timedelta(days=1)


@dataclass(frozen=True, slots=True)
class RemoveOldRuns:
    """Remove finished runs, with their attempts, after the time they are kept.

    A run's row is also the key of its fire, so it stays as long as that fire may be handed in.
    """

    store: Store
    runs: Runs
    monitor: Monitor
    clock: Clock
    keep: timedelta

    def __call__(self) -> int:
        """How many runs were removed."""
        before = self.clock.now() - max(self.keep, KEYS_KEPT_FOR)
        removed = 0
        while old := self.monitor.list_old_runs(before=before, limit=RUNS_AT_ONCE):
            count = sum(self._remove(run) for run in old)
            removed += count
            if not count:
                break
        return removed

    def _remove(self, run: Run) -> bool:
        """Whether it was removed; it may have been replayed meanwhile."""
        attempts = self.runs.list_attempts(run.id)
        for start in range(0, len(attempts), MOST_CHANGES - 1):
            last = start + MOST_CHANGES - 1 >= len(attempts)
            batch: list[Change] = [Remove(a) for a in attempts[start : start + MOST_CHANGES - 1]]
            if not try_commit(self.store, [*batch, Remove(run)] if last else batch):
                return False
        return bool(attempts) or try_commit(self.store, [Remove(run)])


FUTURE_ALLOWED = timedelta(minutes=2)


@dataclass(frozen=True, slots=True)
class Accepted:
    run_id: str


@dataclass(frozen=True, slots=True)
class Refused:
    """`reason` is one of duplicate, skipped, stale, late, paused, archived."""

    reason: str


@dataclass(frozen=True, slots=True)
class InvokeWorkflow:
    store: Store
    runs: Runs
    clock: Clock

    def __call__(
        self,
        workflow_id: int,
        scheduled_time: datetime,
        *,
        may_reach: Callable[[int], bool],
        by: str,
    ) -> Accepted | Refused:
        """`may_reach` says whether the caller may reach a team's workflows."""
        if scheduled_time.tzinfo is None:
            raise InputError("expected a time with its zone", field="scheduled_time")
        workflow = self.store.find(Workflow, str(workflow_id))
        if workflow is None or workflow.deleted_at or not may_reach(workflow.team_id):
            raise NotFound(f"there is no workflow {workflow_id}")
        check_team_may_run(workflow)
        now = self.clock.now()
        fire = scheduled_time.astimezone(UTC)
        if fire > now + FUTURE_ALLOWED:
            raise InputError("the time is more than 2 minutes ahead", field="scheduled_time")
        return self._take(workflow, fire, now)

    def _take(self, workflow: Workflow, fire: datetime, now: datetime) -> Accepted | Refused:
        reason = _find_refusal(workflow, fire)
        if now - fire > KEYS_KEPT_FOR:  # its row may be gone, so it could be recorded twice
            reason = reason or "late"
        if reason:
            seen = self.store.find(Run, run_key(workflow.id, fire))
            return Refused("duplicate" if seen and seen.scheduled_for == fire else reason)
        is_late = now - fire > workflow.late_after
        fate = Fate(RunStatus.MISSED, Cause.INVOKE, "delivered later than the limit")
        if not is_late:
            fate = self._decide_fate(workflow)
        run = make_run(workflow.id, workflow, fire, fate, now=now)
        if not try_commit(self.store, [Append(run)]):
            return Refused("duplicate")
        if is_late:
            return Refused("late")
        return Refused("skipped") if fate.status is RunStatus.SKIPPED else Accepted(run.id)

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
