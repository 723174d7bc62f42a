"""Workflows and runs: the list, the page of each, and what may be done to them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import Annotated
from zoneinfo import ZoneInfo

from fastapi import APIRouter, Path, Response
from fastapi.responses import RedirectResponse

from belfry.entrypoints.web.pages.addresses import parse_cursor, parse_number, render_cursor
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Editor, Looker, Runner, Visit
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError, NotFound
from belfry.scheduler.ports import Workflows
from belfry.scheduler.runs import REPLAYABLE, Run, WorkflowHealth, is_run_id
from belfry.scheduler.triggers import Trigger, find_next
from belfry.scheduler.workflows import BUILTINS, INTERNAL_KINDS, Workflow

router = APIRouter(route_class=PageRoute)

PER_PAGE = 25
READ_AT_ONCE = 500
SHOWN = {
    "yours": "Your workflows",
    "belfry": "Belfry's own",
    "paused": "Paused",
    "archived": "Archived",
}


@dataclass(frozen=True, slots=True)
class Row:
    """`health` only of a workflow that is failing."""

    workflow: Workflow
    fires: Sequence[datetime]
    latest: Run | None
    is_busy: bool
    health: WorkflowHealth | None


@router.get("/workflows")
def list_workflows(visit: Looker) -> Response:
    asked = visit.request.query_params
    shown = asked.get("show", "yours")
    after = parse_number(asked.get("after", ""))
    matching = find_matching(visit.services.ports.workflows, asked.get("q", ""), shown, after)
    page = list(islice(matching, PER_PAGE + 1))
    return visit.show(
        "workflows.html",
        rows=list_rows(visit, page[:PER_PAGE]),
        q=asked.get("q", ""),
        shown=shown if shown in SHOWN else "yours",
        choices=SHOWN,
        is_first=after == 0,
        following=page[PER_PAGE - 1].id if len(page) > PER_PAGE else None,
        back=visit.here,
    )


def find_matching(workflows: Workflows, q: str, shown: str, after: int) -> Iterator[Workflow]:
    """The matching workflows by id, read lazily."""
    wanted = " ".join(q.split()).casefold()
    while page := workflows.list(
        team_id=None, after=after, limit=READ_AT_ONCE, archived=shown == "archived"
    ):
        for workflow in page:
            if wanted in workflow.name.casefold() and _is_shown(workflow, shown):
                yield workflow
        if len(page) < READ_AT_ONCE:
            return
        after = page[-1].id


def _is_shown(workflow: Workflow, shown: str) -> bool:
    match shown:
        case "all":
            return True
        case "belfry":
            return workflow.kind in INTERNAL_KINDS
        case "paused":
            return workflow.paused_at is not None
        case "archived":
            return workflow.archived_at is not None
        case _:
            return workflow.kind not in INTERNAL_KINDS


def list_rows(visit: Visit, workflows: Sequence[Workflow]) -> list[Row]:
    ports = visit.services.ports
    ids = [workflow.id for workflow in workflows]
    nexts, latest, busy = (
        ports.triggers.find_next(ids),
        ports.runs.find_latest(ids),
        ports.runs.find_busy(ids),
    )
    failing = {h.workflow_id: h for h in ports.monitor.list_failing(limit=READ_AT_ONCE)}
    return [
        Row(w, find_fires(w, nexts.get(w.id), 2), latest.get(w.id), w.id in busy, failing.get(w.id))
        for w in workflows
    ]


def find_fires(workflow: Workflow, first: datetime | None, count: int) -> list[datetime]:
    fires: list[datetime] = []
    fire = first
    with suppress(InputError):  # a zone or schedule that is no longer valid
        while fire is not None and len(fires) < count:
            fires.append(fire)
            fire = find_next(workflow, fire)
    return fires


FIRES_SHOWN, RUNS_SHOWN, CHANGES_SHOWN = 5, 20, 20
LARGEST_NUMBER = 2**53

WorkflowNumber = Annotated[int, Path(le=LARGEST_NUMBER)]


@router.get("/workflows/{workflow_id:int}")
def show_workflow(visit: Looker, workflow_id: WorkflowNumber) -> Response:
    return render_workflow(visit, get_workflow(visit, workflow_id))


def get_workflow(visit: Visit, workflow_id: int) -> Workflow:
    workflow = visit.services.ports.workflows.find(workflow_id)
    if workflow is None:
        raise NotFound(f"there is no workflow {workflow_id}")
    return workflow


def render_workflow(visit: Visit, workflow: Workflow, error: InputError | None = None) -> Response:
    ports = visit.services.ports
    trigger = ports.store.find(Trigger, workflow.key) or Trigger(workflow.id, None)
    place = parse_cursor(visit.request.query_params.get("before", ""))
    before = place if place and is_run_id(place[1]) else None
    runs = ports.runs.list_newest(workflow_id=workflow.id, before=before, limit=RUNS_SHOWN + 1)
    last = runs[RUNS_SHOWN - 1] if len(runs) > RUNS_SHOWN else None
    audit_log = ports.audit_log.list_entries(workflow.subject)
    return visit.show(
        "workflow.html",
        error=error,
        workflow=workflow,
        does=next((kind.does for kind in BUILTINS if kind.name == workflow.kind), ""),
        zone=_find_zone(workflow),
        trigger=trigger,
        health=ports.store.find(WorkflowHealth, workflow.key) or WorkflowHealth(workflow.id),
        fires=find_fires(workflow, None if trigger.problem else trigger.next_at, FIRES_SHOWN),
        runs=runs[:RUNS_SHOWN],
        following=render_cursor(last.scheduled_for, last.id) if last else None,
        audit_log=list(reversed(audit_log))[:CHANGES_SHOWN],
        backfill=visit.form,
    )


def _find_zone(workflow: Workflow) -> object:
    """None for a zone that is no longer known."""
    try:
        return find_zone(workflow.timezone)
    except InputError:
        return None


@router.post("/workflows/{workflow_id:int}/pause")
def pause(visit: Runner, workflow_id: WorkflowNumber) -> Response:
    note = visit.form["note"]
    visit.services.change_workflow.pause(workflow_id, note=note, by=visit.by)
    return visit.go(f"/workflows/{workflow_id}", "paused")


@router.post("/workflows/{workflow_id:int}/resume")
def resume(visit: Runner, workflow_id: WorkflowNumber) -> Response:
    visit.services.change_workflow.resume(workflow_id, by=visit.by)
    return visit.go(f"/workflows/{workflow_id}", "resumed")


@router.post("/workflows/{workflow_id:int}/run")
def run_now(visit: Runner, workflow_id: WorkflowNumber) -> Response:
    run = visit.services.change_runs.start(workflow_id, by=visit.by)
    return RedirectResponse(f"/runs/{run.id}", status_code=303)


@router.post("/workflows/{workflow_id:int}/archive")
def archive(visit: Editor, workflow_id: WorkflowNumber) -> Response:
    seen = _seen_revision(visit)
    visit.services.change_workflow.archive(workflow_id, by=visit.by, expected=seen)
    return visit.go(f"/workflows/{workflow_id}", "archived")


@router.post("/workflows/{workflow_id:int}/delete")
def delete(visit: Editor, workflow_id: WorkflowNumber) -> Response:
    seen = _seen_revision(visit)
    visit.services.change_workflow.delete(workflow_id, by=visit.by, expected=seen)
    return visit.go("/workflows", "deleted")


@router.post("/workflows/{workflow_id:int}/backfill")
def backfill(visit: Editor, workflow_id: WorkflowNumber) -> Response:
    zone = find_zone(visit.services.settings.timezone)
    try:
        start = parse_local(visit.form["start"], zone, field="start")
        end = parse_local(visit.form["end"], zone, field="end")
        made = visit.services.change_runs.backfill(workflow_id, start=start, end=end, by=visit.by)
    except InputError as error:
        return render_workflow(visit, get_workflow(visit, workflow_id), error)
    return visit.go(f"/workflows/{workflow_id}", "backfilled" if made else "nothing-missing")


def parse_local(text: str, zone: ZoneInfo, *, field: str) -> datetime:
    """A date and time as a browser's date field gives it, in `zone`."""
    try:
        wall = datetime.fromisoformat(text)
        moment = wall.replace(tzinfo=zone) if wall.tzinfo is None else wall
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        message = "write a date and a time like 2026-11-16T09:00"
        raise InputError(message, field=field) from error


def _seen_revision(visit: Visit) -> int:
    """The revision that the form was made for; 0 if it names none."""
    return parse_number(visit.form["revision"])


RunName = Annotated[str, Path(pattern=r"^[0-9]{1,18}-[0-9A-Za-z]{1,30}$")]


@router.get("/runs/{run_id}")
def show_run(visit: Looker, run_id: RunName) -> Response:
    ports = visit.services.ports
    run = ports.store.find(Run, run_id)
    if run is None:
        raise NotFound(f"there is no run {run_id}")
    workflow = ports.store.find(Workflow, str(run.workflow_id))
    is_there = workflow is not None and not (workflow.archived_at or workflow.deleted_at)
    return visit.show(
        "run.html",
        run=run,
        workflow=workflow,
        attempts=ports.runs.list_attempts(run.id),
        may_replay=is_there and run.status in REPLAYABLE,
    )


@router.post("/runs/{run_id}/replay")
def replay(visit: Runner, run_id: RunName) -> Response:
    visit.services.change_runs.replay(run_id, by=visit.by)
    return visit.go(f"/runs/{run_id}", "replayed")
