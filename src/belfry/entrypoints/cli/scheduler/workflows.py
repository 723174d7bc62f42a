"""List, create, change, pause and archive workflows."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from threading import Event
from typing import TYPE_CHECKING, Annotated, Any

from belfry.entrypoints.cli.answers import (
    Answer,
    Rows,
    find_state,
    find_words,
    shape_record,
    show_moment,
    warn,
)
from belfry.entrypoints.cli.completing import complete_workflow
from belfry.entrypoints.cli.opening import (
    TEAM,
    By,
    argument,
    find_team_zone,
    option,
    parse_moment,
    parse_span,
    taking,
)
from belfry.kernel.errors import InputError, NotFound, Temporary
from belfry.scheduler.runs import Run, RunStatus
from belfry.scheduler.workflows import CatchUp, Overlap, split_names

if TYPE_CHECKING:
    from collections.abc import Iterator

    from belfry.bootstrap import Services
    from belfry.scheduler.runs import Worker
    from belfry.scheduler.workflows import Workflow


Target = Annotated[
    str, argument("WORKFLOW", "Its id or its name.", autocompletion=complete_workflow)
]
Input = Annotated[
    list[str] | None, option("--input", "One input, as text; may be repeated.", "KEY=VALUE")
]
InputsJson = Annotated[
    str | None, option("--inputs-json", "All its inputs, as a JSON object.", "JSON")
]


def _text(flag: str, help: str, metavar: str | None = None) -> Any:
    return Annotated[str | None, option(flag, help, metavar)]


def _number(flag: str, help: str) -> Any:
    return Annotated[int | None, option(flag, help)]


def _span(flag: str, help: str) -> Any:
    return Annotated[timedelta | None, option(flag, help, "SPAN", parser=parse_span)]


def _either(flags: str, help: str) -> Any:
    return Annotated[bool | None, option(flags, help)]


OPTIONS = {
    "kind": _text("--kind", "What it does: log, http, or one a package brings."),
    "cron_schedule": _text("--cron", 'When it runs; "" for never by itself.', "EXPR"),
    "timezone": _text("--tz", "The zone its schedule is read in; else UTC.", "ZONE"),
    "one_input": Input,
    "inputs_json": InputsJson,
    "overlap": Annotated[
        Overlap | None, option("--overlap", "A fire while an earlier run is unfinished.")
    ],
    "catch_up": Annotated[CatchUp | None, option("--catch-up", "What to do with missed fires.")],
    "late_after": _span("--late-after", "How late a fire may still be caught up."),
    "grace": _span("--grace", "How late still counts as on time."),
    "attempts": _number("--attempts", "How often a run is tried."),
    "back_off": _span("--back-off", "The first pause between attempts; it doubles."),
    "time_limit": _span("--time-limit", "How long one attempt may take."),
    "jitter": _span("--jitter", "Spread its start over this long; always the same."),
    "notify": _text(
        "--notify", 'Who hears of its notices, with commas between; "" for the owner.', "NAMES"
    ),
    "notify_urgent": _either(
        "--notify-urgent/--no-notify-urgent", "Whether they hear of them at any hour."
    ),
    "queue": _text("--queue", "The queue whose limit its runs share; else default."),
    "tell_after": _number("--tell-after", "Failures in a row until people are told."),
    "is_api": _either("--api/--no-api", "Whether programs may start it."),
    "retry_interrupted": _either(
        "--retry-interrupted/--no-retry-interrupted",
        "Whether a run whose worker died is tried again.",
    ),
}


def list_all(
    services: Services,
    archived: Annotated[bool, option("--archived", "Show archived ones, too.")] = False,
) -> Answer:
    """List the workflows, each with its next fire and its latest run.

    For example: belfry workflows list
    """
    workflows = list(walk_workflows(services, archived=archived))
    ids = [workflow.id for workflow in workflows]
    fires = services.ports.triggers.find_next(ids)
    latest = services.ports.runs.find_latest(ids)
    zone = find_team_zone(services)
    rows = [
        (w.id, w.name, w.kind, w.cron_schedule, w.timezone, find_state(w))
        + (show_moment(fires.get(w.id), zone), latest[w.id].status if w.id in latest else "")
        for w in workflows
    ]
    columns = ("id", "name", "kind", "schedule", "zone", "state", "next", "latest run")
    data = [shape_workflow(workflow, fires.get(workflow.id)) for workflow in workflows]
    table = Rows(columns, rows, "No workflows yet: `belfry workflows add` creates one.")
    return Answer({"workflows": data}, table)


@taking(**OPTIONS)
def add(
    services: Services,
    name: Annotated[str, argument("NAME", "What it is called.")],
    by: By = "",
    **options: Any,
) -> Answer:
    """Create a workflow.

    For example: belfry workflows add "Ping the till" --cron "*/5 9-18 * * 1-6" --kind http --input url=https://till.example.com/ping
    """
    edit = collect_edit({**options, "name": name, "kind": options["kind"] or "log"}, inputs={})
    workflow = services.create_workflow(edit, team_id=TEAM, by=by)
    return _answer_with(services, workflow, "Made")


@taking(name=_text("--name", "A new name."), **OPTIONS)
def change(services: Services, target: Target, by: By = "", **options: Any) -> Answer:
    """Change the given settings of a workflow.

    For example: belfry workflows set tick --cron "0 7 * * *"
    """
    workflow = find_target(services, target)
    edit = collect_edit(options, inputs=workflow.inputs)
    if not edit:
        raise InputError("nothing to change: name at least one option")
    changed = services.change_workflow.edit(workflow.id, edit, by=by, expected=workflow.revision)
    return _answer_with(services, changed, "Changed")


def pause(
    services: Services,
    target: Target,
    note: Annotated[str, option("--note", "Why, shown with the paused workflow.")] = "",
    by: By = "",
) -> Answer:
    """Pause a workflow's schedule.

    For example: belfry workflows pause digest --note "we are closed in August"
    """
    workflow = find_target(services, target)
    paused = services.change_workflow.pause(workflow.id, note=note, by=by)
    return _answer_with(services, paused, "Paused")


def resume(services: Services, target: Target, by: By = "") -> Answer:
    """Resume a paused workflow's schedule, from now on.

    For example: belfry workflows resume digest
    """
    resumed = services.change_workflow.resume(find_target(services, target).id, by=by)
    return _answer_with(services, resumed, "Resumed")


def archive(services: Services, target: Target, by: By = "") -> Answer:
    """Archive a workflow; its history stays.

    For example: belfry workflows archive "Ping the till"
    """
    archived = services.change_workflow.archive(find_target(services, target).id, by=by)
    return _answer_with(services, archived, "Archived")


def find_target(services: Services, target: str) -> Workflow:
    """The team's workflow with that id or that name."""
    workflows = services.ports.workflows
    workflow = workflows.find(int(target)) if target.isdecimal() and len(target) < 19 else None
    if workflow is None or workflow.team_id != TEAM:
        workflow = workflows.find_by_name(TEAM, target)
    if workflow is None:
        raise NotFound(f"there is no workflow {target!r}: `belfry workflows list` shows them")
    return workflow


