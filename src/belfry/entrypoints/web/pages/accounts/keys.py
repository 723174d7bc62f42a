"""The keys that programs show: who made them, what they open, and making and revoking them."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from belfry.accounts.keys import Service
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_page import LARGEST_NUMBER
from belfry.entrypoints.web.pages.visits import KeyKeeper, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import InputError

router = APIRouter(route_class=PageRoute)


@router.get("/keys")
def list_keys(visit: KeyKeeper) -> Response:
    return _show(visit)


@router.post("/keys")
def create_key(visit: KeyKeeper) -> Response:
    """The key stands in this answer and nowhere else: no address, no later page has it."""
    form = visit.form
    try:
        made = visit.services.accounts.create_key(
            service=parse_service(form.get("service", "")),
            name=form.get("name", ""),
            team_id=parse_team(form.get("team_id", "")),
            by=visit.by,
        )
    except InputError as error:
        return _show(visit, error)
    return visit.show("key_made.html", key=made.key, text=made.text)


@router.post("/keys/{key_id:int}/revoke")
def revoke_key(visit: KeyKeeper, key_id: Annotated[int, Path(le=LARGEST_NUMBER)]) -> Response:
    visit.services.accounts.revoke_key(key_id, by=visit.by)
    return visit.go("/keys", "revoked")


def parse_service(text: str) -> Service:
    if text not in list(Service):
        raise InputError("choose what the key is for", field="service")
    return Service(text)


def parse_team(text: str) -> int | None:
    """A team's number; nothing means all teams."""
    text = text.strip()
    if not text:
        return None
    if not text.isdecimal() or not 0 < int(text[:10]) < 2**31:
        raise InputError("write the number of a team, or nothing for all teams", field="team_id")
    return int(text)


def _show(visit: Visit, error: InputError | None = None) -> Response:
    return visit.show(
        "keys.html",
        status=422 if error else 200,
        keys=visit.services.ports.keys.list(team_id=None, revoked=True),
        who=WhoIsWho(visit.services),
        typed={
            "name": visit.form.get("name", ""),
            "service": visit.form.get("service", Service.API),
            "team_id": visit.form.get("team_id", "1"),
        },
        errors={error.field or "": str(error)} if error else {},
    )
