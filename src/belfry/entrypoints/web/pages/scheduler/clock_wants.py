"""What of the clock wants somebody's attention: what did not ring, did not run, or failed."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belfry.entrypoints.web.pages.messages.message_views import MessageView
    from belfry.entrypoints.web.pages.visits import Visit
    from belfry.scheduler.runs import Notice, Run, WorkflowHealth
    from belfry.scheduler.triggers import Trigger
    from belfry.workspace.data_problems import DataProblem

MOST = 20
SHOWN_FOR = timedelta(days=7)
FAILING = "failing"


@dataclass(frozen=True, slots=True)
class Failing:
    """A workflow that fails, by all that is known of it: each of the three may be missing.

    `run` is the newest that did not do its work, and `others` counts those before it.
    """

    workflow_id: int
    notice: Notice | None
    health: WorkflowHealth | None
    run: Run | None
    others: int


@dataclass(frozen=True, slots=True)
class ClockWants:
    """`notices` are those that speak of something else than a workflow that fails."""

    failing: Sequence[Failing]
    notices: Sequence[Notice]
    troubled: Sequence[Trigger]
    message_views: Sequence[MessageView]
    data_problems: Sequence[DataProblem]

    def __len__(self) -> int:
        told = len(self.failing) + len(self.notices) + len(self.troubled)
        return told + len(self.message_views) + len(self.data_problems)

    @property
    def is_bad(self) -> bool:
        return bool(self.failing or self.troubled)


def find_clock_wants(
    visit: Visit, message_views: Sequence[MessageView], data_problems: Sequence[DataProblem]
) -> ClockWants:
    ports = visit.services.ports
    notices = ports.monitor.list_open_notices(limit=MOST)
    told = {one.workflow_id: one for one in notices if one.kind == FAILING and one.workflow_id}
    return ClockWants(
        failing=_list_failing(visit, told, _list_parked(visit)),
        notices=[one for one in notices if one not in told.values()],
        troubled=ports.triggers.list_troubled(limit=MOST),
        message_views=message_views,
        data_problems=data_problems,
    )


def _list_failing(visit: Visit, told: dict[int, Notice], parked: Sequence[Run]) -> list[Failing]:
    """Each workflow once; one whose newest run somebody put away rests until it fails again."""
    healths = {
        one.workflow_id: one for one in visit.services.ports.monitor.list_failing(limit=MOST)
    }
    away = visit.services.dismiss_run.find_dismissed(parked)
    runs = {number: [run for run in parked if run.workflow_id == number] for number in _ids(parked)}
    found = [
        Failing(number, told.get(number), healths.get(number), of[0] if of else None, len(of[1:]))
        for number in dict.fromkeys([*told, *runs, *healths])
        for of in [runs.get(number, [])]
    ]
    return [one for one in found if one.notice or one.run is None or one.run.id not in away]


def _ids(runs: Iterable[Run]) -> dict[int, None]:
    return dict.fromkeys(run.workflow_id for run in runs)


def _list_parked(visit: Visit) -> Sequence[Run]:
    """The newest first; what was parked long ago is left to its history."""
    since = visit.now - SHOWN_FOR
    return visit.services.ports.monitor.list_parked(since=since, limit=MOST)
