"""The short way in, for the one address that schedulers call all day.

FastAPI's own way, through parameters and dependencies, costs a request more than looking up its key
and its workflow together. Here the body is read, and everything else happens in one thread. What is
asked and answered is the same, and so is what the OpenAPI says of it.
"""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from typing import Any

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute
from pydantic import ValidationError

from belfry.desk.keys import Service
from belfry.entrypoints.web.api.addresses import MOST_NUMBER
from belfry.entrypoints.web.api.callers import HEADER, Visit, get_key
from belfry.entrypoints.web.api.door_route import check_content_type
from belfry.entrypoints.web.api.shapes import Fire


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
