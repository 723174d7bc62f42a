"""Letters written as e-mails, and e-mails read as a mail program does."""

from __future__ import annotations

import email
from datetime import UTC, datetime
from email import policy
from email.message import EmailMessage

from tests.adapters.smtp.offices import SENDER

from belfry.adapters.smtp.letters import Sender, build_email
from belfry.adapters.smtp.parts import flatten
from belfry.messaging.ports import Attachment, OutgoingMessage

AT = datetime(2026, 11, 16, 9, 30, tzinfo=UTC)
PICTURE = Attachment("ready.jpg", "image/jpeg", b"\xff\xd8 a kettle \xff\xd9")
INVITE = Attachment(
    "monday.ics",
    "text/calendar; method=REQUEST; charset=utf-8",
    "BEGIN:VCALENDAR\r\nSUMMARY:Früh\r\nEND:VCALENDAR\r\n".encode(),
)


def write(
    *,
    to: str = "maria@home.example",
    name: str = "",
    subject: str = "",
    text: str = "",
    picture: Attachment | None = None,
    opt_out_url: str = "",
    attachments: tuple[Attachment, ...] = (),
) -> OutgoingMessage:
    return OutgoingMessage(
        "jobs/7/ready/maria", to, name, subject, text, picture, opt_out_url, attachments
    )


def send_off(outgoing: OutgoingMessage, sender: Sender = SENDER) -> bytes:
    """What goes over the line, which is also what the library would write."""
    built = build_email(outgoing, sender, at=AT)
    assert flatten(built) == built.as_bytes()
    return flatten(built)


def read(raw: bytes) -> EmailMessage:
    return email.message_from_bytes(raw, _class=EmailMessage, policy=policy.default)


def read_part(raw: bytes, kind: str) -> EmailMessage:
    """The part for programs that show plain text, or the one for those that show pages: html."""
    part = read(raw).get_body((kind,))
    assert isinstance(part, EmailMessage)
    return part


def read_words(raw: bytes, kind: str = "plain") -> str:
    return str(read_part(raw, kind).get_content()).replace("\r\n", "\n")


def list_kinds(raw: bytes) -> list[str]:
    """The kinds of all parts, from the outside to the inside."""
    return [part.get_content_type() for part in read(raw).walk()]
