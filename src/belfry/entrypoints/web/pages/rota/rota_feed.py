"""Somebody's shifts for their calendar, at an address that only they were given."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from belfry.entrypoints.web.pages.feeds import Token, answer_calendar
from belfry.entrypoints.web.pages.routes import PublicRoute
from belfry.entrypoints.web.pages.visits import AppServices

router = APIRouter(route_class=PublicRoute)


@router.api_route("/feeds/rota/{token}.ics", methods=["GET", "HEAD"])
def show_shift_feed(request: Request, services: AppServices, token: Token) -> Response:
    return answer_calendar(request, services.rota.reports.show_feed(token))
