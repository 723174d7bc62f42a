"""List, create, change, pause and archive workflows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

import typer

from belfry.entrypoints.cli.answers import (
    Rows,
    answer,
    find_state,
    find_words,
    shape_record,
    shape_workflow,
    show_moment,
    warn,
)
from belfry.entrypoints.cli.completing import complete_workflow
from belfry.entrypoints.cli.opening import (
    BY,
    TEAM,
    Json,
    Team,
    find_team_zone,
    open_team,
    parse_moment,
    parse_span,
)
from belfry.kernel.errors import InputError, NotFound, Temporary
from belfry.scheduler.runs import Run, RunStatus
from belfry.scheduler.workflows import CatchUp, Overlap

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
    archived: Annotated[bool, typer.Option("--archived", help="Show archived ones, too.")] = False,
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
    kind: Kind = "log",
    cron_schedule: Cron = None,
    timezone: Zone = None,
    one_input: Input = None,
    inputs_json: InputsJson = None,
    overlap: OverlapOption = None,
    catch_up: CatchUpOption = None,
    late_after: LateAfter = None,
    grace: Grace = None,
    attempts: Attempts = None,
    back_off: BackOff = None,
    time_limit: TimeLimit = None,
    jitter: Jitter = None,
    tell_after: TellAfter = None,
    is_api: IsApi = None,
    retry_interrupted: RetryInterrupted = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Make a workflow.

    For example: belfry workflows add "Ping the till" --cron "*/5 9-18 * * 1-6" --kind http --input url=https://till.example.com/ping
    """
    edit = collect_edit(context.params, inputs={})
    with open_team(team) as services:
        made = services.create_workflow(edit, team_id=TEAM, by=BY)
        _answer_with(services, made, "Made", as_json=as_json)


def change(
    context: typer.Context,
    target: Target,
    name: Annotated[
        str | None, typer.Option("--name", help="A new name.", show_default=False)
    ] = None,
    kind: Kind = None,
    cron_schedule: Cron = None,
    timezone: Zone = None,
    one_input: Input = None,
    inputs_json: InputsJson = None,
    overlap: OverlapOption = None,
    catch_up: CatchUpOption = None,
    late_after: LateAfter = None,
    grace: Grace = None,
    attempts: Attempts = None,
    back_off: BackOff = None,
    time_limit: TimeLimit = None,
    jitter: Jitter = None,
    tell_after: TellAfter = None,
    is_api: IsApi = None,
    retry_interrupted: RetryInterrupted = None,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Change what is named, and leave the rest as it is.

    For example: belfry workflows set tick --cron "0 7 * * *"
    """
    with open_team(team) as services:
        workflow = find_target(services, target)
        edit = collect_edit(context.params, inputs=workflow.inputs)
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
    """Pause a workflow's schedule.

    For example: belfry workflows pause digest --note "we are closed in August"
    """
    with open_team(team) as services:
        workflow = find_target(services, target)
        paused = services.change_workflow.pause(workflow.id, note=note, by=BY)
        _answer_with(services, paused, "Paused", as_json=as_json)


def resume(target: Target, team: Team = None, as_json: Json = False) -> None:
    """Resume a paused workflow's schedule, from now on.

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
    next_run = f"next run {at}" if next_at else find_state(workflow)
    said = f"{done} workflow {workflow.id}, {workflow.name}: {next_run}."
    answer(shape_workflow(workflow, next_at), said, as_json=as_json)


def _span(flag: str, says: str) -> Any:
    return typer.Option(flag, help=says, parser=parse_span, metavar="SPAN", show_default=False)


Kind = Annotated[
    str | None, typer.Option("--kind", help="What it does: log, http, or one a package brings.")
]
Cron = Annotated[
    str | None,
    typer.Option("--cron", metavar="EXPR", help='When it runs; "" for never by itself.'),
]
Zone = Annotated[
    str | None,
    typer.Option("--tz", metavar="ZONE", help="The zone its schedule is read in; else UTC."),
]
Input = Annotated[
    list[str] | None,
    typer.Option("--input", metavar="KEY=VALUE", help="One input, as text; may be repeated."),
]
InputsJson = Annotated[
    str | None,
    typer.Option("--inputs-json", metavar="JSON", help="All its inputs, as a JSON object."),
]
OverlapOption = Annotated[
    Overlap | None, typer.Option("--overlap", help="A fire while an earlier run is unfinished.")
]
CatchUpOption = Annotated[
    CatchUp | None, typer.Option("--catch-up", help="What to do with missed fires.")
]
LateAfter = Annotated[
    timedelta | None,
    _span("--late-after", "How late a fire may still be caught up."),
]
Grace = Annotated[
    timedelta | None,
    _span("--grace", "How late still counts as on time."),
]
Attempts = Annotated[int | None, typer.Option("--attempts", help="How often a run is tried.")]
BackOff = Annotated[
    timedelta | None,
    _span("--back-off", "The first pause between attempts; it doubles."),
]
TimeLimit = Annotated[
    timedelta | None,
    _span("--time-limit", "How long one attempt may take."),
]
Jitter = Annotated[
    timedelta | None,
    _span("--jitter", "Spread its start over this long; always the same."),
]
TellAfter = Annotated[
    int | None, typer.Option("--tell-after", help="Failures in a row until people are told.")
]
IsApi = Annotated[
    bool | None,
    typer.Option("--api/--no-api", help="Whether programs may start it.", show_default=False),
]
RetryInterrupted = Annotated[
    bool | None,
    typer.Option(
        "--retry-interrupted/--no-retry-interrupted",
        help="Whether a run whose worker died is tried again.",
        show_default=False,
    ),
]


def collect_edit(given: Mapping[str, Any], *, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, by the workflow's own names; `inputs` are its present ones."""
    from belfry.scheduler.change_workflows import EDITABLE

    edit = {name: given[name] for name in EDITABLE if given.get(name) is not None}
    said = read_inputs(given.get("one_input"), given.get("inputs_json"), present=inputs)
    return edit if said is None else {**edit, "inputs": said}


def read_inputs(
    pairs: Sequence[str] | None, text: str | None, *, present: Mapping[str, Any]
) -> dict[str, Any] | None:
    """`--inputs-json` replaces all inputs, each `--input` one of them; None if neither is given."""
    if not pairs and text is None:
        return None
    inputs = dict(present) if text is None else _read_json(text)
    for pair in pairs or ():
        name, equals, value = pair.partition("=")
        if not equals or not name.strip():
            raise InputError(f"found {pair!r}; expected key=value", field="--input")
        inputs[name.strip()] = value
    return inputs


def _read_json(text: str) -> dict[str, Any]:
    try:
        said = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON: {error}", field="--inputs-json") from error
    if not isinstance(said, dict):
        raise InputError('expected an object such as {"message": "hi"}', field="--inputs-json")
    return said


WAIT_FOR = timedelta(minutes=5)
LOOK_EVERY = timedelta(milliseconds=200)


def start(
    target: Target,
    one_input: Input = None,
    inputs_json: InputsJson = None,
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
        inputs = read_inputs(one_input, inputs_json, present=workflow.inputs)
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
