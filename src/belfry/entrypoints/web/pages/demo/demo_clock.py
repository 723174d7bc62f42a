"""The demo's own pages: its clock is moved here, and its messages are seen as they arrive."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.entrypoints.demo.clock import find_target, parse_step
from belfry.entrypoints.web.pages.demo.demo_bar import MOVED
from belfry.entrypoints.web.pages.messages.letters import find_sender, show_each
from belfry.entrypoints.web.pages.messages.own_messages import list_readable
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.cron import find_zone
from belfry.kernel.errors import NotFound
from belfry.messaging.messages import SENT

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.entrypoints.demo.clock import Mover
    from belfry.entrypoints.web.pages.messages.letters import Shown

router = APIRouter(route_class=PageRoute)

MOST_LOOKED_AT, MAILS_SHOWN, PHONES_SHOWN = 60, 8, 4


@router.post("/demo/clock")
def move_clock(visit: Looker) -> Response:
    mover = get_mover(visit)
    step = parse_step(visit.form.get("step", ""))
    zone = find_zone(visit.services.settings.timezone)
    seen = visit.form.get("moves", "")
    after = int(seen) if seen.isascii() and seen.isdecimal() and len(seen) < 10 else None
    mover.move_to(find_target(step, visit.now, zone), after=after)
    return visit.go("/", MOVED)


@router.get("/demo/post")
def show_post(visit: Looker) -> Response:
    get_mover(visit)
    newest = visit.services.ports.messages.list_newest(states=SENT, limit=MOST_LOOKED_AT)
    letters = show_each(visit.services, list_readable(visit, newest))
    letters.sort(key=lambda letter: letter.message.sent_at or letter.message.made_at, reverse=True)
    return visit.show(
        "demo_post.html",
        phones=_sort_by_phone([letter for letter in letters if letter.traits.is_short]),
        mails=[letter for letter in letters if not letter.traits.is_short][:MAILS_SHOWN],
        senders=partial(find_sender, visit.services),
        who=WhoIsWho(visit.services),
    )


def get_mover(visit: Visit) -> Mover:
    """NotFound outside the demo: a real clock is moved by nobody."""
    mover: Mover | None = visit.request.app.state.demo
    if mover is None:
        raise NotFound("there is a clock to be moved only in the demo")
    return mover


def _sort_by_phone(letters: Sequence[Shown]) -> list[tuple[str, list[Shown]]]:
    """Each phone with what arrived there, as a phone shows it: the newest at the bottom."""
    phones: dict[str, list[Shown]] = {}
    for letter in letters:
        phones.setdefault(letter.to, []).insert(0, letter)
    return list(phones.items())[:PHONES_SHOWN]
