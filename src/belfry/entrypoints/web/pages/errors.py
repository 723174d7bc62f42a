"""The pages of errors."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from datetime import timedelta
from http import HTTPStatus
from math import ceil
from uuid import uuid4

from fastapi import Request
from fastapi.responses import HTMLResponse

from belfry.accounts.sign_in import TooMany
from belfry.entrypoints.web.pages.rendering import render
from belfry.entrypoints.web.problems import WAIT, find_allowed
from belfry.entrypoints.web.statuses import find_status
from belfry.entrypoints.web.words import WORDS
from belfry.kernel.errors import BelfryError, NotAllowed, Outdated, Temporary

log = logging.getLogger(__name__)

_TITLES: Mapping[int, str] = WORDS.ERROR_TITLES
_OUTDATED = "it was changed while you were looking: look again, then decide"


class SignInFirst(Exception):
    """There is no session; `wanted` is the page asked for, `form` what was sent.

    `user_id` had the session that ended, None if unknown; `is_lost` if a file was sent, too.
    """

    def __init__(
        self,
        wanted: str,
        *,
        form: Mapping[str, str] | None = None,
        user_id: int | None = None,
        is_lost: bool = False,
    ) -> None:
        super().__init__("please sign in")
        self.wanted = wanted
        self.form = form or {}
        self.user_id = user_id
        self.is_lost = is_lost


class StaleForm(NotAllowed):
    """Sent by our own page, but of an earlier session."""

    def __init__(self, message: str, *, form: Mapping[str, str], is_lost: bool = False) -> None:
        super().__init__(message)
        self.form = form
        self.is_lost = is_lost


def render_error(request: Request, status: int, title: str, detail: str) -> HTMLResponse:
    return render(request, "error.html", status=status, code=status, title=title, detail=detail)


def render_belfry_error(request: Request, error: BelfryError) -> HTMLResponse:
    status = find_status(error)
    if isinstance(error, Outdated):  # people send no If-Match
        return render_error(request, 409, "Changed meanwhile", _OUTDATED)
    if status == HTTPStatus.INTERNAL_SERVER_ERROR:
        return render_fault(request, error)
    if not isinstance(error, TooMany | Temporary):
        return render_error(request, status, _TITLES[status], str(error))
    wait = error.retry_after or WAIT
    detail = "the records are busy" if isinstance(error, Temporary) else str(error)
    response = render_error(request, status, _TITLES[status], f"{detail}. {say_wait(wait)}")
    response.headers["Retry-After"] = str(max(1, ceil(wait.total_seconds())))
    return response


async def answer_http(request: Request, error: Exception) -> HTMLResponse:
    """Errors of the framework: no such page, no such method, too large."""
    status = HTTPStatus(getattr(error, "status_code", 500))
    is_too_large = status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    detail = str(getattr(error, "detail", "")) if is_too_large else ""
    response = render_error(request, status, _TITLES.get(status, status.phrase), detail)
    if is_too_large:
        response.headers["Connection"] = "close"
    if status == HTTPStatus.METHOD_NOT_ALLOWED:
        response.headers["Allow"] = ", ".join(find_allowed(request))
    return response


async def answer_fault(request: Request, error: Exception) -> HTMLResponse:
    return render_fault(request, error)


def render_fault(request: Request, error: Exception) -> HTMLResponse:
    """The page shows an id under which the log has the details."""
    name = uuid4().hex[:12]
    log.error("page.failed", exc_info=error, extra={"problem": name})
    detail = f"It is not your doing. The log has the details under the id {name}."
    return render_error(request, 500, _TITLES[HTTPStatus.INTERNAL_SERVER_ERROR], detail)


def say_wait(wait: timedelta) -> str:
    if wait < timedelta(minutes=1):
        return "Try again in a few seconds."
    minutes = ceil(wait.total_seconds() / 60)
    return f"Try again in {minutes} minutes." if minutes > 1 else "Try again in a minute."
