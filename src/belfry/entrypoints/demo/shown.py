"""What the demo shows: what rang, what people were told, and each run as it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.cron.builtins import BUILTINS
from belfry.cron.runs import RunStatus
from belfry.entrypoints.cli.answers import Rows
from belfry.entrypoints.cli.shapes import find_state, find_words
from belfry.kernel.cadence import find_zone

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, tzinfo

    from belfry.bootstrap import Services
    from belfry.cron.runs import Run

MOST_RUNS = 10_000
_OWN = frozenset(builtin.name for builtin in BUILTINS)


def summarise(services: Services) -> list[dict[str, Any]]:
    """Each workflow with the number of its runs, what became of them, and the latest word."""
    ports = services.ports
    workflows = ports.workflows.list(team_id=1)
    fires = ports.bells.find_next([workflow.id for workflow in workflows])
    told = []
    for workflow in workflows:
        runs = ports.runs.list_newest(workflow_id=workflow.id, limit=MOST_RUNS)
        told.append(
            {
                "name": workflow.name,
                "schedule": workflow.cron_schedule,
                "state": find_state(workflow),
                "runs": len(runs),
                "succeeded": _count(runs, RunStatus.SUCCEEDED),
                "parked": _count(runs, RunStatus.PARKED),
                "latest": find_words(runs[0]) if runs else "",
                "next_at": fires.get(workflow.id),
            }
        )
    return told


def tabulate(services: Services, told: Sequence[dict[str, Any]]) -> Rows:
    zone = find_zone(services.settings.timezone)
    columns = ("workflow", "schedule", "rang", "succeeded", "parked", "next", "latest")
    rows = [
        (t["name"], t["schedule"], t["runs"], t["succeeded"], t["parked"])
        + (_show_next(t["next_at"], zone), t["latest"] or t["state"])
        for t in told
    ]
    return Rows(columns, rows, "Nothing rang.")


def _show_next(moment: datetime | None, zone: tzinfo) -> str:
    return f"{moment.astimezone(zone):%a %H:%M}" if moment else "-"


def list_notices(services: Services) -> list[str]:
    return [notice.text for notice in services.ports.lookout.list_open_notices()]


def describe_run(services: Services, run: Run) -> str | None:
    """One line for a run that has just ended; None for those of Belfry's own housekeeping."""
    workflow = services.ports.workflows.find(run.workflow_id)
    if workflow is None or workflow.name in _OWN:
        return None
    at = services.ports.clock.now().astimezone(find_zone(services.settings.timezone))
    return f"{at:%H:%M:%S}  {workflow.name}: {run.status}. {find_words(run)}"


def _count(runs: Sequence[Run], status: RunStatus) -> int:
    return sum(run.status is status for run in runs)
