"""The demo's own pages: its clock is moved here, and its messages are seen as they arrive."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from fastapi import APIRouter, Response

from belfry.entrypoints.demo.clock import Mover, find_target
from belfry.entrypoints.web.pages.messages.message_views import (
    MessageView,
    find_sender,
    list_readable,
    view_messages,
)
from belfry.entrypoints.web.pages.rendering import MOVED
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import NotFound
from belfry.messaging.messages import HANDED_OVER

router = APIRouter(route_class=PageRoute)

MOST_LOOKED_AT, MAILS_SHOWN, PHONES_SHOWN = 60, 8, 4


@router.post("/demo/clock")
def move_clock(visit: Looker) -> Response:
    mover = get_mover(visit)
    zone = find_zone(visit.services.settings.timezone)
    seen = visit.form["moves"]
    after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else None
    mover.move_to(find_target(visit.form["step"], visit.now, zone), after=after)
    return visit.go("/", MOVED)


@router.get("/demo/post")
def show_post(visit: Looker) -> Response:
    get_mover(visit)
    newest = visit.services.ports.messages.list_newest(states=HANDED_OVER, limit=MOST_LOOKED_AT)
    views = view_messages(visit.services, list_readable(visit, newest))
    views.sort(
        key=lambda view: view.message.sent_at or view.message.made_at,
        reverse=True,
    )
    return visit.show(
        "demo_post.html",
        phones=_sort_by_phone([view for view in views if view.traits.is_short]),
        mails=[view for view in views if not view.traits.is_short][:MAILS_SHOWN],
        senders=partial(find_sender, visit.services),
    )


def get_mover(visit: Visit) -> Mover:
    """NotFound outside the demo."""
    mover: Mover | None = visit.request.app.state.demo
    if mover is None:
        raise NotFound("there is a clock to be moved only in the demo")
    return mover


def _sort_by_phone(views: Sequence[MessageView]) -> list[tuple[str, list[MessageView]]]:
    """Each phone with what arrived there, as a phone shows it: the newest at the bottom."""
    phones: dict[str, list[MessageView]] = {}
    for view in views:
        phones.setdefault(view.to, []).insert(0, view)
    return list(phones.items())[:PHONES_SHOWN]
