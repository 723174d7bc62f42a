"""Write a message as an e-mail: plain text, the same as an HTML page, pictures and files.

The same message has the same Message-ID at every attempt, from which the recipient cannot be read.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from datetime import datetime
from email.header import Header
from email.headerregistry import HeaderRegistry
from email.message import EmailMessage
from email.policy import SMTP
from email.utils import format_datetime
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import Any
from unicodedata import category

from belfry.adapters.mailboxes import parse_mailbox
from belfry.kernel.urls import split_links, write_link
from belfry.messaging.bounces import render_message_id
from belfry.messaging.ports import Attachment, OutgoingMessage

LONGEST_LINE = 76
# No line of an e-mail may be longer (RFC 5322), and a folded address would be a broken one.
_LONGEST_STOP = 998 - len("List-Unsubscribe: <>")
_PLAIN_NAME = re.compile(r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~ -]+")
_MEDIA_TYPE = re.compile(r"(application|image|text)/([A-Za-z0-9.+-]{1,40})((?:; \w+=[\w-]+)*)")
# Mail programs look for the method to tell an invitation from any other calendar (RFC 6047).
_PARAMETERS = {"method": re.compile(r"[A-Z]{1,20}"), "charset": re.compile("utf-8")}
_LONGEST_FILE_NAME = 100
_CONTROLS = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_LINE_END = re.compile(r"\r\n?")


class CachedHeaders(HeaderRegistry):
    """Parsing headers takes most of the time of writing an e-mail, and nearly all of them recur."""

    def __init__(self) -> None:
        super().__init__()
        self._parse = lru_cache(maxsize=64)(super().__call__)

    def __call__(self, name: str, value: Any) -> Any:
        return self._parse(name, value)


_POLICY = SMTP.clone(
    max_line_length=LONGEST_LINE,
    cte_type="7bit",
    refold_source="none",
    header_factory=CachedHeaders(),
)


@dataclass(frozen=True, slots=True)
class Sender:
    """Whom mail comes from: an address that answers reach, and the name shown with it."""

    address: str = field(repr=False)
    name: str = ""


def build_email(outgoing: OutgoingMessage, sender: Sender, *, at: datetime) -> EmailMessage:
    """The message as an e-mail dated `at`; InputError if an address is not one."""
    sender_mailbox, recipient_mailbox = parse_mailbox(sender.address), parse_mailbox(outgoing.to)
    message_id = render_message_id(outgoing.id, sender_mailbox)
    email = EmailMessage(_POLICY)
    # Set as written: in Python 3.11 the library folds a long name with a comma in it into two
    # addresses (https://github.com/python/cpython/issues/100884) and encodes long ids and links.
    email.set_raw("From", _write_mailbox(sender.name, sender_mailbox, header="From"))
    email.set_raw("To", _write_mailbox(outgoing.to_name, recipient_mailbox, header="To"))
    email.set_raw("Subject", _write_text(outgoing.subject, header="Subject"))
    email.set_raw("Date", format_datetime(at))
    email.set_raw("Message-ID", message_id)
    email.set_raw("Auto-Submitted", "auto-generated")
    _add_way_to_stop(email, write_link(outgoing.opt_out_url))
    email["MIME-Version"] = "1.0"
    _add_content(email, outgoing, message_id)
    return email


def _add_way_to_stop(email: EmailMessage, link: str) -> None:
    """For the button that mail programs show; one click acts at once only over https."""
    if not link or len(link) > _LONGEST_STOP:
        return
    email.set_raw("List-Unsubscribe", f"<{link}>")
    if link.lower().startswith("https:"):
        email["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"


def _add_content(email: EmailMessage, outgoing: OutgoingMessage, message_id: str) -> None:
    text, subject = tidy_text(outgoing.text), tidy_line(outgoing.subject)
    stop = write_link(outgoing.opt_out_url) or tidy_line(outgoing.opt_out_url)
    picture_id = f"picture.{message_id[1:-1]}" if outgoing.picture else ""
    source = f"cid:{picture_id}" if picture_id else ""
    page = render_page(text, subject=subject, picture=source, stop_url=stop)
    email.set_content(f"{text}\n{STOP}: {stop}\n" if stop else text)
    email.add_alternative(page, subtype="html")
    if outgoing.picture:
        _add_picture(email, outgoing.picture, picture_id)
    for attachment in outgoing.attachments:
        email.add_attachment(
            attachment.content, disposition="attachment", **_describe(attachment, "file")
        )


def _add_picture(email: EmailMessage, picture: Attachment, picture_id: str) -> None:
    *_, page = email.iter_parts()
    described = _describe(picture, "picture")
    if described["maintype"] != "image":
        described |= _ANY_FILE
    page.add_related(picture.content, disposition="inline", **described)
    page.set_param("type", "text/html")
    *_, part = page.iter_parts()
    part.set_raw("Content-ID", f"<{picture_id}>")


_ANY_FILE = {"maintype": "application", "subtype": "octet-stream", "params": {}}


def _describe(attachment: Attachment, default_name: str) -> dict[str, Any]:
    """The arguments for adding a file; a media type we do not know becomes any file."""
    name = tidy_line(attachment.name)[:_LONGEST_FILE_NAME].strip() or default_name
    described: dict[str, Any] = {"filename": name, **_ANY_FILE}
    match = _MEDIA_TYPE.fullmatch(attachment.media_type)
    if match is None:
        return described
    maintype, subtype, rest = match.groups()
    params = dict(part.split("=") for part in rest.split("; ")[1:])
    is_known = all(
        name in _PARAMETERS and _PARAMETERS[name].fullmatch(value) for name, value in params.items()
    )
    return (
        described | {"maintype": maintype, "subtype": subtype, "params": params}
        if is_known
        else described
    )


def tidy_line(text: str) -> str:
    """The text on one line, single-spaced, without control characters or lone surrogates."""
    if not text.isprintable():
        sound = text.encode("utf-8", "replace").decode()
        text = "".join(letter for letter in sound if letter.isspace() or category(letter) != "Cc")
    return " ".join(text.split())


def tidy_text(text: str) -> str:
    """The text with plain line ends and one at its end, without control characters."""
    sound = text.encode("utf-8", "replace").decode()
    return _CONTROLS.sub("", _LINE_END.sub("\n", sound)).rstrip("\n") + "\n"


def _write_text(text: str, *, header: str) -> str:
    line = tidy_line(text)
    if line.isascii() and "=?" not in line and len(header) + 2 + len(line) <= LONGEST_LINE:
        return line
    return _encode_words(line, header)


def _write_mailbox(name: str, address: str, *, header: str) -> str:
    """`Name <address>`, or the bare address without a name."""
    line = tidy_line(name)
    if not line:
        return address
    is_plain = _PLAIN_NAME.fullmatch(line) and "=?" not in line
    if is_plain and len(header) + len(line) + len(address) + 5 <= LONGEST_LINE:
        return f"{line} <{address}>"
    return f"{_encode_words(line, header)}\r\n <{address}>"


def _encode_words(line: str, header: str) -> str:
    """RFC 2047: so that no comma, quote or foreign letter can be taken for anything else."""
    return Header(line, "utf-8", LONGEST_LINE, header).encode(linesep="\r\n")


STOP = "To stop these messages"
_SIGNS = ("—", "–", "--")
_FONTS = "system-ui,-apple-system,'Segoe UI',Roboto,sans-serif"
# Mail programs that know no max-width take the width of a picture from its attribute.
_PICTURE = (
    '<p style="margin:0 0 1em"><img src="{source}" alt="{alt}" width="540"'
    ' style="display:block;width:auto;max-width:100%;height:auto;border-radius:6px"></p>'
)
_PAGE = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
</head>
<body style="margin:0;padding:0">
<div style="max-width:34em;margin:0 auto;padding:1.25em;font:16px/1.5 {fonts};\
overflow-wrap:break-word">
{body}
</div>
</body>
</html>
"""


