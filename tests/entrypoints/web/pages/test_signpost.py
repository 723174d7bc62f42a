"""A signpost finds the same page as asking every page in turn."""

from __future__ import annotations

from typing import Any

import pytest
from starlette.requests import Request
from starlette.responses import PlainTextResponse
from starlette.routing import Match, Route

from belfry.entrypoints.web.pages.signpost import Signpost


async def answer(request: Request) -> PlainTextResponse:
    return PlainTextResponse(request.url.path)


ROUTES = [
    Route("/", answer, name="today"),
    Route("/jobs", answer, name="jobs"),
    Route("/jobs/new", answer, methods=["POST"], name="add"),
    Route("/jobs/{name}", answer, name="job"),
    Route("/{page}/print", answer, name="print"),
    Route("/jobs/{name}/print", answer, name="later"),
    Route("/keys", answer, methods=["POST"], name="make key"),
]


def make_scope(path: str, method: str = "GET") -> dict[str, Any]:
    return {"type": "http", "method": method, "path": path, "root_path": "", "headers": []}


def ask_every(scope: dict[str, Any]) -> tuple[Match, dict[str, Any]]:
    found = [route.matches(scope) for route in ROUTES]
    whole = [one for one in found if one[0] is Match.FULL]
    partly = [one for one in found if one[0] is Match.PARTIAL]
    match, said = (*whole, *partly, (Match.NONE, {}))[0]
    return match, dict(said)


@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize(
    "path",
    [
        *("/", "/jobs", "/jobs/", "/jobs/new", "/jobs/J-1", "/jobs/print", "/jobs/J-1/print"),
        *("/keys", "/rota/print", "/print", "/nowhere", "/jobsmore", "//jobs", "/{page}/print"),
    ],
)
def test_page_is_the_one_found_by_asking_all(path: str, method: str) -> None:
    scope = make_scope(path, method)
    match, said = Signpost(ROUTES).matches(scope)
    assert (match, dict(said)) == ask_every(scope)


def test_what_is_no_request_for_a_page_leads_nowhere() -> None:
    assert Signpost(ROUTES).matches({"type": "websocket", "path": "/jobs"}) == (Match.NONE, {})
