"""A fire handed in by a scheduler outside: taken once, or refused with its reason."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, assert_never

from fastapi import APIRouter, HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import ValidationError

from belfry.accounts.keys.keys import Service
from belfry.entrypoints.web.api.addresses import MOST_NUMBER, PREFIX, Number
from belfry.entrypoints.web.api.answers import AcceptedAnswer, RefusedAnswer, answer
from belfry.entrypoints.web.api.callers import HEADER, SchedulerVisit, Visit, get_key
from belfry.entrypoints.web.api.door_route import check_content_type
from belfry.entrypoints.web.api.refusals import refusals
from belfry.entrypoints.web.api.shapes import Fire
from belfry.scheduler.invoke_workflow import Accepted, Refused


class LeanRoute(APIRoute):
    """The endpoint takes the number of a workflow, a fire, and a visit of the scheduler."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        async def handle(request: Request) -> Response:
            return await run_in_threadpool(self._answer, request, await request.body())

        return handle

    def _answer(self, request: Request, body: bytes) -> Response:
        services, shown = request.app.state.services, request.headers.get(HEADER)
        try:
            number = parse_number(request.path_params["workflow_id"])
            fire = parse_fire(request, body)
        except (HTTPException, RequestValidationError):
            get_key(services, shown)
            raise
        visit = Visit(services, Service.SCHEDULER, shown)
        answer: Response = self.endpoint(number, fire, visit)
        return answer


def parse_number(number: int) -> int:
    if number > MOST_NUMBER:
        message = f"Input should be less than or equal to {MOST_NUMBER}"
        raise RequestValidationError([{"loc": ("path", "workflow_id"), "msg": message}])
    return number


def parse_fire(request: Request, body: bytes) -> Fire:
    check_content_type(request, body)
    try:
        return Fire.model_validate_json(body)
    except ValidationError as error:
        found = error.errors(include_url=False, include_context=False, include_input=False)
        raise RequestValidationError(
            [{"loc": ("body", *one["loc"]), "msg": one["msg"]} for one in found]
        ) from error


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
