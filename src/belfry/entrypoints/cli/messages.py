"""Which messages there are, what each says and why, and how a person lets one go or stops it."""

from __future__ import annotations

import sys
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from belfry.entrypoints.cli.answers import (
    Answer,
    Part,
    Rows,
    answers_in_json,
    shape,
    shape_all,
    show_moment,
)
from belfry.entrypoints.cli.opening import (
    By,
    Count,
    Team,
    argument,
    find_team_zone,
    name_team,
    open_services,
    option,
    read_team,
)
from belfry.kernel.channels import find_traits
from belfry.kernel.errors import InputError, NotFound

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import datetime, tzinfo

    from belfry.bootstrap import Services
    from belfry.jobs.board.settle_moves import Outlook
    from belfry.jobs.updates.sweep_jobs import Chase
    from belfry.messaging.messages import Message, State
    from belfry.messaging.preview_messages import Preview
    from belfry.rota.reports.send_digest import DigestPlan


MessageId = Annotated[str, argument("ID", "The message, as `belfry messages` names it.")]
SHOWN = 60


def list_all(
    context: typer.Context,
    held: Annotated[bool, option("--held", "Only what is kept back.")] = False,
    failed: Annotated[bool, option("--failed", "Only what was given up.")] = False,
    uncertain: Annotated[bool, option("--uncertain", "What may or may not have arrived.")] = False,
    waiting: Annotated[bool, option("--waiting", "Only what is queued or held.")] = False,
    count: Count = 50,
    team: Team = None,
) -> Answer | None:
    """List messages and what became of them, the newest first.

    For example: belfry messages --held
    """
    flags = {"held": held, "failed": failed, "uncertain": uncertain, "waiting": waiting}
    chosen = [flag for flag, is_set in flags.items() if is_set]
    if command := context.invoked_subcommand:
        if misplaced := [*chosen, *(["json"] if answers_in_json() else [])]:
            field = " ".join(f"--{flag}" for flag in misplaced)
            raise InputError(f"does not go before {command}", field=field)
        if team:
            name_team(team)
        return None
    with open_services(read_team(team)) as services:
        messages = services.ports.messages.list_newest(states=_find_states(chosen), limit=count)
        zone = find_team_zone(services)
    rows = [_make_row(message, zone) for message in messages]
    columns = ("message", "state", "when", "to", "says, or why")
    empty = "No such messages." if chosen else "No messages yet."
    lines: list[Part] = [Rows(columns, rows, empty)]
    if messages and not services.settings.sends_mail:
        lines.append("No mail server is set: e-mails stay here, in the postbox.")
    return Answer({"messages": [shape_message(message) for message in messages]}, lines)


def _find_states(chosen: list[str]) -> set[State]:
    from belfry.messaging.messages import WAITING, State

    return {
        state for flag in chosen for state in (WAITING if flag == "waiting" else (State(flag),))
    }


def _make_row(message: Message, zone: tzinfo) -> tuple[str, ...]:
    text = " ".join(message.text.split())
    sentence = text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"
    when = message.sent_at or message.due_at or message.made_at
    to = message.sent_to or message.person
    return (message.id, message.shown_as, show_moment(when, zone), to, message.why or sentence)


def show(services: Services, message_id: MessageId) -> Answer:
    """Show one message as it arrives, the facts it is made of, and its history.

    For example: belfry messages show jobs/J-2042/move-2
    """
    from belfry.messaging.messages import Message

    message = services.ports.store.find(Message, message_id)
    if message is None:
        raise NotFound(f"no message {message_id!r}: `belfry messages` lists them")
    preview = services.messaging.preview.of(message) if message.is_waiting else None
    entries = services.ports.audit_log.list_entries(message.subject)
    zone = find_team_zone(services)
    shown = _render_now(preview) if preview else message
    lines = [f"{shown.id}: {shown.state}" + (f" ({shown.why})" if shown.why else "")]
    if preview:
        lines.append(tell_leaving(preview, zone))
    lines += ["", *_tell_text(shown), ""]
    if shown.receipt:
        lines.append(f"taken: {shown.receipt}")
    facts = ", ".join(f"{name} {value}" for name, value in shown.facts.items())
    lines += [f"made of: {facts}", "history:"]
    lines += [
        f"  {show_moment(entry.at, zone)}  {entry.action}, by {entry.by}" for entry in entries
    ]
    history = shape_all(entries, "at", "action", "by")
    return Answer({**shape_message(shown), "history": history}, lines)


