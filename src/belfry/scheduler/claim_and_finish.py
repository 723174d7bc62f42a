"""Claim due runs for one worker, and record how each ended."""

from __future__ import annotations

import logging
from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import islice

from belfry.kernel.changes import Append, Change, Put
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import make_storable
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store, try_commit
from belfry.scheduler.ports import Runs, Workflows
from belfry.scheduler.runs import (
    Attempt,
    Cause,
    HealthChange,
    Interrupted,
    Lane,
    Notice,
    Outcome,
    QueueLimits,
    Run,
    RunStatus,
    Succeeded,
    WorkflowHealth,
    decide_retry,
    give,
    judge_attempt,
    run_key,
)
from belfry.scheduler.workflows import BUILTINS, DEFAULT_QUEUE, OWN_LANE, Workflow

# The built-in workflow whose run of the same minute comes first. A slow one delays the others by
# no longer than this.
_AFTER = {builtin.name: builtin.after for builtin in BUILTINS if builtin.after}
LONGEST_TURN = timedelta(seconds=20)
# Every start of a queued run stores this again.
GATE = "*"
_NONE: Mapping[str, int] = {}
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
    workflows: Workflows
    clock: Clock
    crash_points: CrashPoints
    limits: QueueLimits

    def __call__(
        self, *, worker: str, limit: int, busy: Mapping[str, int] = _NONE
    ) -> list[Claimed]:
        """At most `limit` runs of each lane, less those that this process is `busy` with."""
        free = dict.fromkeys(self.limits.lanes, limit)
        for lane, count in busy.items():
            free[self.limits.find_lane(lane)] -= count
        now = self.clock.now()
        claimed = self._claim_own(worker, free.pop(OWN_LANE), now)
        for queue, room in free.items():
            claimed += self._claim_queued(queue, worker, room, now)
        return claimed

    def _claim_own(self, worker: str, room: int, now: datetime) -> list[Claimed]:
        # Those whose turn has not come must not hide the ones they wait for.
        most = room + len(_AFTER) if room > 0 else 0
        waiting = self.runs.list_waiting(now=now, limit=most, lane=OWN_LANE)
        claimed = (self._claim(run, worker, now) for run in waiting)
        return list(islice((claim for claim in claimed if claim), max(room, 0)))

    def _claim_queued(self, queue: str, worker: str, room: int, now: datetime) -> list[Claimed]:
        """One by one: what may start depends on what has started, also in other processes."""
        claimed: list[Claimed] = []
        for _ in range(room + TRIES):
            if len(claimed) >= room or not find_first(self.runs, self.limits, queue, now):
                break
            # The gate is read before the runs, so a start in between makes this one a conflict.
            gate = self.store.find(Lane, GATE) or Lane(GATE, now)
            running = self.runs.list_running()
            if not self.limits.has_room(queue, running):
                break
            full_hosts = self.limits.find_full_hosts(running)
            first = find_first(self.runs, self.limits, queue, now, full_hosts)
            if first is None:
                break
            if claim := self._claim(first, worker, now, gate):
                claimed.append(claim)
        return claimed

    def _claim(
        self, run: Run, worker: str, now: datetime, gate: Lane | None = None
    ) -> Claimed | None:
        workflow = self.store.find(Workflow, str(run.workflow_id))
        refusal = _find_refusal(run, workflow)
        if workflow is None or refusal:
            status = self._find_former_status(run)
            try_commit(
                self.store, [Put(replace(run, status=status, reason=refusal, finished_at=now))]
            )
            return None
        if now - run.due_at < LONGEST_TURN and self._is_early(run, workflow):
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
        name = self.limits.find_lane(run.lane)
        lanes = [self.store.find(Lane, name) or Lane(name, now), *([gate] if gate else [])]
        moved = [Put(replace(lane, moved_at=now)) for lane in lanes]
        if not try_commit(self.store, [Put(started), *held, *moved]):
            return None
        self.crash_points.reached("claim.committed")
        return Claimed(replace(started, revision=run.revision + 1), workflow)

    def _is_early(self, run: Run, workflow: Workflow) -> bool:
        """Whether the run that comes before it in the same minute has not ended."""
        name = _AFTER.get(workflow.kind)
        before = self.workflows.find_by_name(workflow.team_id, name) if name else None
        first = self.store.find(Run, run_key(before.id, run.scheduled_for)) if before else None
        if first is None:
            return False
        is_queued = first.status is RunStatus.QUEUED and not first.attempt
        return is_queued or first.status is RunStatus.RUNNING

    def _find_former_status(self, run: Run) -> RunStatus:
        """A run that failed before stays failed if it cannot be tried again."""
        attempts = self.runs.list_attempts(run.id)
        if not attempts:
            return RunStatus.SKIPPED
        was_interrupted = attempts[-1].outcome == Interrupted.__name__.lower()
        return RunStatus.INTERRUPTED if was_interrupted else RunStatus.PARKED


