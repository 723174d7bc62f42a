"""Make the fires that a scheduler outside should have handed in by now, and has not.

It is given its grace first. A fire that has its run moves the bell on and does no more; what is
missing is caught up as the workflow says. What the scheduler leaves out by a rule of its own, on
the nights the clocks change, belongs to the schedule all the same and is always made.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Store
from belfry.scheduler.firing.fire_triggers import TRIGGERS_AT_ONCE, Fired, find_busy, plan_firings
from belfry.scheduler.firing.firings import Firing
from belfry.scheduler.ports import Runs, Triggers
from belfry.scheduler.runs.runs import Run

GIVEN = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class FireMissed:
    store: Store
    triggers: Triggers
    runs: Runs
    clock: Clock
    crash_points: CrashPoints

    def __call__(self) -> Fired:
        now = self.clock.now()
        until = now - GIVEN
        due = self.triggers.list_due(now=until, limit=TRIGGERS_AT_ONCE, is_published=True)
        if not due:
            return Fired(0, is_behind=False)
        firings = plan_firings(due, find_busy(self.runs, due), now=now, until=until)
        commits = [firing.list_changes(self._find_there(firing)) for firing in firings]
        written = self.store.commit_each(commits)
        self.crash_points.reached("ring.committed")
        done = [changes for changes, is_written in zip(commits, written, strict=True) if is_written]
        made = sum(isinstance(change.record, Run) for changes in done for change in changes)
        is_behind = any(firing.plan.is_behind for firing in firings)
        return Fired(made, is_behind or len(due) == TRIGGERS_AT_ONCE)

    def _find_there(self, firing: Firing) -> set[str]:
        """The runs that the scheduler has brought; a conflict leaves the bell for the next look."""
        return {run.id for run in firing.runs if self.store.find(Run, run.id)}


@dataclass(frozen=True, slots=True)
class FireBoth:
    """Our own bells at their time, and those of the scheduler outside that it forgot."""

    own: Callable[[], Fired]
    missed: Callable[[], Fired]

    def __call__(self) -> Fired:
        own, missed = self.own(), self.missed()
        return Fired(own.runs + missed.runs, own.is_behind or missed.is_behind)