def walk_workflows(
    services: Services, *, team_id: int | None = TEAM, archived: bool = False
) -> Iterator[Workflow]:
    after = 0
    while page := services.ports.workflows.list(team_id=team_id, after=after, archived=archived):
        yield from page
        after = page[-1].id


def _answer_with(services: Services, workflow: Workflow, done: str) -> Answer:
    next_at = services.ports.triggers.find_next([workflow.id]).get(workflow.id)
    at = show_moment(next_at, find_team_zone(services))
    next_run = f"next run {at}" if next_at else find_state(workflow)
    sentence = f"{done} workflow {workflow.id}, {workflow.name}: {next_run}."
    shape = shape_workflow(workflow, next_at)
    warning = [f"Mind: {shape['warning']}."] if shape["warning"] else []
    return Answer(shape, [sentence, *warning])


def shape_workflow(workflow: Workflow, next_fire_at: datetime | None) -> dict[str, Any]:
    return {
        **shape_record(workflow),
        "revision": workflow.revision,
        "paused": workflow.paused_at is not None,
        "archived": workflow.archived_at is not None,
        "notify": split_names(workflow.notify),
        "next_fire_at": next_fire_at,
        "warning": workflow.pause_warning if workflow.paused_at else "",
    }


def collect_edit(options: Mapping[str, Any], *, inputs: Mapping[str, Any]) -> dict[str, Any]:
    """The options that were given, by the workflow's own names; `inputs` are its present ones."""
    from belfry.scheduler.change_workflows import EDITABLE

    edit = {name: options[name] for name in EDITABLE if options.get(name) is not None}
    new_inputs = read_inputs(options.get("one_input"), options.get("inputs_json"), present=inputs)
    return edit if new_inputs is None else {**edit, "inputs": new_inputs}


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
        parsed = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise InputError(f"this is not JSON: {error}", field="--inputs-json") from error
    if not isinstance(parsed, dict):
        raise InputError('expected an object such as {"message": "hi"}', field="--inputs-json")
    return parsed


