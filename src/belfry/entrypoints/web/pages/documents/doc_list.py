"""The documents and tables of the team, and whether they can be read."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.pages.who import WhoIsWho

router = APIRouter(route_class=PageRoute)


@router.get("/docs")
def show_docs(visit: Looker) -> Response:
    shown = visit.services.docs.list_docs()
    tables = visit.services.docs.list_tables() if may(visit.user.role, Act.EDIT) else ()
    return visit.show("docs.html", docs=shown, tables=tables, who=WhoIsWho(visit.services))
