"""What the demo shows: one of everything, the whole for programs, and each run as it ends."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from rich.padding import Padding
from rich.text import Text

from belfry.cron.builtins import BUILTINS
from belfry.cron.runs import RunStatus
from belfry.entrypoints.cli.answers import make_plain, open_console
from belfry.entrypoints.cli.shapes import find_state, find_words
from belfry.entrypoints.demo.glimpses import list_glimpses
from belfry.entrypoints.demo.rota_shown import summarise_rota
from belfry.entrypoints.demo.said import list_said
from belfry.kernel.cadence import find_zone

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.bootstrap import Services
    from belfry.cron.runs import Run

MOST_RUNS = 10_000
_OWN = frozenset(builtin.name for builtin in BUILTINS)


def collect_everything(services: Services) -> dict[str, Any]:
    """The whole, for programs."""
    return {
        "counts": count_everything(services),
        "glimpses": [asdict(one) for one in list_glimpses(services)],
        "workflows": summarise(services),
        "messages": list_said(services),
        "rota": summarise_rota(services),
        "notices": list_notices(services),
    }


def count_everything(services: Services) -> dict[str, int]:
    ports, seen = services.ports, services.ports.jobs.sightings()
    return {
        "people": len(services.rota.drafts.read_sheets.staff().found.rows),
        "jobs": len(seen.still_open) + len(seen.over),
        "controls": ports.controls.count(),
        "messages": sum(ports.messages.count_states().values()),
    }


def show_everything(services: Services) -> None:
    """For people: a heading and its sentences, plain where nobody looks at a terminal."""
    console = open_console()
    counted = ", ".join(f"{count} {what}" for what, count in count_everything(services).items())
    console.print(Text(f"{services.settings.name}, four weeks on: {counted}.", style="bold"))
    for one in list_glimpses(services):
        console.print(Text(f"\n{one.title}", style="bold cyan"))
        for line in one.lines:
            indented = Padding(Text(make_plain(line)), (0, 0, 0, 2), expand=False)
            console.print(indented, soft_wrap=not console.is_terminal)


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
