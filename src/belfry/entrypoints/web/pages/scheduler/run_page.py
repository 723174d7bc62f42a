"""One run with all there is to know: what made it, how each attempt went, what came out."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Runner
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import NotFound
from belfry.scheduler.runs import REPLAYABLE, Run
from belfry.scheduler.workflows import Workflow

router = APIRouter(route_class=PageRoute)

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
        who=WhoIsWho(visit.services),
    )


@router.post("/runs/{run_id}/replay")
def replay(visit: Runner, run_id: RunName) -> Response:
    visit.services.replay_run(run_id, by=visit.by)
    return visit.go(f"/runs/{run_id}", "replayed")