def _render_now(preview: Preview) -> Message:
    """A waiting message as it would leave now."""
    message = replace(preview.message, why=preview.why, due_at=preview.at)
    if rendered := preview.rendered:
        message = replace(message, channel=rendered.channel, sent_to=rendered.to)
        return replace(message, subject_line=rendered.subject, text=rendered.text)
    return message


def shape_message(message: Message) -> dict[str, Any]:
    names = ("id", "room", "kind", "about", "person", "audience", "state", "why?", "made_at")
    more = ("due_at", "sent_at", "attempt", "channel?", "text?", "receipt?", "approved_by?")
    return shape(message, *names, *more, "facts", to="sent_to?", subject="subject_line?")


def tell_leaving(preview: Preview, zone: tzinfo) -> str:
    if preview.rendered is None:
        return "It will not be sent as things are."
    when = show_moment(preview.at, zone)
    return f"Leaves {when}." if when else "Leaves once it is approved."


def _tell_text(message: Message) -> Iterator[str]:
    if not message.text:
        yield "(no text yet: it is made when it leaves)"
        return
    yield f"to: {message.sent_to}, by {message.channel}"
    if message.subject_line and find_traits(message.channel).has_subject:
        yield f"subject: {message.subject_line}"
    yield from (f"  | {line}" for line in message.text.splitlines())


def resend(services: Services, message_id: MessageId, by: By = "") -> Answer:
    """Send a message again, as a new one: for one that failed or may not have arrived.

    For example: belfry messages resend jobs/J-2042/move-2
    """
    again = services.messaging.resend(message_id, by=by)
    return Answer(shape_message(again), _tell_leaving(services, again))


def redrive(team: Team = None) -> Answer:
    """Put events that a function of AWS gave up back into its queue; at home aws only.

    For example: belfry messages redrive
    """
    settings = read_team(team)
    if settings.home != "aws":
        raise InputError("this team has no queue: its home is not aws", field="home")
    from belfry.bootstrap.aws_home import redrive_events

    count = redrive_events(settings)
    events = "1 event" if count == 1 else f"{count} events"
    return Answer({"redriven": count}, f"{events} put back into the queue.")


def approve(
    services: Services,
    message_id: MessageId,
    words: Annotated[str, option("--words", "Say this instead.", "TEXT")] = "",
    by: By = "",
) -> Answer:
    """Approve a message that waits for approval, and show when it leaves.

    For example: belfry messages approve jobs/J-2042/move-2 --words "Maya, it is ready."
    """
    agreed = services.messaging.answer.approve(message_id, by=by, words=words)
    return Answer(shape_message(agreed), _tell_leaving(services, agreed))


def _tell_leaving(services: Services, message: Message) -> str:
    """When it leaves, as the settings and the hour are now."""
    preview = services.messaging.preview.of(message)
    if preview.at is None:
        return f"{message.id} does not leave: {preview.why}."
    if preview.at <= services.ports.clock.now():
        return f"{message.id} leaves within a minute."
    why = f": {preview.why}" if preview.why else ""
    return f"{message.id} leaves at {show_moment(preview.at, find_team_zone(services))}{why}."


def decline(services: Services, message_id: MessageId, by: By = "") -> Answer:
    """Cancel a message that has not left.

    For example: belfry messages decline jobs/J-2042/move-2
    """
    stopped = services.messaging.answer.decline(message_id, by=by)
    return Answer(shape_message(stopped), f"{stopped.id} will not be sent.")


def take_bounce(
    services: Services,
    file: Annotated[str, argument("FILE", "The mail that came back, saved; - reads it here.")],
) -> Answer:
    """Take a mail that came back, and mark the message that it returns as bounced.

    For example: belfry messages take-bounce returned.eml
    """
    taken = services.messaging.take_bounce(_read_mail(file))
    bounce, message = taken.bounce, taken.message
    data = {
        "message": message.id if message else None,
        "state": message.state if message else None,
        "permanent": bounce.is_permanent,
        "reason": bounce.reason,
        "changed": taken.is_news,
    }
    if message is None:
        return Answer(data, "It returns no message of this team; nothing was changed.", False)
    if not bounce.is_permanent:
        return Answer(data, f"{message.id} is only delayed; nothing was changed.")
    if not taken.is_news:
        return Answer(data, f"{message.id} is {message.state} already; nothing was changed.")
    return Answer(data, f"{message.id} bounced: {bounce.reason}")


def _read_mail(name: str) -> bytes:
    from belfry.entrypoints.cli.jobs.jobs import read_handed
    from belfry.messaging.bounces import MOST_BYTES

    if name != "-":
        return read_handed(Path(name), MOST_BYTES)
    # One byte more than a bounce may have is enough to refuse it.
    return sys.stdin.buffer.read(MOST_BYTES + 1)


