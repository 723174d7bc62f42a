"""Ring every bell whose time has come: one run row for each fire, and the bell moved on.

Making the rows and moving the bell is one commit, guarded by the bell's revision: any number of
clocks may ring at once, and a clock that dies rings again from where the rows say it was.
"""

from __future__ import annotations

import logging
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.changes import MOST_CHANGES
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.scheduler.firing.fire_plans import Plan, plan_fires, push_on
from belfry.scheduler.firing.firings import Firing
from belfry.scheduler.firing.triggers import Due, Terms
from belfry.scheduler.ports import Runs, Triggers
from belfry.scheduler.runs.runs import Run
from belfry.scheduler.workflows import Overlap

log = logging.getLogger(__name__)

TRIGGERS_AT_ONCE = 2000
FIRES_OF_ONE_TRIGGER = MOST_CHANGES - 2


@dataclass(frozen=True, slots=True)
class Fired:
    """How many run rows were made, and whether bells are still due."""

    runs: int
    is_behind: bool


@dataclass(frozen=True, slots=True)
class FireTriggers:
    """With `is_told` False, the bells that a scheduler outside rings are left to it."""

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
        self.crash_points.reached("ring.due")
        firings = plan_firings(due, find_busy(self.runs, due), now=now)
        made = self._commit(firings)
        is_behind = any(plan.is_behind for plan in {firing.plan for firing in firings})
        return Fired(made, is_behind or len(due) == TRIGGERS_AT_ONCE)

    def _commit(self, firings: Sequence[Firing]) -> int:
        """Each bell is a commit of its own, so that a conflict at one leaves the others alone."""
        written = self.store.commit_each([firing.list_changes() for firing in firings])
        self.crash_points.reached("ring.committed")
        return sum(
            len(firing.plan.fires) if is_written else self._commit_alone(firing)
            for firing, is_written in zip(firings, written, strict=True)
        )

    def _commit_alone(self, firing: Firing) -> int:
        """Somebody else rang this bell, or made one of its runs: leave what is there alone."""
        there = {run.id for run in firing.runs if self.store.find(Run, run.id)}
        if not there:
            return 0
        try:
            self.store.commit(firing.list_changes(there))
        except Conflict:
            return 0
        return len(firing.plan.fires) - len(there)


def find_busy(runs: Runs, due: Sequence[Due]) -> Collection[int]:
    """Those of the workflows that have an unfinished run, where that matters."""
    skipping = [one.workflow_id for one in due if one.terms and one.terms.overlap is Overlap.SKIP]
    return runs.find_busy(skipping) if skipping else ()


def plan_firings(
    due: Sequence[Due], busy: Collection[int], *, now: datetime, until: datetime | None = None
) -> list[Firing]:
    """Bells that share their terms and their moment share a plan, so that it is made once."""
    plans: dict[tuple[Terms | None, datetime, bool], Plan] = {}
    firings = []
    for one in due:
        shared = (one.terms, one.next_at, one.workflow_id in busy)
        plan = plans.get(shared) if one.terms else None
        if plan is None:
            is_busy = one.workflow_id in busy
            plan = plans[shared] = _plan(one, now=now, is_busy=is_busy, until=until)
        if plan.problem:
            problem = {"workflow_id": one.workflow_id, "problem": plan.problem}
            log.error("bell.pushed_on", extra=problem)
        firings.append(Firing(one.workflow_id, one.revision, plan))
    return firings


def _plan(due: Due, *, now: datetime, is_busy: bool, until: datetime | None) -> Plan:
    if due.terms is None:
        return push_on(now=now, problem=due.problem)
    most = FIRES_OF_ONE_TRIGGER
    try:
        return plan_fires(due.terms, due.next_at, now=now, is_busy=is_busy, most=most, until=until)
    except Exception as error:  # whatever one schedule does, the others must ring
        return push_on(now=now, problem=f"its next fire cannot be worked out: {error}")
