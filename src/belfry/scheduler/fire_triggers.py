"""Fire every trigger that is due.

A trigger's run rows and its next fire are one commit, guarded by the trigger's revision: any number
of processes may fire at once, and one that dies continues from the stored rows.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.kernel.changes import MOST_CHANGES, Append, Change
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store, try_commit
from belfry.scheduler.fire_plans import Firing, Plan, plan_fires, postpone
from belfry.scheduler.ports import Runs, Triggers
from belfry.scheduler.runs import Run
from belfry.scheduler.triggers import Due, Terms
from belfry.scheduler.workflows import Overlap

log = logging.getLogger(__name__)

TRIGGERS_AT_ONCE = 2000
# Beside them stand the trigger, a notice and its event.
FIRES_OF_ONE_TRIGGER = MOST_CHANGES - 3
# How long the external scheduler may take to hand in a fire before Belfry makes the run itself.
EXTERNAL_GRACE = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class Fired:
    """How many run rows were made, and whether triggers are still due."""

    runs: int
    is_behind: bool

    def __add__(self, other: Fired) -> Fired:
        return Fired(self.runs + other.runs, self.is_behind or other.is_behind)


@dataclass(frozen=True, slots=True)
class FireTriggers:
    """With `is_published` False, triggers that an external scheduler fires are left to it."""

    store: Store
    triggers: Triggers
    runs: Runs
    clock: Clock
    crash_points: CrashPoints
    is_published: bool | None = None

    def __call__(self) -> Fired:
        now = self.clock.now()
        due = self.triggers.list_due(
            now=now, limit=TRIGGERS_AT_ONCE, is_published=self.is_published
        )
        if not due:
            return Fired(0, is_behind=False)
        self.crash_points.reached("fire.due")
        firings = plan_firings(due, find_busy(self.runs, due), now=now)
        run_count = self._commit(firings)
        is_behind = any(plan.is_behind for plan in {firing.plan for firing in firings})
        return Fired(run_count, is_behind or len(due) == TRIGGERS_AT_ONCE)

    def _commit(self, firings: Sequence[Firing]) -> int:
        """Each trigger is its own commit, so that a conflict at one leaves the others alone."""
        written = self.store.commit_each([firing.list_changes() for firing in firings])
        self.crash_points.reached("fire.committed")
        return sum(
            len(firing.plan.fires) if is_written else self._commit_alone(firing)
            for firing, is_written in zip(firings, written, strict=True)
        )

    def _commit_alone(self, firing: Firing) -> int:
        """Another process fired it first, or one of its runs exists already; keep those."""
        existing = find_existing(self.store, firing)
        if not existing:
            return 0
        is_written = try_commit(self.store, firing.list_changes(existing))
        return len(firing.plan.fires) - len(existing) if is_written else 0


@dataclass(frozen=True, slots=True)
class FireMissed:
    """Make the runs that an external scheduler should have handed in by now.

    A fire that has its run only moves the trigger on; what is missing is caught up as the workflow
    says. Fires that the external scheduler skips by its own rule when the clocks change belong to
    the schedule all the same and are always made.
    """

    store: Store
    triggers: Triggers
    runs: Runs
    clock: Clock
    crash_points: CrashPoints

    def __call__(self) -> Fired:
        now = self.clock.now()
        until = now - EXTERNAL_GRACE
        due = self.triggers.list_due(now=until, limit=TRIGGERS_AT_ONCE, is_published=True)
        if not due:
            return Fired(0, is_behind=False)
        firings = plan_firings(due, find_busy(self.runs, due), now=now, until=until)
        # After a conflict the trigger stays due and is looked at again in the next pass.
        commits = [firing.list_changes(find_existing(self.store, firing)) for firing in firings]
        written = self.store.commit_each(commits)
        self.crash_points.reached("fire.committed")
        done = [changes for changes, is_written in zip(commits, written, strict=True) if is_written]
        run_count = sum(_makes_run(change) for changes in done for change in changes)
        is_behind = any(firing.plan.is_behind for firing in firings)
        return Fired(run_count, is_behind or len(due) == TRIGGERS_AT_ONCE)


def _makes_run(change: Change) -> bool:
    return isinstance(change, Append) and isinstance(change.record, Run)


def find_existing(store: Store, firing: Firing) -> set[str]:
    return {run.id for run in firing.runs if store.find(Run, run.id)}


def find_busy(runs: Runs, due: Sequence[Due]) -> Collection[int]:
    """The workflows with an unfinished run, among those that skip fires then."""
    skipping = [
        trigger.workflow_id
        for trigger in due
        if trigger.terms and trigger.terms.overlap is Overlap.SKIP
    ]
    return runs.find_busy(skipping) if skipping else ()


def plan_firings(
    due: Sequence[Due], busy: Collection[int], *, now: datetime, until: datetime | None = None
) -> list[Firing]:
    """Triggers with the same terms and the same moment share one plan."""
    plans: dict[tuple[Terms | None, datetime, bool], Plan] = {}
    firings = []
    for trigger in due:
        is_busy = trigger.workflow_id in busy
        shared = (trigger.terms, trigger.next_at, is_busy)
        plan = plans.get(shared) if trigger.terms else None
        if plan is None:
            plan = plans[shared] = _plan(trigger, now=now, is_busy=is_busy, until=until)
        if plan.problem:
            problem = {"workflow_id": trigger.workflow_id, "problem": plan.problem}
            log.error("trigger.postponed", extra=problem)
        firings.append(Firing(trigger.workflow_id, trigger.revision, plan))
    return firings


def _plan(due: Due, *, now: datetime, is_busy: bool, until: datetime | None) -> Plan:
    if due.terms is None:
        return postpone(now=now, problem=due.problem)
    most = FIRES_OF_ONE_TRIGGER
    try:
        return plan_fires(due.terms, due.next_at, now=now, is_busy=is_busy, most=most, until=until)
    except Exception as error:  # a failing schedule must not stop the others
        return postpone(now=now, problem=f"its next fire cannot be worked out: {error}")
