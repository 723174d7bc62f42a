"""The list of messages, the page of one message, and what may be done about it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from functools import partial
from typing import TYPE_CHECKING, Annotated
from urllib.parse import urlencode

from fastapi import APIRouter, Path, Response

from belfry.controls.controls import Control, control_id
from belfry.controls.reminders.reminders import about_control
from belfry.entrypoints.web.pages.addresses import parse_name, render_name
from belfry.entrypoints.web.pages.messages.message_views import (
    check_readable,
    find_sender,
    list_readable,
    view_messages,
)
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.words import SubjectNames
from belfry.jobs.jobs import Job, about_job
from belfry.jobs.updates.wordings import Draft
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.messaging.change_messages import LONGEST_WORDS
from belfry.messaging.messages import SENT, WAITING, WRONG, Message, State
from belfry.messaging.search_messages import MessageSearch

if TYPE_CHECKING:
    from collections.abc import Mapping

    from belfry.messaging.search_messages import Place


router = APIRouter(route_class=PageRoute)

PER_PAGE = 20
LONGEST_SEARCH = 200
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
            fields["before"] = render_cursor(before)
        return f"/messages?{urlencode({name: value for name, value in fields.items() if value})}"


@router.get("/messages")
def list_messages(visit: Looker) -> Response:
    asked = read_asked(visit.request.query_params)
    before = parse_cursor(visit.request.query_params.get("before", ""))
    search = _find_search(visit, asked)
    results = visit.services.messaging.search(search, before=before, limit=PER_PAGE)
    return visit.show(
        "messages.html",
        message_views=view_messages(visit.services, list_readable(visit, results.messages)),
        senders=partial(find_sender, visit.services),
        asked=asked,
        choices={name: label for name, (label, _) in SHOWN.items()},
        rooms=ROOMS,
        longest=LONGEST_SEARCH,
        is_first=before is None,
        is_cut=results.is_cut,
        following=asked.address(results.following) if results.following else "",
        is_postbox=not visit.services.settings.mail.host,
        subjects=SubjectNames(visit.services),
        back=visit.here,
    )


def read_asked(query: Mapping[str, str]) -> Asked:
    show, room = query.get("show", ""), query.get("room", "")
    words = " ".join(query.get("q", "").split())[:LONGEST_SEARCH]
    return Asked(show if show in SHOWN else "all", room if room in ROOMS else "", words)


def _find_search(visit: Visit, asked: Asked) -> MessageSearch:
    """A job or control id finds the messages about it, other words are searched in texts."""
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
    """The cursor of the next page."""
    at, message_id = place
    return f"{at.astimezone(UTC).isoformat()}~{message_id}"


def parse_cursor(text: str) -> Place | None:
    """None for anything else: the list then starts at its beginning."""
    moment, _, message_id = text.partition("~")
    try:
        at = datetime.fromisoformat(moment)
    except ValueError:
        return None
    return (at, message_id) if at.tzinfo and "\0" not in message_id else None


LONGEST_NAME = 4000

MessageName = Annotated[str, Path(max_length=LONGEST_NAME)]


@router.get("/messages/{name}")
def show_message(visit: Looker, name: MessageName) -> Response:
    return _show(visit, parse_name(name))


@router.post("/messages/{name}/approve")
def approve(visit: Answerer, name: MessageName) -> Response:
    message_id = parse_name(name)
    try:
        visit.services.messaging.answer.approve(message_id, by=visit.by, words=find_edit(visit))
    except (Conflict, InputError) as error:
        return _show(visit, message_id, error)
    return visit.go(f"/messages/{name}", "approved")


@router.post("/messages/{name}/stop")
def stop(visit: Answerer, name: MessageName) -> Response:
    message_id = parse_name(name)
    try:
        visit.services.messaging.answer.decline(message_id, by=visit.by)
    except Conflict as error:
        return _show(visit, message_id, error)
    return visit.go(f"/messages/{name}", "stopped")


@router.post("/messages/{name}/resend")
def resend(visit: Answerer, name: MessageName) -> Response:
    message_id = parse_name(name)
    try:
        again = visit.services.messaging.resend(message_id, by=visit.by)
    except Conflict as error:
        return _show(visit, message_id, error)
    return visit.go(f"/messages/{render_name(again.id)}", "resent")


@router.post("/messages/{name}/settle")
def settle(visit: Answerer, name: MessageName) -> Response:
    message_id = parse_name(name)
    try:
        visit.services.messaging.settle(message_id, visit.form.get("word", ""), by=visit.by)
    except Conflict as error:
        return _show(visit, message_id, error)
    return visit.go(f"/messages/{name}", "settled")


def find_edit(visit: Visit) -> str:
    """The edited text; empty if it was left as shown."""
    typed, seen = (_tidy(visit.form.get(name, "")) for name in ("words", "seen"))
    return "" if typed == seen else typed


def _tidy(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _show(visit: Visit, message_id: str, error: Conflict | InputError | None = None) -> Response:
    """`error` is why an action was refused."""
    ports = visit.services.ports
    message = ports.store.find(Message, message_id)
    if message is None:
        raise NotFound(f"there is no message {message_id}")
    check_readable(visit, message)
    message_view = view_messages(visit.services, [message])[0]
    return visit.show(
        "message.html",
        status=200 if error is None else 422 if isinstance(error, InputError) else 409,
        message_view=message_view,
        draft=ports.store.find(Draft, message_id),
        sender=find_sender(visit.services, message_view.channel),
        history=list(reversed(ports.audit_log.list_entries(message.subject))),
        refusal=str(error) if isinstance(error, Conflict) else "",
        errors={error.field or "": str(error)} if isinstance(error, InputError) else {},
        typed=visit.form.get("words", message_view.text),
        is_editing=bool(error) or visit.request.query_params.get("edit") == "yes",
        longest=LONGEST_WORDS,
        is_postbox=not visit.services.settings.mail.host,
        subjects=SubjectNames(visit.services),
    )
