"""One control with all there is to know: when it is due, what was said, what was kept as proof."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from belfry.controls.repeats.cycles import MOST_DAYS, find_closing
from belfry.entrypoints.web.pages.addresses import parse_name
from belfry.entrypoints.web.pages.messages.letters import show_each
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.errors import Conflict, InputError

router = APIRouter(route_class=PageRoute)

LONGEST_NAME = 4000
MOST_LETTERS = 30

ControlName = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.get("/controls/{name}")
def show_control(visit: Looker, name: ControlName) -> Response:
    return render_control(visit, parse_name(name))


def render_control(visit: Visit, name: str, error: Conflict | InputError | None = None) -> Response:
    """`error` is why what somebody asked for here was not done."""
    room = visit.services.controls
    shown = room.acts.show(name)
    (told,) = room.pages.search.describe([shown.control], shown.today)
    return visit.show(
        "control.html",
        status=200 if error is None else 422 if isinstance(error, InputError) else 409,
        refusal=str(error or ""),
        shown=shown,
        control=shown.control,
        told=told,
        timeline=list(reversed(shown.timeline)),
        letters=show_each(visit.services, shown.messages[:MOST_LETTERS]),
        evidence={one.number: one for one in shown.evidence},
        closing=find_closing(shown.cycles, shown.control.opened_by),
        most_days=MOST_DAYS,
        typed=visit.form,
        who=WhoIsWho(visit.services),
    )
