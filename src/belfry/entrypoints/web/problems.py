"""Errors as HTTP problems (RFC 9457), from one table of statuses.

Our own faults are answered with an id only, under which the log has the details.
"""

from __future__ import annotations

import json
import logging
import math
from collections.abc import Mapping, Sequence
from datetime import timedelta
from http import HTTPStatus
from typing import Any
from uuid import uuid4

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import Match

from belfry.accounts.sign_in import TooMany
from belfry.entrypoints.web.statuses import KeyRefused, find_status
from belfry.kernel.errors import (
    BelfryError,
    InputError,
    Temporary,
)

log = logging.getLogger(__name__)

MEDIA_TYPE = "application/problem+json"
PLAIN_HEADERS = {"X-Content-Type-Options": "nosniff", "Cache-Control": "no-store"}
WAIT = timedelta(seconds=2)
LONGEST_DETAIL = 1000
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")


def render_problem(
    status: int, detail: str, *, headers: Mapping[str, str] | None = None, **more: Any
) -> Response:
    """ASCII only, so that no character of the caller's can break it."""
    problem = {
        "type": "about:blank",
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": detail[:LONGEST_DETAIL],
        **more,
    }
    return Response(
        json.dumps(problem), status, {**PLAIN_HEADERS, **(headers or {})}, media_type=MEDIA_TYPE
    )


def render_invalid(errors: Sequence[tuple[str, str]]) -> Response:
    problems = [
        {"field": field[:LONGEST_DETAIL], "message": message[:LONGEST_DETAIL]}
        for field, message in errors
    ]
    detail = "; ".join(f"{problem['field']}: {problem['message']}" for problem in problems)
    return render_problem(HTTPStatus.UNPROCESSABLE_ENTITY, detail, errors=problems)


def render_fault(error: Exception) -> Response:
    name = uuid4().hex
    log.error("request.failed", exc_info=error, extra={"problem": name})
    detail = "something went wrong here; the log has the details under this id"
    return render_problem(HTTPStatus.INTERNAL_SERVER_ERROR, detail, id=name)


async def answer_error(_request: Request, error: Exception) -> Response:
    if not isinstance(error, BelfryError):
        return render_fault(error)
    status = find_status(error)
    match error:
        case InputError():
            return render_invalid([(error.field or "body", str(error))])
        case KeyRefused():
            return render_problem(
                status, str(error), headers={"WWW-Authenticate": 'APIKey realm="belfry"'}
            )
        case TooMany():
            return render_problem(status, str(error), headers=_retry_after(error.retry_after))
        case Temporary():
            log.warning("request.put_off", extra={"error": str(error)})
            headers = _retry_after(error.retry_after or WAIT)
            return render_problem(status, "busy or out of reach: try again", headers=headers)
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return render_fault(error)
    return render_problem(status, str(error))


async def answer_invalid(_request: Request, error: Exception) -> Response:
    """A request that does not match the route's schema."""
    details = error.errors() if isinstance(error, RequestValidationError) else []
    return render_invalid(
        [
            (_find_field(detail["loc"]), detail["msg"].removeprefix("Value error, "))
            for detail in details
        ]
    )


async def answer_http(request: Request, error: Exception) -> Response:
    """Errors of the framework: no such route, no such method, too large."""
    if not isinstance(error, HTTPException):
        return render_fault(error)
    headers = dict(error.headers or {})
    detail = error.detail
    if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
        headers["Allow"] = ", ".join(find_allowed(request))
        detail = f"allowed here: {headers['Allow']}"
    if error.status_code == HTTPStatus.NOT_FOUND:
        detail = "there is nothing at this address"
    if error.status_code == HTTPStatus.UNPROCESSABLE_ENTITY:
        return render_invalid([("body", detail)])
    return render_problem(error.status_code, detail, headers=headers)


async def answer_gone(_request: Request, _error: Exception) -> Response:
    """The client left before its request was complete, so no one reads this; it is no fault."""
    return Response(status_code=HTTPStatus.BAD_REQUEST)


def find_allowed(request: Request) -> list[str]:
    """The methods of the routes at this address, with HEAD where GET is."""
    methods = []
    for method in METHODS:
        scope = {**request.scope, "method": method}
        if any(route.matches(scope)[0] is Match.FULL for route in request.app.router.routes):
            methods += ["GET", "HEAD"] if method == "GET" else [method]
    return methods


def answer_with_problems(app: FastAPI) -> None:
    app.add_exception_handler(BelfryError, answer_error)
    app.add_exception_handler(RequestValidationError, answer_invalid)
    app.add_exception_handler(HTTPException, answer_http)
    app.add_exception_handler(ClientDisconnect, answer_gone)
    app.add_exception_handler(Exception, answer_error)


def _find_field(place: Sequence[int | str]) -> str:
    """`("body", "inputs", "url")` is `inputs.url`; the whole body is `body`."""
    return ".".join(str(part) for part in place[1:]) or str(place[0])


def _retry_after(wait: timedelta) -> dict[str, str]:
    return {"Retry-After": str(max(1, math.ceil(wait.total_seconds())))}
