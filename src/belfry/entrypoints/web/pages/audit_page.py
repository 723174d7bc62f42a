"""Who did what of late, and whether the account of it is still whole."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.desk.roles import Act, may
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.pages.who import WhoIsWho

router = APIRouter(route_class=PageRoute)

READ, SHOWN = 400, 100


@router.get("/audit")
def show_audit(visit: Looker) -> Response:
    """When people come and go is for those to know who look after the people."""
    latest = visit.services.ports.trail.list_latest(limit=READ)
    if not may(visit.user.role, Act.PEOPLE):
        latest = [entry for entry in latest if entry.subject.startswith("workflow/")]
    return visit.show(
        "audit.html",
        entries=latest[:SHOWN],
        verdict=visit.services.desk.verify_trail(),
        who=WhoIsWho(visit.services),
    )
