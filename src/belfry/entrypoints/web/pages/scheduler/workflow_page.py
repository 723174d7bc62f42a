"""One workflow with all there is to know: its schedule, its runs, and who changed what."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_list import find_fires
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import InputError, NotFound
from belfry.scheduler.builtins import BUILTINS
from belfry.scheduler.runs import WorkflowHealth
from belfry.scheduler.triggers import Trigger

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.scheduler.runs import Run
    from belfry.scheduler.workflows import Workflow

router = APIRouter(route_class=PageRoute)

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
    """`error` is what is wrong with the backfill somebody asked for."""
    ports = visit.services.ports
    trigger = ports.store.find(Trigger, workflow.key) or Trigger(workflow.id, None)
    runs = _list_runs(visit, workflow)
    audit_log = ports.audit_log.list_entries(workflow.subject)
    return visit.show(
        "workflow.html",
        status=422 if error else 200,
        workflow=workflow,
        does=next((one.does for one in BUILTINS if one.name == workflow.kind), ""),
        zone=_find_zone(workflow),
        trigger=trigger,
        health=ports.store.find(WorkflowHealth, workflow.key) or WorkflowHealth(workflow.id),
        fires=find_fires(workflow, None if trigger.problem else trigger.next_at, FIRES_SHOWN),
        runs=runs[:RUNS_SHOWN],
        following=render_cursor(runs[RUNS_SHOWN - 1]) if len(runs) > RUNS_SHOWN else None,
        audit_log=list(reversed(audit_log))[:CHANGES_SHOWN],
        who=WhoIsWho(visit.services),
        backfill=_find_backfill(visit.form),
        errors={error.field or "": str(error)} if error else {},
    )


def _list_runs(visit: Visit, workflow: Workflow) -> Sequence[Run]:
    before = parse_cursor(visit.request.query_params.get("before", ""))
    runs = visit.services.ports.runs
    return runs.list_newest(workflow_id=workflow.id, before=before, limit=RUNS_SHOWN + 1)


def render_cursor(run: Run) -> str:
    """Where a list of runs goes on, for the address of its next page."""
    return f"{run.scheduled_for.astimezone(UTC).isoformat()}~{run.id}"


def parse_cursor(text: str) -> tuple[datetime, str] | None:
    """None for text that is no cursor: the list then begins at its beginning."""
    moment, _, run_id = text.partition("~")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    is_sound = at.tzinfo is not None and run_id.isascii() and run_id.isprintable()
    return (at, run_id) if is_sound else None


def _find_zone(workflow: Workflow) -> object:
    """The workflow's zone; None where its name is known no more."""
    try:
        return find_zone(workflow.timezone)
    except InputError:
        return None


def _find_backfill(form: Mapping[str, str]) -> dict[str, str]:
    return {name: form.get(name, "") for name in ("start", "end")}
