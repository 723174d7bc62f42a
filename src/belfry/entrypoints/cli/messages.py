"""Which messages there are, what each says and why, and how a person lets one go or stops it."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from belfry.entrypoints.cli.answers import Rows, answer, say, show_moment
from belfry.entrypoints.cli.opening import BY, Json, Team, find_team_zone, name_team, open_team
from belfry.kernel.channels import find_traits
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime, tzinfo
    from pathlib import Path

    from belfry.bootstrap import Services
    from belfry.jobs.updates.sweep_jobs import Chase
    from belfry.kernel.audit import AuditEntry
    from belfry.messaging.messages import Message, State
    from belfry.messaging.ports import RenderedMessage
    from belfry.messaging.preview_messages import Preview
    from belfry.rota.reports.send_digest import DigestPlan


def shape_message(message: Message, preview: Preview | None = None) -> dict[str, Any]:
    """What has not left yet is shown as it would leave now, if that was looked at."""
    rendered = preview.rendered if preview else None
    return {
        "id": message.id,
        "room": message.room,
        "kind": message.kind,
        "about": message.about,
        "person": message.person,
        "audience": message.audience,
        "state": message.state,
        "why": (preview.why if preview else message.why) or None,
        "made_at": message.made_at,
        "due_at": preview.at if preview else message.due_at,
        "sent_at": message.sent_at,
        "attempt": message.attempt,
        "channel": (rendered.channel if rendered else message.channel) or None,
        "to": (rendered.to if rendered else message.sent_to) or None,
        "subject": (rendered.subject if rendered else message.subject_line) or None,
        "text": (rendered.text if rendered else message.text) or None,
        "receipt": message.receipt or None,
        "approved_by": message.approved_by or None,
        "facts": message.facts,
    }


def tell_message(
    message: Message, preview: Preview | None, entries: Sequence[AuditEntry], zone: tzinfo
) -> str:
    why = (preview.why if preview else message.why) or ""
    lines = [f"{message.id}: {message.state}" + (f" ({why})" if why else "")]
    if preview:
        lines.append(tell_leaving(preview, zone))
    lines += ["", *_tell_letter(message, preview.rendered if preview else None), ""]
    if message.receipt:
        lines.append(f"taken: {message.receipt}")
    facts = ", ".join(f"{name} {value}" for name, value in message.facts.items())
    lines += [f"made of: {facts}", "history:"]
    lines += [f"  {show_moment(one.at, zone)}  {one.action}, by {one.by}" for one in entries]
    return "\n".join(lines)


def tell_leaving(preview: Preview, zone: tzinfo) -> str:
    """When it goes, as far as anybody knows."""
    if preview.rendered is None:
        return "It will not be sent as things are."
    return _tell_when(preview.at, zone)


def _tell_when(at: datetime | None, zone: tzinfo) -> str:
    return f"Leaves {show_moment(at, zone)}." if at else "Leaves when somebody says yes."


def _tell_letter(message: Message, rendered: RenderedMessage | None) -> Iterator[str]:
    to = rendered.to if rendered else message.sent_to
    channel = rendered.channel if rendered else message.channel
    subject = rendered.subject if rendered else message.subject_line
    text = rendered.text if rendered else message.text
    if not text:
        yield "(no text yet: it is made when it leaves)"
        return
    yield f"to: {to}, by {channel}"
    if subject and find_traits(channel).has_subject:
        yield f"subject: {subject}"
    yield from (f"  | {line}" for line in text.splitlines())


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


MOST = 1000


def upcoming(
    days: Annotated[int, typer.Option("--days", min=1, max=365, help="How far ahead.")] = 7,
    team: Team = None,
    as_json: Json = False,
) -> None:
    """Show what would go out, to whom and when. Nothing is sent.

    For example: belfry upcoming --days 2
    """
    with open_team(team) as services:
        now = services.ports.clock.now()
        until = now + timedelta(days=days)
        previews = [one for one in services.messaging.preview(limit=MOST) if _is_due(one, until)]
        chases = _foresee(services, timedelta(days=days))
        digest = foresee_digest(services, until)
        zone = find_team_zone(services)
    data = {
        "at": now,
        "until": until,
        "messages": [shape_message(one.message, one) for one in previews],
        "chases": [_shape_chase(chase) for chase in chases],
        "digest": shape_digest(digest),
    }
    lines = [*_tell(previews, zone), *_tell_chases(chases, zone), *tell_digest(digest, zone)]
    quiet = f"Nothing is to go out in the next {days} days."
    answer(data, "\n".join(lines) or quiet, as_json=as_json)


def _is_due(preview: Preview, until: datetime) -> bool:
    return preview.at is None or preview.at <= until


def _foresee(services: Services, within: timedelta) -> list[Chase]:
    """None for a team that has no jobs to chase."""
    from belfry.jobs.settings.read_shop import SETTINGS_DOC

    if not services.ports.folder.exists(SETTINGS_DOC):
        return []
    return services.jobs.sweep.foresee(within=within, limit=MOST)


def _tell(previews: list[Preview], zone: tzinfo) -> Iterator[str]:
    for preview in previews:
        why = f" ({preview.why})" if preview.why else ""
        yield f"{preview.message.id}: {tell_leaving(preview, zone)}{why}"
        if rendered := preview.rendered:
            yield f"  to {rendered.to_name or rendered.to}, by {rendered.channel}:"
            yield from (f"  | {line}" for line in rendered.text.splitlines())


def _tell_chases(chases: list[Chase], zone: tzinfo) -> Iterator[str]:
    for chase in chases:
        job = chase.job
        who = job.customer or "the customer"
        when = show_moment(chase.at, zone)
        yield f"{job.id} ({job.stage}): {who} gets a holding note at the first sweep after {when},"
        yield "  if nothing moves."


def _shape_chase(chase: Chase) -> dict[str, Any]:
    job = chase.job
    return {
        "job": job.id,
        "customer": job.customer,
        "channel": job.channel,
        "stage": job.stage,
        "after": chase.at,
    }


DIGEST = "digest"


class ForeseenDigest(NamedTuple):
    at: datetime
    plan: DigestPlan


def foresee_digest(services: Services, until: datetime) -> ForeseenDigest | None:
    """None if it does not ring by then, or nobody would hear anything."""
    from belfry.scheduler.change_workflows import TEAM
    from belfry.scheduler.triggers import find_next

    workflow = services.ports.workflows.find_by_name(TEAM, DIGEST)
    at = find_next(workflow, services.ports.clock.now()) if workflow else None
    if at is None or at > until:
        return None
    plan = services.rota.reports.send_digest.plan(at)
    return ForeseenDigest(at, plan) if plan.reminders or plan.for_deciders else None


def tell_digest(found: ForeseenDigest | None, zone: tzinfo) -> Iterator[str]:
    if found is None:
        return
    plan, when = found.plan, show_moment(found.at, zone)
    what = "open shifts of" if plan.is_published else "nothing is published yet of"
    for wanted, said in (
        (plan.reminders, "reminder of their shifts in"),
        (plan.for_deciders, what),
    ):
        if wanted:
            names = ", ".join(one.person for one in wanted)
            yield f"{when}, to {names}: {said} the week of {plan.monday}."


def shape_digest(found: ForeseenDigest | None) -> dict[str, Any] | None:
    if found is None:
        return None
    plan = found.plan
    return {
        "at": found.at,
        "week": plan.monday,
        "is_published": plan.is_published,
        "reminded": [one.person for one in plan.reminders],
        "told": [one.person for one in plan.for_deciders],
    }
