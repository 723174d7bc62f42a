"""Who did what, when and to what, and whether the account of it is still whole."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.desk.export_trail import NAME
from belfry.entrypoints.web.pages.audit_search import KINDS, LONGEST, parse_place, read_asked
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho

router = APIRouter(route_class=PageRoute)

SHOWN = 50
MOST_WORKFLOWS = 1000


@router.get("/audit")
def show_audit(visit: Looker) -> Response:
    """The whole trail is read only when somebody asks whether it is whole: it grows for years."""
    query = visit.request.query_params
    asked, who = read_asked(query), _know(visit)
    before = parse_place(query.get("before", ""))
    found = visit.services.desk.search_trail(
        asked.make_test(who.name_of, visit.user.role),
        within=asked.find_stretch(visit),
        before=before,
        limit=SHOWN,
    )
    return visit.show(
        "audit.html",
        status=422 if asked.problem else 200,
        asked=asked,
        kinds=KINDS,
        longest=LONGEST,
        errors={"from": asked.problem} if asked.problem else {},
        entries=found.entries,
        is_first=before is None,
        is_cut=found.is_cut,
        following=asked.address(before=found.following) if found.following else "",
        verdict=visit.services.desk.verify_trail() if query.get("check") == "yes" else None,
        who=who,
    )


@router.get("/audit.csv")
def export_audit(visit: Looker) -> Response:
    asked, who = read_asked(visit.request.query_params), _know(visit)
    content = visit.services.desk.export_trail(
        asked.make_test(who.name_of, visit.user.role),
        who.name_of,
        within=asked.find_stretch(visit),
    )
    headers = {"Content-Disposition": f'attachment; filename="{NAME}"'}
    return Response(content, media_type="text/csv", headers=headers)


def _know(visit: Visit) -> WhoIsWho:
    """Much of what is written down was done to workflows: their names are looked up at once."""
    workflows = visit.services.ports.workflows.list_names(limit=MOST_WORKFLOWS)
    return WhoIsWho(visit.services, {one.id: one.name for one in workflows})
