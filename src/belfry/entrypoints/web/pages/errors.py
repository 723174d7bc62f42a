"""What a person sees when something went wrong: a page with words, a status and a way on."""

from __future__ import annotations

from datetime import timedelta
from math import ceil
from typing import TYPE_CHECKING, NamedTuple

from belfry.desk.throttles import TooMany
from belfry.entrypoints.web.pages.rendering import render
from belfry.kernel.errors import (
    BelfryError,
    Conflict,
    InputError,
    NotAllowed,
    NotFound,
    Outdated,
    Temporary,
)

if TYPE_CHECKING:
    from fastapi import Request
    from fastapi.responses import HTMLResponse


class SignInFirst(Exception):
    """Nobody is signed in; `wanted` is the page they asked for."""

    def __init__(self, wanted: str) -> None:
        super().__init__("please sign in")
        self.wanted = wanted


class Answer(NamedTuple):
    status: int
    title: str


_ANSWERS: tuple[tuple[type[BelfryError], Answer], ...] = (
    (TooMany, Answer(429, "Please wait a little")),
    (InputError, Answer(422, "That cannot be taken as it is")),
    (NotFound, Answer(404, "There is nothing here")),
    (Outdated, Answer(409, "Somebody was faster")),
    (Conflict, Answer(409, "That does not go together")),
    (NotAllowed, Answer(403, "That is not for you to do")),
    (Temporary, Answer(503, "One moment, please")),
)
USUAL_WAIT = timedelta(seconds=5)


def find_answer(error: BelfryError) -> Answer | None:
    """How an expected error is answered; None for those that nobody expected."""
    return next((answer for kind, answer in _ANSWERS if isinstance(error, kind)), None)


def render_error(request: Request, status: int, title: str, detail: str) -> HTMLResponse:
    """The page of an error, for any path outside the API."""
    return render(request, "error.html", status=status, code=status, title=title, detail=detail)


def render_belfry_error(request: Request, error: BelfryError) -> HTMLResponse:
    """The page of an expected error; one that nobody expected goes on upwards."""
    answer = find_answer(error)
    if answer is None:
        raise error
    wait = _find_wait(error)
    detail = str(error) if wait is None else f"{error}. {_say_wait(wait)}"
    response = render_error(request, answer.status, answer.title, detail)
    if wait is not None:
        response.headers["Retry-After"] = str(ceil(wait.total_seconds()))
    return response


def _find_wait(error: BelfryError) -> timedelta | None:
    if isinstance(error, TooMany):
        return error.retry_after
    if isinstance(error, Temporary):
        return error.retry_after or USUAL_WAIT
    return None


def _say_wait(wait: timedelta) -> str:
    minutes = ceil(wait.total_seconds() / 60)
    if wait < timedelta(minutes=1):
        return "Try again in a few seconds."
    return f"Try again in {minutes} minutes." if minutes > 1 else "Try again in a minute."
