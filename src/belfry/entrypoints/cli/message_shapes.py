"""How a message looks in an answer: for machines field by field, for people as it arrives."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.entrypoints.cli.answers import show_moment

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime, tzinfo

    from belfry.kernel.audit import AuditEntry
    from belfry.messaging.messages import Message
    from belfry.messaging.ports import RenderedMessage
    from belfry.messaging.preview_messages import Preview


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
    if subject and channel == "email":
        yield f"subject: {subject}"
    yield from (f"  | {line}" for line in text.splitlines())
