"""Ready-made controls for a list that is still empty: looked through first, then put there."""

from __future__ import annotations

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Editor

router = APIRouter(route_class=PageRoute)


@router.post("/list/load")
def load_pack(visit: Editor) -> Response:
    """The list is read at once, so that its controls are there; nobody is reminded by that."""
    room = visit.services.controls
    loaded = room.extras.load_pack(visit.form.get("pack", ""), by=visit.by)
    room.sync()
    return visit.go("/controls/board", "pack-loaded" if loaded.added else "pack-known")
