"""Due dates and shifts as calendar feeds, at secret addresses."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Request, Response

from belfry.entrypoints.web.pages.routes import PublicRoute
from belfry.entrypoints.web.pages.visits import AppServices
from belfry.ports.files import digest_content

router = APIRouter(route_class=PublicRoute)

LONGEST_TOKEN = 64
# Calendars revalidate each time, and get the content only if it changed.
CACHE_CONTROL = "private, no-cache"

Token = Annotated[str, Path(max_length=LONGEST_TOKEN)]


@router.api_route("/feeds/{token}.ics", methods=["GET", "HEAD"])
def show_feed(request: Request, services: AppServices, token: Token) -> Response:
    return answer_calendar(request, services.controls.feed.show(token))


@router.api_route("/feeds/rota/{token}.ics", methods=["GET", "HEAD"])
def show_shift_feed(request: Request, services: AppServices, token: Token) -> Response:
    return answer_calendar(request, services.rota.reports.show_feed(token))


def answer_calendar(request: Request, content: bytes) -> Response:
    tag = f'"{digest_content(content)[:32]}"'
    headers = {"Cache-Control": CACHE_CONTROL, "ETag": tag}
    if tag in request.headers.get("if-none-match", ""):
        return Response(status_code=304, headers=headers)
    return Response(content, media_type="text/calendar", headers=headers)