MOST = 1000
Days = Annotated[int, option("--days", "How far ahead.", min=1, max=365, show_default=True)]


def upcoming(services: Services, days: Days = 7) -> Answer:
    """Show what would go out, to whom and when. Nothing is sent.

    For example: belfry upcoming --days 2
    """
    from belfry.jobs.settings.read_shop import SETTINGS_DOC

    now, zone = services.ports.clock.now(), find_team_zone(services)
    until = now + timedelta(days=days)
    previews = [
        preview
        for preview in services.messaging.preview(limit=MOST)
        if preview.at is None or preview.at <= until
    ]
    chases: list[Chase] = []
    outlooks: list[Outlook] = []
    if services.ports.folder.exists(SETTINGS_DOC):
        chases = services.jobs.sweep.foresee(within=timedelta(days=days), limit=MOST)
        outlooks = services.jobs.settle_moves.list_settling(limit=MOST)
    digest = foresee_digest(services, until)
    renamed = {"customer": "job.customer", "channel": "job.channel", "stage": "job.stage"}
    data = {
        "at": now,
        "until": until,
        "moves": [_shape_outlook(outlook) for outlook in outlooks],
        "messages": [shape_message(_render_now(preview)) for preview in previews],
        "chases": shape_all(chases, job="job.id", **renamed, after="at"),
        "digest": shape_digest(digest),
    }
    lines = [
        *_tell_outlooks(outlooks, zone),
        *_tell(previews, zone),
        *_tell_chases(chases, zone),
        *tell_digest(digest, zone),
    ]
    return Answer(data, lines or f"No messages are due in the next {days} days.")


def _shape_outlook(outlook: Outlook) -> dict[str, Any]:
    words = ("channel", "to", "subject", "text")
    rendered = outlook.rendered
    return {
        **shape(outlook, "stage", "counts_at", "told_at", "why", job="job.id"),
        **(shape(rendered, *words) if rendered else dict.fromkeys(words)),
    }


def _tell_outlooks(outlooks: list[Outlook], zone: tzinfo) -> Iterator[str]:
    for outlook in outlooks:
        job, rendered = outlook.job, outlook.rendered
        counts = f"counts at {show_moment(outlook.counts_at, zone)}"
        yield f"{job.number}: the move from {job.stage} to {job.pending} {counts} if it stands;"
        if rendered is None:
            yield f"  nothing will be sent, because {outlook.why}"
            continue
        when = show_moment(outlook.told_at, zone) or "once it is approved"
        why = f" ({outlook.why})" if outlook.why else ""
        yield f"  to {rendered.to_name or rendered.to}, by {rendered.channel}, {when}{why}:"
        yield from (f"  | {line}" for line in rendered.text.splitlines())


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
        note = f"{who} gets a holding note at the first sweep after {when},"
        yield f"{job.number} ({job.stage}): {note}"
        yield "  if nothing moves."


DIGEST = "digest"


class ForeseenDigest(NamedTuple):
    at: datetime
    plan: DigestPlan


def foresee_digest(services: Services, until: datetime) -> ForeseenDigest | None:
    """None if it does not fire by then, or would send nothing."""
    from belfry.scheduler.triggers import find_next
    from belfry.scheduler.workflows import TEAM

    workflow = services.ports.workflows.find_by_name(TEAM, DIGEST)
    at = find_next(workflow, services.ports.clock.now()) if workflow else None
    if at is None or at > until:
        return None
    plan = services.rota.reports.send_digest.plan(at)
    return ForeseenDigest(at, plan) if plan.reminders or plan.for_deciders else None


def tell_digest(digest: ForeseenDigest | None, zone: tzinfo) -> Iterator[str]:
    if digest is None:
        return
    plan, when = digest.plan, show_moment(digest.at, zone)
    what = "open shifts of" if plan.is_published else "nothing is published yet of"
    for wanted, sentence in (
        (plan.reminders, "reminder of their shifts in"),
        (plan.for_deciders, what),
    ):
        if wanted:
            names = ", ".join(message.person for message in wanted)
            yield f"{when}, to {names}: {sentence} the week of {plan.monday}."


def shape_digest(digest: ForeseenDigest | None) -> dict[str, Any] | None:
    if digest is None:
        return None
    plan = digest.plan
    return {
        "at": digest.at,
        **shape(plan, "is_published", week="monday"),
        "reminded": [message.person for message in plan.reminders],
        "told": [message.person for message in plan.for_deciders],
    }
