"""What somebody may do to a workflow besides editing it."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response
from fastapi.responses import RedirectResponse

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_list import find_number
from belfry.entrypoints.web.pages.scheduler.workflow_page import (
    WorkflowNumber,
    get_workflow,
    render_workflow,
)
from belfry.entrypoints.web.pages.visits import Editor, Runner, Visit
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

router = APIRouter(route_class=PageRoute)


@router.post("/workflows/{workflow_id:int}/pause")
def pause(visit: Runner, workflow_id: WorkflowNumber) -> Response:
    note = visit.form.get("note", "")
    visit.services.change_workflow.pause(workflow_id, note=note, by=visit.by)
    return visit.go(f"/workflows/{workflow_id}", "paused")


@router.post("/workflows/{workflow_id:int}/resume")
def resume(visit: Runner, workflow_id: WorkflowNumber) -> Response:
    visit.services.change_workflow.resume(workflow_id, by=visit.by)
    return visit.go(f"/workflows/{workflow_id}", "resumed")


@router.post("/workflows/{workflow_id:int}/run")
def run_now(visit: Runner, workflow_id: WorkflowNumber) -> Response:
    run = visit.services.start_run(workflow_id, by=visit.by)
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
        start = parse_local(visit.form.get("start", ""), zone, field="start")
        end = parse_local(visit.form.get("end", ""), zone, field="end")
        made = visit.services.backfill_runs(workflow_id, start=start, end=end, by=visit.by)
    except InputError as error:
        return render_workflow(visit, get_workflow(visit, workflow_id), error)
    return visit.go(f"/workflows/{workflow_id}", "backfilled" if made else "nothing-missing")


def parse_local(text: str, zone: ZoneInfo, *, field: str) -> datetime:
    """A date and time as a browser's own field gives it, on the wall clock of `zone`."""
    try:
        wall = datetime.fromisoformat(text)
        moment = wall.replace(tzinfo=zone) if wall.tzinfo is None else wall
        return moment.astimezone(UTC)
    except (ValueError, OverflowError) as error:
        said = "write a date and a time like 2026-11-16T09:00"
        raise InputError(said, field=field) from error


def _seen_revision(visit: Visit) -> int:
    """The revision the person had before them; a form that names none has seen nothing."""
    return find_number(visit.form.get("revision", ""))
