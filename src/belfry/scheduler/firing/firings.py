"""What firing a trigger writes: the trigger moved on, its runs, and a notice if one is lost."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.kernel.changes import Append, Put
from belfry.scheduler.firing.fire_plans import make_run_of
from belfry.scheduler.firing.triggers import Trigger
from belfry.scheduler.runs.runs import Run
from belfry.scheduler.watching.notices import Notice

if TYPE_CHECKING:
    from belfry.scheduler.firing.fire_plans import Plan


@dataclass(frozen=True, slots=True, eq=False)
class Firing:
    """One trigger, at the revision it was read with, and the plan it follows."""

    workflow_id: int
    revision: int
    plan: Plan

    @property
    def trigger(self) -> Trigger:
        return Trigger(self.workflow_id, self.plan.next_at, self.plan.problem, self.revision)

    @property
    def runs(self) -> list[Run]:
        terms, now = self.plan.terms, self.plan.now
        if terms is None:
            return []
        return [
            make_run_of(self.workflow_id, terms, fire, fate, now=now)
            for fire, fate in self.plan.fires
        ]

    def list_changes(self, there: Collection[str] = ()) -> list[Put | Append]:
        """All that is to be written, but for the runs that are there already."""
        runs = self.runs
        is_published = self.plan.lost and runs[-1].id not in there
        runs = [run for run in runs if run.id not in there]
        notices = [Append(_lost_notice(runs))] if is_published else []
        return [Put(self.trigger), *(Append(run) for run in runs), *notices]


def _lost_notice(runs: Sequence[Run]) -> Notice:
    last = runs[-1]
    missed = [run for run in runs if run.reason]
    return Notice(
        id=f"missed/{last.id}",
        at=last.created_at,
        kind="missed",
        text=f"{'one fire' if len(missed) == 1 else f'{len(missed)} fires'} up to "
        f"{last.scheduled_for:%Y-%m-%d %H:%M} UTC did not run: {last.reason}",
        workflow_id=last.workflow_id,
        run_id=last.id,
    )
