"""One message with all there is to know, and what a person may do about it."""

from __future__ import annotations

from typing import Annotated

from fastapi import APIRouter, Path, Response

from belfry.entrypoints.web.pages.addresses import parse_name, render_name
from belfry.entrypoints.web.pages.messages.letters import find_sender, show_each
from belfry.entrypoints.web.pages.messages.own_messages import check_readable
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Answerer, Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.jobs.updates.choose import Draft
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.messaging.change_messages import LONGEST_WORDS
from belfry.messaging.messages import Message

router = APIRouter(route_class=PageRoute)

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
    """The person's own words; nothing if they left the words as they saw them."""
    typed, seen = (_tidy(visit.form.get(name, "")) for name in ("words", "seen"))
    return "" if typed == seen else typed


def _tidy(text: str) -> str:
    return text.replace("\r\n", "\n").strip()


def _show(visit: Visit, message_id: str, error: Conflict | InputError | None = None) -> Response:
    """`error` is why what somebody asked for here was not done."""
    ports = visit.services.ports
    message = ports.store.find(Message, message_id)
    if message is None:
        raise NotFound(f"there is no message {message_id}")
    check_readable(visit, message)
    letter = show_each(visit.services, [message])[0]
    return visit.show(
        "message.html",
        status=200 if error is None else 422 if isinstance(error, InputError) else 409,
        letter=letter,
        draft=ports.store.find(Draft, message_id),
        sender=find_sender(visit.services, letter.channel),
        history=list(reversed(ports.audit_log.list_entries(message.subject))),
        refusal=str(error) if isinstance(error, Conflict) else "",
        errors={error.field or "": str(error)} if isinstance(error, InputError) else {},
        typed=visit.form.get("words", letter.text),
        is_editing=bool(error) or visit.request.query_params.get("edit") == "yes",
        longest=LONGEST_WORDS,
        is_postbox=not visit.services.settings.mail.host,
        who=WhoIsWho(visit.services),
    )
