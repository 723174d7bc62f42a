"""Which runs there were, and how a person starts one, makes missed ones good, or replays one."""

from __future__ import annotations

from datetime import datetime, timedelta
from threading import Event
from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli import edits
from belfry.entrypoints.cli.answers import Rows, answer, show_moment, warn
from belfry.entrypoints.cli.completing import complete_workflow
from belfry.entrypoints.cli.opening import BY, TEAM, find_team_zone, open_team
from belfry.entrypoints.cli.options import Json, Team, parse_moment, parse_span
from belfry.entrypoints.cli.scheduler.workflows import Target, find_target
from belfry.entrypoints.cli.shapes import find_words, shape_record
from belfry.kernel.errors import NotFound, Temporary
from belfry.scheduler.runs.runs import Run, RunStatus

if TYPE_CHECKING:
    from belfry.bootstrap import Services

WAIT_FOR = timedelta(minutes=5)
LOOK_EVERY = timedelta(milliseconds=200)


def start(
    target: Target,
    one_input: edits.Input = None,
    inputs_json: edits.InputsJson = None,
    wait: Annotated[bool, typer.Option("--wait", help="Wait until it has ended.")] = False,
    within: Annotated[
        timedelta | None,
        typer.Option(
            "--within", metavar="SPAN", parser=parse_span, help="How long to wait; else 5m."
        ),
    ] = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Start a run now, beside the schedule; inputs given here replace the workflow's own.

    For example: belfry workflows run backup
    """
    with open_team(team) as services:
        workflow = find_target(services, target)
        inputs = edits.read_inputs(one_input, inputs_json, present=workflow.inputs)
        run = services.start_run(workflow.id, by=BY, inputs=inputs)
        if wait:
            run = _wait(services, run, WAIT_FOR if within is None else within)
        said = f"Run {run.id} of {workflow.name}: {run.status}."
        answer(shape_record(run), f"{said} {find_words(run)}".strip(), as_json=as_json)
    if wait and run.status is not RunStatus.SUCCEEDED:
        raise typer.Exit(1)


def show(
    target: Annotated[
        str | None,
        typer.Argument(
            metavar="WORKFLOW",
            help="Its id or name; else all of them.",
            autocompletion=complete_workflow,
        ),
    ] = None,
    statuses: Annotated[
        list[RunStatus] | None,
        typer.Option("--status", help="Only runs that are this; may be repeated."),
    ] = None,
    count: Annotated[int, typer.Option("-n", min=1, max=1000, help="How many, newest first.")] = 20,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """List runs, the newest first.

    For example: belfry workflows runs tick -n 5
    """
    with open_team(team) as services:
        workflow_id = find_target(services, target).id if target else None
        found = services.ports.runs.list_newest(
            team_id=TEAM, workflow_id=workflow_id, statuses=statuses or (), limit=count
        )
        zone = find_team_zone(services)
    rows = [
        (run.id, run.workflow_id, show_moment(run.scheduled_for, zone), run.cause, run.status)
        + (run.attempt, find_words(run))
        for run in found
    ]
    columns = ("run", "workflow", "scheduled for", "cause", "status", "attempt", "said")
    data = {"runs": [shape_record(run) for run in found]}
    answer(data, Rows(columns, rows, "No such runs."), as_json=as_json)


def backfill(
    target: Target,
    start_at: Annotated[
        datetime, typer.Option("--from", metavar="ISO", parser=parse_moment, help="From when.")
    ],
    end_at: Annotated[
        datetime, typer.Option("--to", metavar="ISO", parser=parse_moment, help="Up to when.")
    ],
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Make a run for each fire of a stretch of the past that has none.

    For example: belfry workflows backfill tick --from 2026-11-01T00:00Z --to 2026-11-08T00:00Z
    """
    with open_team(team) as services:
        workflow = find_target(services, target)
        made = services.backfill_runs(workflow.id, start=start_at, end=end_at, by=BY)
        zone = find_team_zone(services)
    rows = [(run.id, show_moment(run.scheduled_for, zone)) for run in made]
    said = Rows(("run", "scheduled for"), rows, "Every fire of that stretch has its run already.")
    answer({"runs": [shape_record(run) for run in made]}, said, as_json=as_json)


def replay(
    run_id: Annotated[str, typer.Argument(metavar="RUN", help="The id of the run.")],
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Give a run that did not succeed another set of attempts.

    For example: belfry workflows replay 7-20261116T080000Z
    """
    with open_team(team) as services:
        run = services.replay_run(run_id, by=BY)
    answer(shape_record(run), f"Run {run.id} is queued again.", as_json=as_json)


def _wait(services: Services, run: Run, within: timedelta) -> Run:
    """The run as it ended, or as it stands because there is nobody to carry it out."""
    clock = services.ports.clock
    deadline = clock.elapsed() + within
    while clock.elapsed() < deadline:
        found = services.ports.store.find(Run, run.id)
        if found is None:
            raise NotFound(f"run {run.id} is gone")
        if found.is_finished:
            return found
        if not _has_worker(services):
            warn("no worker is alive to carry it out: start `belfry serve` or `belfry worker`")
            return found
        Event().wait(LOOK_EVERY.total_seconds())
    raise Temporary(f"run {run.id} has not ended within {within}; it goes on")


def _has_worker(services: Services) -> bool:
    now = services.ports.clock.now()
    quiet = timedelta(seconds=services.settings.worker.dead_after_seconds)
    return any(abs(now - w.seen_at) < quiet for w in services.ports.monitor.list_workers())
