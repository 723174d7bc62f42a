"""Which workflows there are, and how they are made, changed, paused and put away."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli import edits
from belfry.entrypoints.cli.answers import Rows, answer, show_moment
from belfry.entrypoints.cli.completing import complete_workflow
from belfry.entrypoints.cli.opening import BY, TEAM, find_team_zone, open_team
from belfry.entrypoints.cli.options import Json, Team
from belfry.entrypoints.cli.shapes import find_state, shape_workflow
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services
    from belfry.scheduler.workflows import Workflow

Target = Annotated[
    str,
    typer.Argument(
        metavar="WORKFLOW", help="Its id or its name.", autocompletion=complete_workflow
    ),
]


def list_all(
    archived: Annotated[
        bool, typer.Option("--archived", help="Show those that were put away, too.")
    ] = False,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """List the workflows, each with its next fire and its latest run.

    For example: belfry workflows list
    """
    with open_team(team) as services:
        found = list(walk_workflows(services, archived=archived))
        ids = [workflow.id for workflow in found]
        fires = services.ports.triggers.find_next(ids)
        latest = services.ports.runs.find_latest(ids)
        zone = find_team_zone(services)
    rows = [
        (w.id, w.name, w.kind, w.cron_schedule, w.timezone, find_state(w))
        + (show_moment(fires.get(w.id), zone), latest[w.id].status if w.id in latest else "")
        for w in found
    ]
    columns = ("id", "name", "kind", "schedule", "zone", "state", "next", "latest run")
    data = [shape_workflow(workflow, fires.get(workflow.id)) for workflow in found]
    said = Rows(columns, rows, "No workflows yet: `belfry workflows add` makes one.")
    answer({"workflows": data}, said, as_json=as_json)


def add(
    context: typer.Context,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called.")],
    kind: edits.Kind = "log",
    cron_schedule: edits.Cron = None,
    timezone: edits.Zone = None,
    one_input: edits.Input = None,
    inputs_json: edits.InputsJson = None,
    overlap: edits.OverlapOption = None,
    catch_up: edits.CatchUpOption = None,
    late_after: edits.LateAfter = None,
    grace: edits.Grace = None,
    attempts: edits.Attempts = None,
    back_off: edits.BackOff = None,
    time_limit: edits.TimeLimit = None,
    jitter: edits.Jitter = None,
    tell_after: edits.TellAfter = None,
    is_api: edits.IsApi = None,
    retry_interrupted: edits.RetryInterrupted = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Make a workflow.

    For example: belfry workflows add "Ping the till" --cron "*/5 9-18 * * 1-6" --kind http --input url=https://till.example.com/ping
    """
    edit = edits.collect_edit(context.params, inputs={})
    with open_team(team) as services:
        made = services.create_workflow(edit, team_id=TEAM, by=BY)
        _answer_with(services, made, "Made", as_json=as_json)


def change(
    context: typer.Context,
    target: Target,
    name: Annotated[
        str | None, typer.Option("--name", help="A new name.", show_default=False)
    ] = None,
    kind: edits.Kind = None,
    cron_schedule: edits.Cron = None,
    timezone: edits.Zone = None,
    one_input: edits.Input = None,
    inputs_json: edits.InputsJson = None,
    overlap: edits.OverlapOption = None,
    catch_up: edits.CatchUpOption = None,
    late_after: edits.LateAfter = None,
    grace: edits.Grace = None,
    attempts: edits.Attempts = None,
    back_off: edits.BackOff = None,
    time_limit: edits.TimeLimit = None,
    jitter: edits.Jitter = None,
    tell_after: edits.TellAfter = None,
    is_api: edits.IsApi = None,
    retry_interrupted: edits.RetryInterrupted = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Change what is named, and leave the rest as it is.

    For example: belfry workflows set tick --cron "0 7 * * *"
    """
    with open_team(team) as services:
        workflow = find_target(services, target)
        edit = edits.collect_edit(context.params, inputs=workflow.inputs)
        if not edit:
            raise InputError("nothing to change: name at least one option")
        changed = services.change_workflow.edit(
            workflow.id, edit, by=BY, expected=workflow.revision
        )
        _answer_with(services, changed, "Changed", as_json=as_json)


def pause(
    target: Target,
    note: Annotated[
        str, typer.Option("--note", help="Why, for whoever finds it paused.", show_default=False)
    ] = "",
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Stop a workflow's bell for a while.

    For example: belfry workflows pause digest --note "we are closed in August"
    """
    with open_team(team) as services:
        workflow = find_target(services, target)
        paused = services.change_workflow.pause(workflow.id, note=note, by=BY)
        _answer_with(services, paused, "Paused", as_json=as_json)


def resume(target: Target, team: Team = None, as_json: Json = False) -> None:
    """Let a paused workflow ring again, from now on.

    For example: belfry workflows resume digest
    """
    with open_team(team) as services:
        resumed = services.change_workflow.resume(find_target(services, target).id, by=BY)
        _answer_with(services, resumed, "Resumed", as_json=as_json)


def archive(target: Target, team: Team = None, as_json: Json = False) -> None:
    """Put a workflow away; its history stays.

    For example: belfry workflows archive "Ping the till"
    """
    with open_team(team) as services:
        archived = services.change_workflow.archive(find_target(services, target).id, by=BY)
        _answer_with(services, archived, "Archived", as_json=as_json)


def find_target(services: Services, target: str) -> Workflow:
    """The team's workflow with that id or that name."""
    workflows = services.ports.workflows
    found = workflows.find(int(target)) if target.isdecimal() and len(target) < 19 else None
    if found is None or found.team_id != TEAM:
        found = workflows.find_by_name(TEAM, target)
    if found is None:
        raise NotFound(f"there is no workflow {target!r}: `belfry workflows list` shows them")
    return found


def walk_workflows(services: Services, *, archived: bool) -> Iterator[Workflow]:
    after = 0
    while page := services.ports.workflows.list(team_id=TEAM, after=after, archived=archived):
        yield from page
        after = page[-1].id


def _answer_with(services: Services, workflow: Workflow, done: str, *, as_json: bool) -> None:
    next_at = services.ports.triggers.find_next([workflow.id]).get(workflow.id)
    at = show_moment(next_at, find_team_zone(services))
    rings = f"rings next {at}" if next_at else find_state(workflow)
    said = f"{done} workflow {workflow.id}, {workflow.name}: {rings}."
    answer(shape_workflow(workflow, next_at), said, as_json=as_json)
