"""What somebody may say about the board as a whole."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer

router = APIRouter(route_class=PageRoute)


@router.post("/board/close-missing")
def close_missing(visit: Answerer) -> Response:
    closed = visit.services.jobs.close_missing(by=visit.by)
    return visit.go("/", "closed-missing" if closed else "none-missing")
