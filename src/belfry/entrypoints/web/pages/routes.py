"""The routes of the pages: errors become pages, and a form sent twice is handled once."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Awaitable, Callable, Coroutine
from concurrent.futures import Future
from dataclasses import dataclass, field
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import Any

from fastapi import Request, Response
from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from belfry.entrypoints.web.answer_pages import Page
from belfry.entrypoints.web.assets import HEADERS, PUBLIC_HEADERS
from belfry.entrypoints.web.forms import parse_form
from belfry.entrypoints.web.pages.accounts.signed_out import answer_signed_out, answer_stale
from belfry.entrypoints.web.pages.errors import (
    SignInFirst,
    StaleForm,
    answer_http,
    render_belfry_error,
    render_error,
)
from belfry.entrypoints.web.pages.rendering import render
from belfry.entrypoints.web.pages.visits import Arrival, find_session_token
from belfry.entrypoints.web.problems import WAIT
from belfry.entrypoints.web.statuses import find_status
from belfry.kernel.errors import BelfryError, Conflict, InputError
from belfry.ports.clock import Clock

log = logging.getLogger(__name__)

RETRY_AFTER = {"Retry-After": str(round(WAIT.total_seconds()))}

Handler = Callable[[Request], Coroutine[Any, Any, Response]]


class PageRoute(APIRoute):
    """A page for people who are signed in, or about to."""

    def __init__(self, path: str, endpoint: Callable[..., Any], **options: Any) -> None:
        super().__init__(path, _let_in(endpoint), **options)

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_page(request: Request) -> Response:
            try:
                key = await find_form_key(request)
            except HTTPException as error:  # the form is too large
                return await answer_http(request, error)
            if key is None:
                return await _answer(request, handle)
            sent_forms: SentForms = request.app.state.sent_forms
            return await sent_forms.answer(key, lambda: _answer(request, handle))

        return handle_page


def _let_in(endpoint: Callable[..., Any]) -> Callable[..., Any]:
    """The endpoint for those who may use it, and on one connection: a page is of one moment."""

    @wraps(endpoint)
    def call(**arguments: Any) -> Any:
        for name, value in arguments.items():
            if isinstance(value, Arrival):
                visit = arguments[name] = value.enter()
                break
        else:
            return endpoint(**arguments)
        if visit.request.method != "GET":
            return endpoint(**arguments)
        with visit.services.ports.hold():
            return endpoint(**arguments)

    return call


async def _answer(request: Request, handle: Handler) -> Response:
    try:
        response = await handle(request)
    except SignInFirst as error:
        response = answer_signed_out(request, error)
    except StaleForm as error:
        response = answer_stale(request, error)
    except BelfryError as error:
        response = render_belfry_error(request, error)
    except RequestValidationError:  # an id in the address that cannot exist
        response = render_error(request, 404, "There is nothing here", "No such page.")
    except HTTPException as error:
        response = await answer_http(request, error)
    is_busy = response.status_code == HTTPStatus.SERVICE_UNAVAILABLE
    return _set_headers(response, HEADERS | (RETRY_AFTER if is_busy else {}))


def _set_headers(response: Response, headers: dict[str, str]) -> Response:
    for name, value in headers.items():
        response.headers.setdefault(name, value)
    return response


def tell_on(
    show: Callable[..., Response], *more: type[BelfryError]
) -> Callable[[Callable[..., Response]], Callable[..., Response]]:
    """Show a page that says why the endpoint refused the request.

    `show` takes the endpoint's arguments, and `error`: a Conflict, an InputError or one of `more`.
    """

    shown_errors: tuple[type[BelfryError], ...] = (Conflict, InputError, *more)

    def decorate(endpoint: Callable[..., Response]) -> Callable[..., Response]:
        @wraps(endpoint)
        def call(**arguments: Any) -> Response:
            try:
                return endpoint(**arguments)
            except shown_errors as error:
                return show(**arguments, error=error)

        return call

    return decorate


class PublicRoute(APIRoute):
    """A page behind a secret link, for people without an account; it sets no cookie.

    A link that was replaced is answered like one that never existed.
    """

    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_public(request: Request) -> Response:
            try:
                response = await handle(request)
            except BelfryError as error:
                response = _answer_public_error(request, error)
            except RequestValidationError:  # not the shape of a link
                response = render_public(request, "public_gone.html", status=404)
            except HTTPException as error:  # a form that is too large, or unreadable
                response = _answer_public_http(request, error)
            return _set_headers(response, PUBLIC_HEADERS)

        return handle_public


def render_public(request: Request, template: str, **context: Any) -> Response:
    response = render(request, template, **context)
    response.headers.update(PUBLIC_HEADERS)
    return response


def render_page(request: Request, page: Page) -> Response:
    """A page for people without an account."""
    return render_public(
        request, page.template, status=page.status, error=page.error, **page.context
    )


def _answer_public_http(request: Request, error: HTTPException) -> Response:
    is_large = error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    detail = error.detail if is_large else "what you sent could not be read"
    response = render_public(
        request, "public_refused.html", status=error.status_code, detail=detail
    )
    response.headers.update(error.headers or {})
    return response


def _answer_public_error(request: Request, error: BelfryError) -> Response:
    status = find_status(error)
    match status:
        case HTTPStatus.NOT_FOUND:
            return render_public(request, "public_gone.html", status=status)
        case HTTPStatus.SERVICE_UNAVAILABLE:
            response = render_public(request, "public_busy.html", status=status)
            response.headers.update(RETRY_AFTER)
            return response
        case HTTPStatus.UNPROCESSABLE_ENTITY:
            return render_public(request, "public_refused.html", status=status, detail=str(error))
    log.error("page.failed", exc_info=error)
    return render_public(request, "public_busy.html", status=HTTPStatus.INTERNAL_SERVER_ERROR)


ONCE = "once"
# An answer may show a secret that is shown only once, so it is not remembered for longer.
REMEMBERED = timedelta(minutes=1)
MOST_REMEMBERED = 100
_FORM = "application/x-www-form-urlencoded"


@dataclass(frozen=True, slots=True)
class SentForm:
    """A form that came in at `at`; the same form sent again waits for its answer."""

    at: timedelta
    answer: Future[Response] = field(default_factory=Future)


class SentForms:
    """Gives the first answer again when a form that counts once is sent twice.

    Such a form has a field `once`, which holds what its page knew when it was shown: a page that
    was loaded anew sends another form.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._forms: dict[str, SentForm] = {}

    async def answer(self, key: str, handle: Callable[[], Awaitable[Response]]) -> Response:
        """The answer to the first form of that key; a refused form may be sent again."""
        self._forget()
        earlier = self._forms.get(key)
        if earlier is not None:
            return await asyncio.wrap_future(earlier.answer)
        form = self._forms[key] = SentForm(self._clock.elapsed())
        try:
            response = await handle()
        except BaseException as error:
            self._forms.pop(key, None)
            form.answer.set_exception(error)
            raise
        if response.status_code >= HTTPStatus.BAD_REQUEST:
            self._forms.pop(key, None)
        form.answer.set_result(response)
        return response

    def _forget(self) -> None:
        now = self._clock.elapsed()
        recent = [item for item in self._forms.items() if now - item[1].at < REMEMBERED]
        self._forms = dict(recent[-MOST_REMEMBERED:])


async def find_form_key(request: Request) -> str | None:
    """What tells this form from any other; None if it may be sent any number of times."""
    is_form = request.headers.get("content-type", "").startswith(_FORM)
    token = find_session_token(request) if request.method == "POST" and is_form else None
    if token is None:
        return None
    body = await request.body()
    try:
        counts_once = ONCE in parse_form(body)
    except InputError:
        return None
    content = b"\n".join([token.encode("utf-8", "replace"), request.url.path.encode(), body])
    return hashlib.sha256(content).hexdigest() if counts_once else None
