"""How a request to the API is read: strictly, and judged aloud only for those with a good key."""

from __future__ import annotations

import json
from collections.abc import Callable, Coroutine
from http import HTTPStatus
from typing import Any, NoReturn

from fastapi import HTTPException, Request
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from fastapi.routing import APIRoute

from belfry.entrypoints.web.api.callers import HEADER, get_key


class JsonRequest(Request):
    """A request whose body is JSON, and the JSON of the standard at that."""

    async def body(self) -> bytes:
        body = await super().body()
        check_content_type(self, body)
        return body

    async def json(self) -> Any:
        """FastAPI passes on no error but its own."""
        try:
            return json.loads(await super().body(), parse_constant=_refuse)
        except (ValueError, RecursionError) as error:
            raise Unreadable from error


class Unreadable(HTTPException):
    """The body is not JSON, or JSON too deep or with numbers too long to be read."""

    def __init__(self) -> None:
        super().__init__(HTTPStatus.UNPROCESSABLE_ENTITY, "expected a body of JSON")


class DoorRoute(APIRoute):
    """A route of the API."""

    def get_route_handler(self) -> Callable[[Request], Coroutine[Any, Any, Response]]:
        handle = super().get_route_handler()

        async def handle_strictly(request: Request) -> Response:
            try:
                return await handle(JsonRequest(request.scope, request.receive))
            except (HTTPException, RequestValidationError):
                shown = request.headers.get(HEADER)
                await run_in_threadpool(get_key, request.app.state.services, shown)
                raise

        return handle_strictly


def check_content_type(request: Request, body: bytes) -> None:
    if body and not is_json(request.headers.get("content-type", "")):
        wanted = "send the body as application/json"
        raise HTTPException(HTTPStatus.UNSUPPORTED_MEDIA_TYPE, wanted)


def is_json(content_type: str) -> bool:
    kind = content_type.partition(";")[0].strip().lower()
    return kind == "application/json" or (
        kind.startswith("application/") and kind.endswith("+json")
    )


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
