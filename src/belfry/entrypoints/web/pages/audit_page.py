"""Who did what of late, and whether the account of it is still whole."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.desk.roles import Act, may
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.pages.who import WhoIsWho

router = APIRouter(route_class=PageRoute)

READ, SHOWN = 400, 100
OF_EVERYBODY = ("workflow/", "job/", "control/", "message/", "contact/")


@router.get("/audit")
def show_audit(visit: Looker) -> Response:
    """When people come and go is for those to know who look after the people.

    The whole trail is read only when somebody asks whether it is whole: it grows for years.
    """
    is_asked = visit.request.query_params.get("check") == "yes"
    latest = visit.services.ports.trail.list_latest(limit=READ)
    if not may(visit.user.role, Act.PEOPLE):
        latest = [entry for entry in latest if entry.subject.startswith(OF_EVERYBODY)]
    return visit.show(
        "audit.html",
        entries=latest[:SHOWN],
        verdict=visit.services.desk.verify_trail() if is_asked else None,
        who=WhoIsWho(visit.services),
    )