WAIT_FOR = timedelta(minutes=5)
LOOK_EVERY = timedelta(milliseconds=200)


def start(
    services: Services,
    target: Target,
    one_input: Input = None,
    inputs_json: InputsJson = None,
    wait: Annotated[bool, option("--wait", "Wait until it has ended.")] = False,
    within: Annotated[
        timedelta | None,
        option("--within", "How long to wait; else 5m.", "SPAN", parser=parse_span),
    ] = None,
    by: By = "",
) -> Answer:
    """Start a run now, beside the schedule; inputs given here replace the workflow's own.

    For example: belfry workflows run backup
    """
    workflow = find_target(services, target)
    inputs = read_inputs(one_input, inputs_json, present=workflow.inputs)
    run = services.change_runs.start(workflow.id, by=by, inputs=inputs)
    if wait:
        run = _wait(services, run, WAIT_FOR if within is None else within)
    text = f"Run {run.id} of {workflow.name}: {run.status}. {find_words(run)}".strip()
    return Answer(shape_record(run), text, is_well=not wait or run.status is RunStatus.SUCCEEDED)


def show(
    services: Services,
    target: Annotated[
        str | None,
        argument("WORKFLOW", "Its id or name; else all of them.", autocompletion=complete_workflow),
    ] = None,
    statuses: Annotated[
        list[RunStatus] | None, option("--status", "Only runs that are this; may be repeated.")
    ] = None,
    count: Annotated[
        int, option("-n", "How many, newest first.", min=1, max=1000, show_default=True)
    ] = 20,
) -> Answer:
    """List runs, the newest first.

    For example: belfry workflows runs tick -n 5
    """
    workflow_id = find_target(services, target).id if target else None
    runs = services.ports.runs.list_newest(
        team_id=TEAM, workflow_id=workflow_id, statuses=statuses or (), limit=count
    )
    zone = find_team_zone(services)
    rows = [
        (run.id, run.workflow_id, show_moment(run.scheduled_for, zone), run.cause, run.status)
        + (run.attempt, find_words(run))
        for run in runs
    ]
    columns = ("run", "workflow", "scheduled for", "cause", "status", "attempt", "said")
    data = {"runs": [shape_record(run) for run in runs]}
    return Answer(data, Rows(columns, rows, "No such runs."))


def backfill(
    services: Services,
    target: Target,
    start_at: Annotated[datetime, option("--from", "From when.", "ISO", parser=parse_moment)],
    end_at: Annotated[datetime, option("--to", "Up to when.", "ISO", parser=parse_moment)],
    by: By = "",
) -> Answer:
    """Create the missing runs of a period in the past.

    For example: belfry workflows backfill tick --from 2026-11-01T00:00Z --to 2026-11-08T00:00Z
    """
    workflow = find_target(services, target)
    runs = services.change_runs.backfill(workflow.id, start=start_at, end=end_at, by=by)
    zone = find_team_zone(services)
    rows = [(run.id, show_moment(run.scheduled_for, zone)) for run in runs]
    table = Rows(("run", "scheduled for"), rows, "Every fire of that stretch has its run already.")
    return Answer({"runs": [shape_record(run) for run in runs]}, table)


def replay(
    services: Services, run_id: Annotated[str, argument("RUN", "The id of the run.")], by: By = ""
) -> Answer:
    """Give a run that did not succeed another set of attempts.

    For example: belfry workflows replay 7-20261116T080000Z
    """
    run = services.change_runs.replay(run_id, by=by)
    return Answer(shape_record(run), f"Run {run.id} is queued again.")


def _wait(services: Services, run: Run, within: timedelta) -> Run:
    """The run as it ended, or as it stands if no worker is running."""
    clock = services.ports.clock
    deadline = clock.elapsed() + within
    while clock.elapsed() < deadline:
        stored_run = services.ports.store.find(Run, run.id)
        if stored_run is None:
            raise NotFound(f"run {run.id} is gone")
        if stored_run.is_finished:
            return stored_run
        if not list_live_workers(services):
            warn("no worker is alive to carry it out: start `belfry serve` or `belfry worker`")
            return stored_run
        Event().wait(LOOK_EVERY.total_seconds())
    raise Temporary(f"run {run.id} has not ended within {within}; it goes on")


def list_live_workers(services: Services) -> list[Worker]:
    now = services.ports.clock.now()
    within = timedelta(seconds=services.settings.worker.dead_after_seconds)
    workers = services.ports.monitor.list_workers()
    return [worker for worker in workers if abs(now - worker.seen_at) <= within]