def find_first(
    runs: Runs,
    limits: QueueLimits,
    lane: str,
    now: datetime,
    full_hosts: Collection[str] = (),
) -> Run | None:
    """The first run in line in the lane, leaving out those that call a host with no room."""
    if lane == DEFAULT_QUEUE:
        others = limits.find_others(lane)
        waiting = runs.list_waiting(now=now, limit=1, but_lanes=others, but_hosts=full_hosts)
    else:
        waiting = runs.list_waiting(now=now, limit=1, lane=lane, but_hosts=full_hosts)
    return waiting[0] if waiting else None


def _find_refusal(run: Run, workflow: Workflow | None) -> str:
    if workflow is None or workflow.deleted_at:
        return "the workflow was deleted"
    if workflow.archived_at:
        return "the workflow was archived"
    if workflow.paused_at and run.cause in _BY_ITSELF and not run.asked_by:
        return "the workflow was paused"
    return ""


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
                self.store.commit(_changes(claimed, ended, outcome, health, change, now))
            except Conflict:  # another run of the workflow changed its health row
                continue
            self.crash_points.reached("finish.committed")
            if change.tell:
                log.warning("workflow.%s", change.tell, extra={"workflow_id": claimed.workflow.id})
            return replace(ended, revision=ended.revision + 1)
        raise Conflict(f"the end of run {claimed.run.id} could not be written")


def _end(run: Run, workflow: Workflow, outcome: Outcome, now: datetime) -> Run:
    verdict = decide_retry(run, workflow, outcome, now)
    is_success = isinstance(outcome, Succeeded)
    text = outcome.output if isinstance(outcome, Succeeded) else outcome.error
    text = make_storable(text, most=MOST_KEPT)
    return replace(
        run,
        status=verdict.status,
        due_at=verdict.due_at or run.due_at,
        finished_at=None if verdict.status is RunStatus.QUEUED else now,
        output=text if is_success else None,
        error=None if is_success else text,
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
    claimed: Claimed,
    ended: Run,
    outcome: Outcome,
    health: WorkflowHealth,
    change: HealthChange,
    now: datetime,
) -> list[Change]:
    attempt = Attempt(
        run_id=ended.id,
        number=ended.attempt,
        worker=ended.worker or "",
        started_at=ended.started_at or now,
        finished_at=now,
        outcome=type(outcome).__name__.lower(),
        error=ended.error,
    )
    changes: list[Change] = [Put(ended), Append(attempt), Put(change.health)]
    if change.tell:
        changes += give(_notice(claimed, health, change, ended, now))
    return changes


def _notice(
    claimed: Claimed, health: WorkflowHealth, change: HealthChange, ended: Run, now: datetime
) -> Notice:
    name = claimed.workflow.name
    if health.failing_since:
        text = f"{name} works again; it was failing since {health.failing_since:%Y-%m-%d %H:%M} UTC"
    else:
        text = f"{name} failed {change.health.failures} times in a row: {ended.error}"[:500]
    return Notice(
        id=f"{change.tell}/{ended.id}/{ended.attempt}",
        at=now,
        kind=change.tell or "",
        text=text,
        workflow_id=claimed.workflow.id,
        run_id=ended.id,
    )
