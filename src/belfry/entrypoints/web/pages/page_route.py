"""The edge of every page: what goes wrong behind it becomes a page of its own."""

from __future__ import annotations

from collections.abc import Callable, Coroutine
from functools import wraps
from http import HTTPStatus
from typing import Any

from fastapi import HTTPException, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute

from belfry.entrypoints.web.pages.accounts.signed_out import answer_signed_out, answer_stale
from belfry.entrypoints.web.pages.errors import (
    SignInFirst,
    StaleForm,
    answer_http,
    render_belfry_error,
    render_error,
)
from belfry.entrypoints.web.pages.rendering import HEADERS
from belfry.entrypoints.web.pages.sent_forms import SentForms, find_key
from belfry.entrypoints.web.pages.visits import Arrival
from belfry.entrypoints.web.problems import WAIT
from belfry.kernel.errors import BelfryError

BUSY = {"Retry-After": str(round(WAIT.total_seconds()))}

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class PageRoute(APIRoute):
    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, _let_in(endpoint), **options)

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_page(request: Request) -> Response:
            try:
                key = await find_key(request)
            except HTTPException as error:  # more than is taken at once
                return await answer_http(request, error)
            if key is None:
                return await _answer(request, handle)
            sent: SentForms = request.app.state.sent
            return await sent.answer(key, lambda: _answer(request, handle))

        return handle_page


def _let_in(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """The same endpoint for whoever is still at the door."""

    @wraps(endpoint)
    def enter(**given: Any) -> Any:
        for name, value in given.items():
            if type(value) is Arrival:
                with value.look():
                    return endpoint(**given | {name: value.let_in()})
        return endpoint(**given)

    return enter


async def _handle(request: Request, handle: Handler) -> Response:
    """Whoever may not come in hears that, and not what is wrong with the address."""
    try:
        return await handle(request)
    except (BelfryError, RequestValidationError, HTTPException):
        arrival: Arrival | None = getattr(request.state, "arrival", None)
        if arrival is not None and not hasattr(request.state, "visit"):
            await run_in_threadpool(arrival.let_in)
        raise


async def _answer(request: Request, handle: Handler) -> Response:
    try:
        response = await _handle(request, handle)
    except SignInFirst as error:
        response = answer_signed_out(request, error)
    except StaleForm as error:
        response = answer_stale(request, error)
    except BelfryError as error:
        response = render_belfry_error(request, error)
    except RequestValidationError:  # a number in the address that can be none of ours
        response = render_error(request, 404, "There is nothing here", "No such page.")
    except HTTPException as error:
        response = await answer_http(request, error)
    usual = HEADERS | (BUSY if response.status_code == HTTPStatus.SERVICE_UNAVAILABLE else {})
    for name, value in usual.items():
        response.headers.setdefault(name, value)
    return response
