"""Ring every bell whose time has come: one run row for each fire, and the bell moved on.

Making the rows and moving the bell is one commit, guarded by the bell's revision: any number of
clocks may ring at once, and a clock that dies rings again from where the rows say it was.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from belfry.cron.bells import Bell, Due
from belfry.cron.notices import Notice
from belfry.cron.ports import Bells, Runs
from belfry.cron.rings import Ring, plan_ring, push_on
from belfry.cron.runs import Run
from belfry.cron.workflows import Overlap
from belfry.kernel.changes import MOST_CHANGES, Append, Change, Put
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.steps import Steps
from belfry.ports.store import Store

log = logging.getLogger(__name__)

BELLS_AT_ONCE = 250
FIRES_OF_ONE_BELL = MOST_CHANGES - 2


@dataclass(frozen=True, slots=True)
class Rung:
    """How many run rows were made, and whether bells are still due."""

    runs: int
    is_behind: bool


@dataclass(frozen=True, slots=True)
class RingBells:
    store: Store
    bells: Bells
    runs: Runs
    clock: Clock
    steps: Steps

    def __call__(self) -> Rung:
        due = self.bells.list_due(now=self.clock.now(), limit=BELLS_AT_ONCE)
        if not due:
            return Rung(0, is_behind=False)
        self.steps.reached("ring.due")
        busy = self._find_busy(due)
        rings = [self._plan(one, busy) for one in due]
        made = self._commit(rings)
        is_behind = len(due) == BELLS_AT_ONCE or any(ring.is_behind for ring in rings)
        return Rung(made, is_behind)

    def _find_busy(self, due: Sequence[Due]) -> frozenset[int]:
        skipping = [
            one.workflow.id for one in due if one.workflow and one.workflow.overlap is Overlap.SKIP
        ]
        return frozenset(self.runs.find_busy(skipping)) if skipping else frozenset()

    def _plan(self, due: Due, busy: frozenset[int]) -> Ring:
        now = self.clock.now()
        if due.workflow is None:
            return self._push_on(due.bell, due.problem)
        is_busy = due.workflow.id in busy
        try:
            return plan_ring(
                due.workflow, due.bell, now=now, is_busy=is_busy, most=FIRES_OF_ONE_BELL
            )
        except Exception as error:  # whatever one schedule does, the others must ring
            return self._push_on(due.bell, f"its next fire cannot be worked out: {error}")

    def _push_on(self, bell: Bell, problem: str) -> Ring:
        log.error("bell.pushed_on", extra={"workflow_id": bell.workflow_id, "problem": problem})
        return push_on(bell, now=self.clock.now(), problem=problem)

    def _commit(self, rings: Sequence[Ring]) -> int:
        """Each bell is a commit of its own, so that a conflict at one leaves the others alone."""
        written = self.store.commit_each([_changes(ring) for ring in rings])
        self.steps.reached("ring.committed")
        return sum(
            len(ring.runs) if is_written else self._commit_alone(ring)
            for ring, is_written in zip(rings, written, strict=True)
        )

    def _commit_alone(self, ring: Ring) -> int:
        """Somebody else rang this bell, or made one of its runs: leave what is there alone."""
        fresh = tuple(run for run in ring.runs if self.store.find(Run, run.id) is None)
        try:
            self.store.commit(_changes(replace(ring, runs=fresh)))
        except Conflict:
            return 0
        return len(fresh)


def _changes(ring: Ring) -> list[Change]:
    changes: list[Change] = [Put(ring.bell), *(Append(run) for run in ring.runs)]
    if ring.lost:
        changes.append(Append(_lost_notice(ring)))
    return changes


def _lost_notice(ring: Ring) -> Notice:
    last = ring.runs[-1]
    missed = [run for run in ring.runs if run.reason]
    return Notice(
        id=f"missed/{last.id}",
        at=last.created_at,
        kind="missed",
        text=f"{len(missed)} fire(s) up to {last.scheduled_for:%Y-%m-%d %H:%M} UTC did not run: "
        f"{last.reason}",
        workflow_id=last.workflow_id,
        run_id=last.id,
    )
