"""The list of messages, the page of one message, and what may be done about it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlencode

from fastapi import APIRouter, Response

from belfry.bootstrap.channels import list_postboxes
from belfry.entrypoints.web.pages.addresses import Name, parse_cursor, render_cursor, render_name
from belfry.entrypoints.web.pages.messages.message_views import (
    check_readable,
    find_sender,
    list_readable,
    view_messages,
)
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.jobs.jobs import Job, about_job
from belfry.jobs.updates.wordings import Draft
from belfry.kernel.errors import BelfryError, InputError, NotFound
from belfry.messaging.change_messages import LONGEST_WORDS
from belfry.messaging.messages import HANDED_OVER, WAITING, WRONG, Message, State
from belfry.messaging.search_messages import MessageSearch, Place
from belfry.scheduler.notify_people import ROOM as SCHEDULER_ROOM

router = APIRouter(route_class=PageRoute)

PER_PAGE = 20
LONGEST_SEARCH = 200
SHOWN: dict[str, tuple[str, tuple[State, ...]]] = {
    "all": ("All messages", ()),
    "waiting": ("Waiting to leave", WAITING),
    "held": ("Held back", (State.HELD,)),
    "sent": ("Sent", HANDED_OVER),
    "wrong": ("Went wrong", WRONG),
    "dropped": ("Not sent", (State.DROPPED,)),
}
ROOMS = {
    "": "From every room",
    "jobs": "Jobs",
    "controls": "Controls",
    "rota": "Rota",
    SCHEDULER_ROOM: "Workflows",
}


@dataclass(frozen=True, slots=True)
class Asked:
    """The search as chosen; unknown choices are ignored."""

    show: str
    room: str
    words: str

    @property
    def is_anything(self) -> bool:
        return bool(self.room or self.words) or self.show != "all"

    def address(self, before: Place | None = None) -> str:
        fields = {"show": self.show, "room": self.room, "q": self.words}
        if before is not None:
            fields["before"] = render_cursor(*before)
        return f"/messages?{urlencode({name: value for name, value in fields.items() if value})}"


@router.get("/messages")
def list_messages(visit: Looker) -> Response:
    asked = read_asked(visit.request.query_params)
    before = parse_cursor(visit.request.query_params.get("before", ""))
    # A job's id finds the messages about it; other words, as of a control, are searched in texts.
    about = _find_about(visit, asked.words) if asked.words else None
    words = "" if about else asked.words
    search = MessageSearch(SHOWN[asked.show][1], asked.room, about, words)
    results = visit.services.messaging.search(search, before=before, limit=PER_PAGE)
    return visit.show(
        "messages.html",
        message_views=view_messages(visit.services, list_readable(visit, results.messages)),
        senders=partial(find_sender, visit.services),
        asked=asked,
        choices={name: label for name, (label, _) in SHOWN.items()},
        rooms={
            room: label
            for room, label in ROOMS.items()
            if room in ("", SCHEDULER_ROOM, *visit.services.settings.rooms)
        },
        longest=LONGEST_SEARCH,
        is_first=before is None,
        is_cut=results.is_cut,
        following=asked.address(results.following) if results.following else "",
        postboxes=list_postboxes(visit.services.settings),
        back=visit.here,
    )


def read_asked(query: Mapping[str, str]) -> Asked:
    show, room = query.get("show", ""), query.get("room", "")
    words = " ".join(query.get("q", "").split())[:LONGEST_SEARCH]
    return Asked(show if show in SHOWN else "all", room if room in ROOMS else "", words)


def _find_about(visit: Visit, words: str) -> str | None:
    return about_job(words) if visit.services.ports.store.find(Job, words) else None


@router.get("/messages/{name}")
def show_message(visit: Looker, name: Name) -> Response:
    return render_message(visit, name)


def render_message(visit: Visit, name: str, error: BelfryError | None = None) -> Response:
    ports = visit.services.ports
    message = ports.store.find(Message, name)
    if message is None:
        raise NotFound(f"there is no message {name}")
    check_readable(visit, message)
    [message_view] = view_messages(visit.services, [message])
    is_edit = isinstance(error, InputError)
    return visit.show(
        "message.html",
        error=error,
        refusal=str(error) if error and not is_edit else "",
        message_view=message_view,
        draft=ports.store.find(Draft, name),
        sender=find_sender(visit.services, message_view.channel),
        history=list(reversed(ports.audit_log.list_entries(message.subject))),
        typed=visit.form.get("words", message_view.text),
        is_editing=bool(error) or visit.request.query_params.get("edit") == "yes",
        longest=LONGEST_WORDS,
        postboxes=list_postboxes(visit.services.settings),
    )


@router.post("/messages/{name}/approve")
@tell_on(render_message)
def approve(visit: Answerer, name: Name) -> Response:
    typed, seen = (visit.form[field].replace("\r\n", "\n").strip() for field in ("words", "seen"))
    words = "" if typed == seen else typed
    visit.services.messaging.answer.approve(name, by=visit.by, words=words)
    return visit.go(f"/messages/{render_name(name)}", "approved")


@router.post("/messages/{name}/stop")
@tell_on(render_message)
def stop(visit: Answerer, name: Name) -> Response:
    visit.services.messaging.answer.decline(name, by=visit.by)
    return visit.go(f"/messages/{render_name(name)}", "stopped")


@router.post("/messages/{name}/resend")
@tell_on(render_message)
def resend(visit: Answerer, name: Name) -> Response:
    again = visit.services.messaging.resend(name, by=visit.by)
    return visit.go(f"/messages/{render_name(again.id)}", "resent")


@router.post("/messages/{name}/settle")
@tell_on(render_message)
def settle(visit: Answerer, name: Name) -> Response:
    visit.services.messaging.settle(name, visit.form["word"], by=visit.by)
    return visit.go(f"/messages/{render_name(name)}", "settled")
