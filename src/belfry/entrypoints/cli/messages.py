"""Which messages there are, what each says and why, and how a person lets one go or stops it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say, show_moment
from belfry.entrypoints.cli.message_shapes import shape_message, tell_message
from belfry.entrypoints.cli.opening import BY, find_team_zone, name_team, open_team
from belfry.entrypoints.cli.options import Json, Team
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from datetime import tzinfo
    from pathlib import Path

    from belfry.bootstrap import Services
    from belfry.messaging.messages import Message, State

MessageId = Annotated[
    str, typer.Argument(metavar="ID", help="The message, as `belfry messages` names it.")
]
SHOWN = 60


def list_all(
    context: typer.Context,
    held: Annotated[bool, typer.Option("--held", help="Only what is kept back.")] = False,
    failed: Annotated[bool, typer.Option("--failed", help="Only what was given up.")] = False,
    uncertain: Annotated[
        bool, typer.Option("--uncertain", help="Only what may or may not have arrived.")
    ] = False,
    waiting: Annotated[
        bool, typer.Option("--waiting", help="Only what has not left: queued or held.")
    ] = False,
    count: Annotated[int, typer.Option("-n", min=1, max=10_000, help="How many, newest first.")] = (
        50
    ),
    team: Team = None,
    as_json: Json = False,
) -> None:
    """What is said to whom, and what became of it: a list, the newest first.

    For example: belfry messages --held
    """
    flags = {"held": held, "failed": failed, "uncertain": uncertain, "waiting": waiting}
    chosen = [flag for flag, is_set in flags.items() if is_set]
    if context.invoked_subcommand:
        return _hand_on(context.invoked_subcommand, [*chosen, *(["json"] if as_json else [])], team)
    with open_team(team) as services:
        found = services.ports.messages.list_newest(states=_find_states(chosen), limit=count)
        zone = find_team_zone(services)
    rows = [_make_row(message, zone) for message in found]
    columns = ("message", "state", "when", "to", "says, or why")
    said = Rows(columns, rows, "No such messages." if chosen else "No messages yet.")
    answer({"messages": [shape_message(one) for one in found]}, said, as_json=as_json)
    if found and not services.settings.mail.host and not as_json:
        say("No mail server is set: what is sent stays here, in the postbox.")
    return None


def show(message_id: MessageId, team: Team = None, as_json: Json = False) -> None:
    """Show one message as it arrives, the facts it is made of, and its history.

    For example: belfry messages show jobs/J-2042/move-2
    """
    with open_team(team) as services:
        message = _get(services, message_id)
        preview = services.messaging.preview.of(message) if message.is_waiting else None
        entries = services.ports.audit_log.list_entries(message.subject)
        zone = find_team_zone(services)
    data = shape_message(message, preview) | {
        "history": [{"at": one.at, "action": one.action, "by": one.by} for one in entries]
    }
    answer(data, tell_message(message, preview, entries, zone), as_json=as_json)


def resend(message_id: MessageId, team: Team = None, as_json: Json = False) -> None:
    """Say something once more, as a new message: for one that failed or may not have arrived.

    For example: belfry messages resend jobs/J-2042/move-2
    """
    with open_team(team) as services:
        again = services.messaging.resend(message_id, by=BY)
    answer(shape_message(again), f"{again.id} is in line.", as_json=as_json)


def approve(
    message_id: MessageId,
    words: Annotated[
        str, typer.Option("--words", metavar="TEXT", help="Say this instead.", show_default=False)
    ] = "",
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Let a message go that waits for a yes; it leaves at the next decent hour.

    For example: belfry messages approve jobs/J-2042/move-2 --words "Maya, it is ready."
    """
    with open_team(team) as services:
        agreed = services.messaging.answer.approve(message_id, by=BY, words=words)
    answer(shape_message(agreed), f"{agreed.id} may go.", as_json=as_json)


def decline(message_id: MessageId, team: Team = None, as_json: Json = False) -> None:
    """Stop a message that has not left; it never will.

    For example: belfry messages decline jobs/J-2042/move-2
    """
    with open_team(team) as services:
        stopped = services.messaging.answer.decline(message_id, by=BY)
    answer(shape_message(stopped), f"{stopped.id} will not be sent.", as_json=as_json)


def _hand_on(command: str, flags: list[str], team: Path | None) -> None:
    """The team may be named before the word; what chooses among messages may not."""
    if flags:
        said = f"does not go before {command}"
        raise InputError(said, field=" ".join(f"--{flag}" for flag in flags))
    if team:
        name_team(team)


def _get(services: Services, message_id: str) -> Message:
    from belfry.messaging.messages import Message

    found = services.ports.store.find(Message, message_id)
    if found is None:
        raise NotFound(f"no message {message_id!r}: `belfry messages` lists them")
    return found


def _find_states(chosen: list[str]) -> set[State]:
    from belfry.messaging.messages import WAITING, State

    return {
        state for flag in chosen for state in (WAITING if flag == "waiting" else (State(flag),))
    }


def _make_row(message: Message, zone: tzinfo) -> tuple[str, ...]:
    text = " ".join(message.text.split())
    said = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
    when = message.sent_at or message.due_at or message.made_at
    to = message.sent_to or message.person
    return (message.id, message.state, show_moment(when, zone), to, message.why or said)
