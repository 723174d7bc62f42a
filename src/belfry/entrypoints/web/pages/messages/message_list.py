"""The postbox: every message as it arrived, or as it would arrive, the newest first."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING
from urllib.parse import urlencode

from fastapi import APIRouter, Response

from belfry.controls.controls import Control, control_id
from belfry.controls.reminders.reminders import about_control
from belfry.entrypoints.web.pages.messages.letters import find_sender, show_each
from belfry.entrypoints.web.pages.messages.own_messages import list_readable
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.jobs.jobs import Job
from belfry.jobs.updates.kinds import about_job
from belfry.messaging.messages import SENT, WAITING, WRONG, State
from belfry.messaging.search_messages import MessageSearch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.messaging.search_messages import Place

router = APIRouter(route_class=PageRoute)

PER_PAGE = 20
LONGEST_WORDS = 200
SHOWN: dict[str, tuple[str, tuple[State, ...]]] = {
    "all": ("All messages", ()),
    "waiting": ("Waiting to leave", WAITING),
    "held": ("Held back", (State.HELD,)),
    "sent": ("Sent", SENT),
    "wrong": ("Went wrong", WRONG),
    "dropped": ("Dropped", (State.DROPPED,)),
}
ROOMS = {"": "From every room", "jobs": "Jobs", "controls": "Controls", "rota": "Rota"}


@dataclass(frozen=True, slots=True)
class Asked:
    """What somebody chose; anything that is no choice is as if they had chosen nothing."""

    show: str
    room: str
    words: str

    @property
    def is_anything(self) -> bool:
        return bool(self.room or self.words) or self.show != "all"

    def address(self, before: Place | None = None) -> str:
        said = {"show": self.show, "room": self.room, "q": self.words}
        if before is not None:
            said["before"] = render_cursor(before)
        return f"/messages?{urlencode({name: value for name, value in said.items() if value})}"


@router.get("/messages")
def list_messages(visit: Looker) -> Response:
    asked = read_asked(visit.request.query_params)
    before = parse_cursor(visit.request.query_params.get("before", ""))
    search = _find_search(visit, asked)
    found = visit.services.messaging.search(search, before=before, limit=PER_PAGE)
    return visit.show(
        "messages.html",
        letters=show_each(visit.services, list_readable(visit, found.messages)),
        senders=partial(find_sender, visit.services),
        asked=asked,
        choices={name: said for name, (said, _) in SHOWN.items()},
        rooms=ROOMS,
        longest=LONGEST_WORDS,
        is_first=before is None,
        is_cut=found.is_cut,
        following=asked.address(found.following) if found.following else "",
        is_postbox=not visit.services.settings.mail.host,
        who=WhoIsWho(visit.services),
        back=visit.here,
    )


def read_asked(query: Mapping[str, str]) -> Asked:
    show, room = query.get("show", ""), query.get("room", "")
    words = " ".join(query.get("q", "").split())[:LONGEST_WORDS]
    return Asked(show if show in SHOWN else "all", room if room in ROOMS else "", words)


def _find_search(visit: Visit, asked: Asked) -> MessageSearch:
    """The name of a job or a control means the messages about it, other words what they say."""
    states = SHOWN[asked.show][1]
    about = _find_about(visit, asked.words) if asked.words else None
    return MessageSearch(states, asked.room, about, "" if about else asked.words)


def _find_about(visit: Visit, words: str) -> str | None:
    store = visit.services.ports.store
    if store.find(Job, words):
        return about_job(words)
    control = store.find(Control, control_id(words))
    return about_control(control.id) if control else None


def render_cursor(place: Place) -> str:
    """Where the list goes on, for the address of its next page."""
    at, message_id = place
    return f"{at.astimezone(UTC).isoformat()}~{message_id}"


def parse_cursor(text: str) -> Place | None:
    """None for text that is no cursor: the list then begins at its beginning."""
    moment, _, message_id = text.partition("~")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (at, message_id) if at.tzinfo and "\0" not in message_id else None
