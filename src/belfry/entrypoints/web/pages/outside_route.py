"""The edge of the pages for people who are not signed in, and whatever reads their mail for them.

They have no account and get no cookie. A link that was replaced is told like one that never was.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING

from fastapi.exceptions import RequestValidationError
from fastapi.routing import APIRoute
from starlette.exceptions import HTTPException

from belfry.entrypoints.web.pages.rendering import HEADERS, render
from belfry.entrypoints.web.problems import WAIT, find_status
from belfry.kernel.errors import BelfryError

if TYPE_CHECKING:
    from fastapi import Request, Response

    from belfry.entrypoints.web.pages.page_route import Handler

log = logging.getLogger(__name__)

# A link is a secret: no search engine keeps it, and no other site hears of it.
OUTSIDE_HEADERS = {
    **HEADERS,
    "X-Robots-Tag": "noindex, nofollow",
    "Referrer-Policy": "no-referrer",
}


class OutsideRoute(APIRoute):
    def get_route_handler(self) -> Handler:
        handle = super().get_route_handler()

        async def handle_outside(request: Request) -> Response:
            try:
                response = await handle(request)
            except BelfryError as error:
                response = _answer_error(request, error)
            except RequestValidationError:  # no link of ours looks like that
                response = show_external_scheduler(request, "outside_gone.html", status=404)
            except HTTPException as error:  # a form that is too large, or that nobody can read
                response = _answer_http(request, error)
            for name, value in OUTSIDE_HEADERS.items():
                response.headers.setdefault(name, value)
            return response

        return handle_outside


def show_external_scheduler(
    request: Request, template: str, *, status: int = 200, **context: object
) -> Response:
    """A page for somebody who is not of the team."""
    response = render(request, template, status=status, **context)
    response.headers.update(OUTSIDE_HEADERS)
    return response


def _answer_http(request: Request, error: HTTPException) -> Response:
    is_large = error.status_code == HTTPStatus.REQUEST_ENTITY_TOO_LARGE
    detail = error.detail if is_large else "what you sent could not be read"
    response = show_external_scheduler(
        request, "outside_refused.html", status=error.status_code, detail=detail
    )
    response.headers.update(error.headers or {})
    return response


def _answer_error(request: Request, error: BelfryError) -> Response:
    status = find_status(error)
    if status == HTTPStatus.NOT_FOUND:
        return show_external_scheduler(request, "outside_gone.html", status=status)
    if status == HTTPStatus.SERVICE_UNAVAILABLE:
        response = show_external_scheduler(request, "outside_busy.html", status=status)
        response.headers["Retry-After"] = str(round(WAIT.total_seconds()))
        return response
    if status == HTTPStatus.UNPROCESSABLE_ENTITY:
        return show_external_scheduler(
            request, "outside_refused.html", status=status, detail=str(error)
        )
    log.error("page.failed", exc_info=error)
    return show_external_scheduler(
        request, "outside_busy.html", status=HTTPStatus.INTERNAL_SERVER_ERROR
    )