def render_page(text: str, *, subject: str, picture: str = "", stop_url: str = "") -> str:
    """The message as an HTML page; `picture` is the address of its picture."""
    paragraphs = split_paragraphs(text)
    body = [_render_paragraph(paragraph) for paragraph in paragraphs]
    if picture:
        alt = f"Photo: {subject}" if subject else "Photo"
        shown = _PICTURE.format(source=escape(picture), alt=escape(alt))
        body.insert(find_picture_place(paragraphs), shown)
    if stop_url:
        body.append(_render_stop(stop_url))
    return _PAGE.format(title=escape(subject), fonts=_FONTS, body="\n".join(body))


def split_paragraphs(text: str) -> list[str]:
    """The blocks between empty lines; a sign-off at the end is a paragraph of its own."""
    blocks = groupby(text.split("\n"), key=lambda line: bool(line.strip()))
    paragraphs = ["\n".join(lines) for has_text, lines in blocks if has_text]
    if paragraphs:
        before, _, last = paragraphs[-1].rpartition("\n")
        if before and last.startswith(_SIGNS):
            paragraphs[-1:] = [before, last]
    return paragraphs


def find_picture_place(paragraphs: list[str]) -> int:
    """After the first paragraph that is more than a greeting."""
    is_greeted = len(paragraphs) > 1 and paragraphs[0].rstrip().endswith((",", "،", "，"))
    return 2 if is_greeted else min(1, len(paragraphs))


def _render_paragraph(paragraph: str) -> str:
    html = "".join(f"{escape(text)}{_render_link(link)}" for text, link in split_links(paragraph))
    lines = html.replace("\n", "<br>\n")
    return f'<p dir="auto" style="margin:0 0 1em">{lines}</p>'


def _render_link(link: str) -> str:
    shown = escape(link)
    return f'<a href="{shown}">{shown}</a>' if link else ""


def _render_stop(url: str) -> str:
    link = escape(write_link(url))
    line = f'<a href="{link}" style="color:inherit">Stop these messages</a>'
    shown = line if link else escape(f"{STOP}: {url}")
    return f'<p style="margin:2em 0 0;font-size:.8em;opacity:.7">{shown}</p>'
