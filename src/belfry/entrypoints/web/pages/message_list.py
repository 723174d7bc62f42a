"""The postbox: every message as it arrived, or as it would arrive, the newest first."""

from __future__ import annotations

from datetime import UTC, datetime
from functools import partial
from heapq import merge
from itertools import islice
from typing import TYPE_CHECKING

from fastapi import APIRouter, Response

from belfry.delivery.messages import WAITING, Message, State
from belfry.entrypoints.web.pages.letters import find_sender, show_each
from belfry.entrypoints.web.pages.own_messages import list_readable
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho

if TYPE_CHECKING:
    from collections.abc import Sequence

router = APIRouter(route_class=PageRoute)

PER_PAGE = 20
SHOWN: dict[str, tuple[str, tuple[State, ...]]] = {
    "all": ("All messages", ()),
    "waiting": ("Waiting to leave", WAITING),
    "held": ("Held back", (State.HELD,)),
    "sent": ("Sent", (State.SENT, State.DELIVERED)),
    "wrong": ("Went wrong", (State.UNCERTAIN, State.FAILED, State.BOUNCED)),
    "dropped": ("Dropped", (State.DROPPED,)),
}

Cursor = tuple[datetime, str]


@router.get("/messages")
def list_messages(visit: Looker) -> Response:
    asked = visit.request.query_params
    shown = asked.get("show", "") if asked.get("show", "") in SHOWN else "all"
    before = parse_cursor(asked.get("before", ""))
    page = _find_page(visit, SHOWN[shown][1], before)
    return visit.show(
        "messages.html",
        letters=show_each(visit.services, list_readable(visit, page[:PER_PAGE])),
        senders=partial(find_sender, visit.services),
        shown=shown,
        choices={name: said for name, (said, _) in SHOWN.items()},
        is_first=before is None,
        following=render_cursor(page[PER_PAGE - 1]) if len(page) > PER_PAGE else None,
        is_postbox=not visit.services.settings.mail.host,
        who=WhoIsWho(visit.services),
        back=visit.here,
    )


def _find_page(visit: Visit, states: tuple[State, ...], before: Cursor | None) -> Sequence[Message]:
    """Each state is asked for by itself, so that no list is longer than the page."""
    messages, most = visit.services.ports.messages, PER_PAGE + 1
    if not states:
        return messages.list_newest(before=before, limit=most)
    lists = [messages.list_newest(states=[one], before=before, limit=most) for one in states]
    return list(islice(merge(*lists, key=_find_age, reverse=True), most))


def _find_age(message: Message) -> Cursor:
    return message.made_at, message.id


def render_cursor(message: Message) -> str:
    """Where the list goes on, for the address of its next page."""
    return f"{message.made_at.astimezone(UTC).isoformat()}~{message.id}"


def parse_cursor(text: str) -> Cursor | None:
    """None for text that is no cursor: the list then begins at its beginning."""
    moment, _, message_id = text.partition("~")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (at, message_id) if at.tzinfo and "\0" not in message_id else None
