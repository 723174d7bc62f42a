"""What a letter looks like as an e-mail.

It says the same twice: in plain words, and as a page for programs that show pages, with the
picture if there is one; files stand beside both. The same letter has the same Message-ID at every
attempt, and nobody can read in it whom it is for.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from email.utils import format_datetime
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from belfry.adapters.smtp.bodies import tidy_text
from belfry.adapters.smtp.headers import tidy_line, write_mailbox, write_text
from belfry.adapters.smtp.mailboxes import parse_mailbox
from belfry.adapters.smtp.parts import bundle, make_file, make_picture, make_words, open_part
from belfry.kernel.tokens import digest_of
from belfry.kernel.urls import split_links, write_link

if TYPE_CHECKING:
    from datetime import datetime
    from email.message import EmailMessage

    from belfry.messaging.ports import OutgoingMessage

# No line of an e-mail may be longer (RFC 5322), and a folded address would be a broken one.
_LONGEST_STOP = 998 - len("List-Unsubscribe: <>")


@dataclass(frozen=True, slots=True)
class Sender:
    """Whom mail comes from: an address that answers reach, and the name shown with it."""

    address: str = field(repr=False)
    name: str = ""


def build_email(outgoing: OutgoingMessage, sender: Sender, *, at: datetime) -> EmailMessage:
    """The letter as an e-mail dated `at`; InputError if an address is none."""
    ours, theirs = parse_mailbox(sender.address), parse_mailbox(outgoing.to)
    message_id = render_message_id(outgoing.id, ours)
    email = open_part()
    email.set_raw("From", write_mailbox(sender.name, ours, header="From"))
    email.set_raw("To", write_mailbox(outgoing.to_name, theirs, header="To"))
    email.set_raw("Subject", write_text(outgoing.subject, header="Subject"))
    email.set_raw("Date", format_datetime(at))
    email.set_raw("Message-ID", message_id)
    email.set_raw("Auto-Submitted", "auto-generated")
    _add_way_to_stop(email, write_link(outgoing.opt_out_url))
    email.set_raw("MIME-Version", "1.0")
    _add_content(email, outgoing, message_id)
    return email


def render_message_id(letter_id: str, mailbox: str) -> str:
    """The name by which every mail server and reader on the way knows this letter again."""
    return f"<{digest_of(f'{mailbox} {letter_id}')[:40]}@{mailbox.rpartition('@')[2]}>"


def _add_way_to_stop(email: EmailMessage, link: str) -> None:
    """For the button that mail programs show; a press acts at once only over a secure line."""
    if not link or len(link) > _LONGEST_STOP:
        return
    email.set_raw("List-Unsubscribe", f"<{link}>")
    if link.lower().startswith("https:"):
        email.set_raw("List-Unsubscribe-Post", "List-Unsubscribe=One-Click")


def _add_content(email: EmailMessage, outgoing: OutgoingMessage, message_id: str) -> None:
    text, subject = tidy_text(outgoing.text), tidy_line(outgoing.subject)
    stop = write_link(outgoing.opt_out_url) or tidy_line(outgoing.opt_out_url)
    # Made from all that it keeps apart, so that nobody can write it into a text beforehand.
    mark = digest_of("\n".join((message_id, subject, text, stop)))[:24]
    plain = make_words(f"{text}\n{STOP}: {stop}\n" if stop else text, "plain")
    picture_id = f"picture.{message_id[1:-1]}" if outgoing.picture else ""
    source = f"cid:{picture_id}" if outgoing.picture else ""
    page = make_words(render_letter(text, subject=subject, picture=source, stop_url=stop), "html")
    if outgoing.picture:
        shown = [page, make_picture(outgoing.picture, picture_id)]
        page = bundle(shown, 'related;\r\n type="text/html"', boundary=f"=_b{mark}")
    said = email if not outgoing.attachments else open_part()
    bundle([plain, page], "alternative", boundary=f"=_a{mark}", into=said)
    if outgoing.attachments:
        files = [make_file(one) for one in outgoing.attachments]
        bundle([said, *files], "mixed", boundary=f"=_m{mark}", into=email)


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


def render_letter(text: str, *, subject: str, picture: str = "", stop_url: str = "") -> str:
    """The letter as a page; `picture` is where its picture is found."""
    said = split_paragraphs(text)
    body = [_render_paragraph(one) for one in said]
    if picture:
        alt = f"Photo: {subject}" if subject else "Photo"
        shown = _PICTURE.format(source=escape(picture), alt=escape(alt))
        body.insert(find_picture_place(said), shown)
    if stop_url:
        body.append(_render_stop(stop_url))
    return _PAGE.format(title=escape(subject), fonts=_FONTS, body="\n".join(body))


def split_paragraphs(text: str) -> list[str]:
    """What stands between empty lines; a sign-off at the end stands for itself."""
    blocks = groupby(text.split("\n"), key=lambda line: bool(line.strip()))
    said = ["\n".join(lines) for is_said, lines in blocks if is_said]
    if said:
        before, _, last = said[-1].rpartition("\n")
        if before and last.startswith(_SIGNS):
            said[-1:] = [before, last]
    return said


def find_picture_place(paragraphs: list[str]) -> int:
    """After the first paragraph that says something: a greeting alone does not."""
    is_greeted = len(paragraphs) > 1 and paragraphs[0].rstrip().endswith((",", "،", "，"))
    return 2 if is_greeted else min(1, len(paragraphs))


def _render_paragraph(paragraph: str) -> str:
    words = "".join(f"{escape(said)}{_render_link(link)}" for said, link in split_links(paragraph))
    lines = words.replace("\n", "<br>\n")
    return f'<p dir="auto" style="margin:0 0 1em">{lines}</p>'


def _render_link(link: str) -> str:
    shown = escape(link)
    return f'<a href="{shown}">{shown}</a>' if link else ""


def _render_stop(url: str) -> str:
    link = escape(write_link(url))
    line = f'<a href="{link}" style="color:inherit">Stop these messages</a>'
    shown = line if link else escape(f"{STOP}: {url}")
    return f'<p style="margin:2em 0 0;font-size:.8em;opacity:.7">{shown}</p>'
