"""All controls as a spreadsheet, to take away."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.controls.reports.export_controls import NAME
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker

router = APIRouter(route_class=PageRoute)


@router.get("/controls.csv")
def export_controls(visit: Looker) -> Response:
    content = visit.services.controls.extras.export(is_marked=True)
    headers = {"Content-Disposition": f'attachment; filename="{NAME}"'}
    return Response(content, media_type="text/csv", headers=headers)
