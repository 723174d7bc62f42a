"""Show workflows on one strip of time each: how the last day went, and when they ring next."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from belfry.kernel.errors import InputError
from belfry.scheduler.strips import Ahead, Window, find_fires

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from datetime import datetime

    from belfry.ports.clock import Clock
    from belfry.scheduler.ports import Monitor
    from belfry.scheduler.runs.runs import RunCount
    from belfry.scheduler.strips import Stretch
    from belfry.scheduler.workflows import Workflow


@dataclass(frozen=True, slots=True)
class Strip:
    """One workflow; `problem` says why nobody can tell when it rings."""

    workflow: Workflow
    past: tuple[RunCount, ...]
    fires: tuple[datetime, ...] | tuple[Stretch, ...] = ()
    problem: str = ""


@dataclass(frozen=True, slots=True)
class Timeline:
    window: Window
    strips: tuple[Strip, ...]


@dataclass(frozen=True, slots=True)
class ShowTimeline:
    monitor: Monitor
    clock: Clock

    def __call__(self, workflows: Sequence[Workflow], ahead: Ahead) -> Timeline:
        """The runs of all of them are counted at once, and one bad schedule hides no other."""
        window = Window(self.clock.now(), ahead)
        past: dict[int, list[RunCount]] = {one.id: [] for one in workflows}
        for count_row in self.monitor.count_runs(past, since=window.starts_at, until=window.now):
            past[count_row.workflow_id].append(count_row)
        return Timeline(window, tuple(_show(one, past[one.id], window) for one in workflows))


def _show(workflow: Workflow, past: Iterable[RunCount], window: Window) -> Strip:
    try:
        return Strip(workflow, tuple(past), find_fires(workflow, window))
    except InputError as error:
        return Strip(workflow, tuple(past), problem=str(error))
