"""Read a bounce: a delivery status notification (RFC 3464) about an e-mail that was sent.

What comes back by mail may be written by anyone: only the status fields and the returned
Message-ID are read, and a mail that is too large or too deep is refused before it is parsed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from email.message import Message as Mail
from email.parser import BytesParser, HeaderParser
from email.policy import compat32

from belfry.kernel.errors import InputError
from belfry.kernel.texts import digest_of, make_storable

MOST_BYTES = 10 * 1024 * 1024
# A bounce has three parts, and the mail that it returns has a few of its own.
MOST_PARTS = 100
LONGEST_REASON = 200
_DELIMITER = re.compile(rb"^--[^\r\n]", re.MULTILINE)
_PART_TYPE = re.compile(rb"^content-type[ \t]*:", re.MULTILINE | re.IGNORECASE)
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}@[^<>\s]{1,250}>")
_FAILED, _STATUS = "failed", re.compile(r"[245]\.\d{1,3}\.\d{1,3}")
# In the order in which they are trusted: the returned mail, then what the bounce answers.
_REFERRING = ("In-Reply-To", "References")


@dataclass(frozen=True, slots=True)
class Bounce:
    """What a notification says of one mail; `message_ids` may be those of mails that we sent.

    `is_permanent` if the server has given up; otherwise it is only delayed, or has arrived.
    """

    message_ids: tuple[str, ...]
    is_permanent: bool
    reason: str


def render_message_id(message_id: str, mailbox: str) -> str:
    """The Message-ID of a message, from which the recipient cannot be read."""
    return f"<{digest_of(f'{mailbox} {message_id}')[:40]}@{mailbox.rpartition('@')[2]}>"


def parse_bounce(content: bytes) -> Bounce:
    """Raise InputError for what is no delivery status notification."""
    mail = _parse(content)
    statuses = [block for part in _list_parts(mail, "message/delivery-status") for block in part]
    recipients = [block for block in statuses if block["Action"] or block["Final-Recipient"]]
    if not recipients:
        raise InputError(
            "expected a delivery status notification, as a mail server sends it back (RFC 3464); "
            "this mail has no status of a recipient"
        )
    given_up = [block for block in recipients if _read(block, "Action").lower() == _FAILED]
    block = (given_up or recipients)[0]
    return Bounce(tuple(_list_message_ids(mail)), bool(given_up), _find_reason(block))


def _parse(content: bytes) -> Mail:
    if len(content) > MOST_BYTES:
        raise InputError(f"a bounce has at most {MOST_BYTES >> 20} MB; this mail is larger")
    parts = max(len(_DELIMITER.findall(content)), len(_PART_TYPE.findall(content)))
    if parts > MOST_PARTS:
        raise InputError(f"a bounce has at most {MOST_PARTS} parts; this mail has {parts}")
    return BytesParser(policy=compat32).parsebytes(content)


def _list_parts(mail: Mail, kind: str) -> Iterator[list[Mail]]:
    """The mails or blocks of fields in each part of that type."""
    for part in mail.walk():
        payload = part.get_payload()
        if part.get_content_type() == kind and isinstance(payload, list):
            yield [block for block in payload if isinstance(block, Mail)]


def _list_message_ids(mail: Mail) -> Iterator[str]:
    returned = [inner for part in _list_parts(mail, "message/rfc822") for inner in part]
    for part in mail.walk():
        payload = part.get_payload()
        if part.get_content_type() == "text/rfc822-headers" and isinstance(payload, str):
            returned.append(HeaderParser(policy=compat32).parsestr(payload))
    for inner in returned:
        yield from _MESSAGE_ID.findall(_read(inner, "Message-ID"))
    for name in _REFERRING:
        yield from _MESSAGE_ID.findall(_read(mail, name))


def _find_reason(block: Mail) -> str:
    """The server's own words, without the kind of server: "550 5.1.1 no such user"."""
    words = _read(block, "Diagnostic-Code").partition(";")[2] or _read(block, "Status")
    status = _STATUS.search(_read(block, "Status"))
    if status and status[0] not in words:
        words = f"{status[0]} {words}"
    return make_storable(" ".join(words.split()), most=LONGEST_REASON)


def _read(block: Mail, name: str) -> str:
    """A field as text, whatever bytes it is made of."""
    return " ".join(str(block.get(name, "")).split())
