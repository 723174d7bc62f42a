"""A fire handed in by a scheduler outside: taken once, or refused with its reason."""

from __future__ import annotations

from http import HTTPStatus
from typing import assert_never

from fastapi import APIRouter
from fastapi.responses import Response

from belfry.cron.invoke_workflow import Accepted, Refused
from belfry.entrypoints.web.api.addresses import PREFIX, Number
from belfry.entrypoints.web.api.answers import AcceptedAnswer, RefusedAnswer, answer
from belfry.entrypoints.web.api.callers import SchedulerVisit
from belfry.entrypoints.web.api.lean_route import LeanRoute
from belfry.entrypoints.web.api.refusals import refusals
from belfry.entrypoints.web.api.shapes import Fire

router = APIRouter(prefix=f"{PREFIX}/cron", tags=["cron"], route_class=LeanRoute)


@router.post(
    "/workflows/{workflow_id:number}:invoke",
    operation_id="invokeWorkflow",
    summary="Hand in a fire",
    status_code=HTTPStatus.ACCEPTED,
    response_model=AcceptedAnswer,
    response_description="A run was made for it",
    responses={
        200: {"model": RefusedAnswer, "description": "No run, for the reason given"},
        **refusals(HTTPStatus.NOT_FOUND, body=True),
    },
)
def invoke_workflow(workflow_id: Number, fire: Fire, visit: SchedulerVisit) -> Response:
    """The reason is `duplicate`, `stale`, `late`, `paused` or `archived`: none is worth a retry."""
    caller = visit.enter()
    outcome = caller.services.invoke_workflow(
        workflow_id, fire.scheduled_time, team_id=caller.key.team_id, by=caller.by
    )
    match outcome:
        case Accepted(run_id):
            return answer(AcceptedAnswer(run_id=run_id), HTTPStatus.ACCEPTED)
        case Refused(reason):
            return answer(RefusedAnswer(reason=reason))
        case _:
            assert_never(outcome)
