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
from belfry.ports.crash_points import CrashPoints
from belfry.ports.store import Store
from belfry.scheduler.firing.ring_bells import BELLS_AT_ONCE, Rung, find_busy, plan_strokes
from belfry.scheduler.firing.strokes import Stroke
from belfry.scheduler.ports import Bells, Runs
from belfry.scheduler.runs.runs import Run

GIVEN = timedelta(minutes=5)


@dataclass(frozen=True, slots=True)
class RingMissed:
    store: Store
    bells: Bells
    runs: Runs
    clock: Clock
    crash_points: CrashPoints

    def __call__(self) -> Rung:
        now = self.clock.now()
        until = now - GIVEN
        due = self.bells.list_due(now=until, limit=BELLS_AT_ONCE, is_told=True)
        if not due:
            return Rung(0, is_behind=False)
        strokes = plan_strokes(due, find_busy(self.runs, due), now=now, until=until)
        commits = [stroke.list_changes(self._find_there(stroke)) for stroke in strokes]
        written = self.store.commit_each(commits)
        self.crash_points.reached("ring.committed")
        done = [changes for changes, is_written in zip(commits, written, strict=True) if is_written]
        made = sum(isinstance(change.record, Run) for changes in done for change in changes)
        is_behind = any(stroke.plan.is_behind for stroke in strokes)
        return Rung(made, is_behind or len(due) == BELLS_AT_ONCE)

    def _find_there(self, stroke: Stroke) -> set[str]:
        """The runs that the scheduler has brought; a conflict leaves the bell for the next look."""
        return {run.id for run in stroke.runs if self.store.find(Run, run.id)}


@dataclass(frozen=True, slots=True)
class RingBoth:
    """Our own bells at their time, and those of the scheduler outside that it forgot."""

    own: Callable[[], Rung]
    missed: Callable[[], Rung]

    def __call__(self) -> Rung:
        own, missed = self.own(), self.missed()
        return Rung(own.runs + missed.runs, own.is_behind or missed.is_behind)
