"""Parse an e-mail: its sender, its date, its text without markup, and the writer's own words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from html import unescape

from belfry.kernel.texts import make_harmless

MOST_BYTES = 10_000_000
MOST_WORDS = 200_000
_LONGEST_HEADER = 500
_DEEPEST = 20
# The library takes the square of a header's length to read it.
_OVERLONG = re.compile(
    rb"^content-[a-z-]{1,40}:(?:[^\n]{2000}|(?:[^\n]{0,2000}\n[ \t]){30})",
    re.IGNORECASE | re.MULTILINE,
)


@dataclass(frozen=True, slots=True)
class Mail:
    """`sender` is a bare address in lower case; `sent_at` is None if it cannot be read."""

    sender: str
    subject: str
    text: str
    sent_at: datetime | None
    message_id: str


@dataclass(frozen=True, slots=True)
class BadMail:
    why: str


def parse_mail(content: bytes) -> Mail | BadMail:
    if len(content) > MOST_BYTES:
        return BadMail(f"expected a letter of at most {MOST_BYTES // 1_000_000} MB")
    if _OVERLONG.search(content):
        return BadMail("one of its headers is too long")
    try:
        # Without a policy headers stay as they came: the newer ones stumble over broken headers.
        letter = message_from_bytes(content)
    except RecursionError:
        return BadMail("its parts are nested too deeply")
    sender = _find_sender(letter)
    if isinstance(sender, BadMail):
        return sender
    return Mail(
        sender=sender,
        subject=_read_header(letter, "Subject"),
        text=_find_text(letter),
        sent_at=_read_date(letter),
        message_id=_read_header(letter, "Message-ID").strip("<> "),
    )


def _find_sender(letter: Message) -> str | BadMail:
    headers = [str(value) for value in letter.get_all("From", [])]
    if len(headers) != 1:
        count = "several senders" if headers else "no sender"
        return BadMail(f"expected one From line: it has {count}")
    if len(headers[0]) > _LONGEST_HEADER:
        return BadMail("its From line is too long")
    addresses = [address for _, address in getaddresses(headers) if address]
    if len(addresses) != 1:
        return BadMail("expected one address in its From line")
    name, _, domain = addresses[0].strip().lower().rpartition("@")
    is_plain = f"{name}{domain}".isascii() and not set(f"{name}{domain}") & set('@ \t\r\n<>,;:"')
    if not name or not domain or not is_plain:
        return BadMail("expected an address such as sam@example.com in its From line")
    return f"{name}@{domain}"


def _read_header(letter: Message, name: str) -> str:
    raw = str(letter.get(name, ""))[: 4 * _LONGEST_HEADER]
    try:
        text = str(make_header(decode_header(raw)))
    except (HeaderParseError, LookupError, ValueError):
        text = raw
    return make_harmless(text, most=_LONGEST_HEADER)


def _read_date(letter: Message) -> datetime | None:
    try:
        sent_at = parsedate_to_datetime(str(letter.get("Date", "")))
        return sent_at.replace(tzinfo=sent_at.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def _find_text(letter: Message) -> str:
    """The plain words; those of its page where there are none."""
    parts = list(_list_texts(letter, 0))
    plain = [_decode(part) for part in parts if part.get_content_type() != "text/html"]
    if any(text.strip() for text in plain):
        return "\n\n".join(plain)[:MOST_WORDS]
    pages = [_decode(part) for part in parts if part.get_content_type() == "text/html"]
    return "\n\n".join(find_html_words(page) for page in pages)[:MOST_WORDS]


def _list_texts(part: Message, depth: int) -> Iterator[Message]:
    """The text parts, without attachments and enclosed e-mails."""
    if part.is_multipart():
        is_open = part.get_content_maintype() == "multipart" and depth < _DEEPEST
        inner = part.get_payload() if is_open else []
        for message in inner if isinstance(inner, list) else []:
            if isinstance(message, Message):
                yield from _list_texts(message, depth + 1)
    elif part.get_content_type() in ("text/plain", "text/html"):
        is_attached = part.get_content_disposition() == "attachment"
        if not is_attached and part.get_filename() is None:
            yield part


def _decode(part: Message) -> str:
    content = part.get_payload(decode=True)
    raw = content[:MOST_WORDS] if isinstance(content, bytes) else b""
    for find_charset in (part.get_content_charset, lambda: "utf-8"):
        try:
            return raw.decode(find_charset() or "utf-8")
        except (LookupError, ValueError):
            continue
    return raw.decode("cp1252", "replace")


_BLOCKS = frozenset(
    ("p", "div", "br", "li", "ul", "ol", "tr", "table", "h1", "h2", "h3", "h4", "hr", "section")
)
_SKIPPED = frozenset(("script", "style", "head", "title", "blockquote", "template", "noscript"))
_VOID = frozenset(
    ("area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "wbr")
)
_UNSEEN = re.compile(
    r"display:none|visibility:hidden|gmail_quote|yahoo_quoted|moz-cite-prefix|divrplyfwdmsg"
    r"|appendonsend"
)
_NAME = re.compile(r"/?[a-z][a-z0-9]*")
_DEEPEST_TAG = 200


def find_html_words(page: str) -> str:
    """Blank where the page cannot be made sense of."""
    words: list[str] = []
    skipping: list[str] = []
    for is_tag, piece in _list_pieces(page):
        if is_tag:
            words.append("\n" if _step(piece, skipping) in _BLOCKS else "")
        elif not skipping:
            words.append(unescape(piece).replace("\n", " "))
        if len(skipping) > _DEEPEST_TAG:
            return ""
    lines = (" ".join(line.split()) for line in "".join(words).split("\n"))
    return "\n".join(line for line in lines if line)


def _list_pieces(page: str) -> Iterator[tuple[bool, str]]:
    """Tags and what stands between them, in one pass; what follows an open tag is left out.

    The library's own reader takes minutes over a page of tags that never close.
    """
    done = 0
    while done < len(page):
        start = page.find("<", done)
        if start < 0:
            yield False, page[done:]
            return
        yield False, page[done:start]
        is_comment = page.startswith("<!--", start)
        mark = "-->" if is_comment else ">"
        end = page.find(mark, start)
        if end < 0:
            return
        if not is_comment:
            yield True, page[start + 1 : end].lower()
        done = end + len(mark)


def _step(tag: str, skipping: list[str]) -> str:
    """The name of the tag; within something unseen all is unseen, up to the end of that."""
    match = _NAME.match(tag)
    name = match[0] if match else ""
    if name.startswith("/"):
        if name[1:] in skipping:
            while skipping.pop() != name[1:]:
                pass
    elif name and name not in _VOID and not tag.endswith("/"):
        is_unseen = name in _SKIPPED or _UNSEEN.search(tag.replace(" ", ""))
        if skipping or is_unseen:
            skipping.append(name)
    return name.lstrip("/")


_END = re.compile(
    r"--\s*$"
    r"|_{5,}\s*$"
    r"|-{2,}\s*(?:original|forwarded)\b.*"
    r"|begin forwarded message\b.*"
    r"|(?:sent|posted) (?:from|via) (?:my|the|outlook|yahoo|gmail)\b.*"
    r"|get outlook for\b.*"
    r"|(?:on|le|am|el|il|op)\b.{1,300}\b(?:wrote|écrit|schrieb|escribió|scritto|schreef)\b.{0,80}:\s*$",
    re.IGNORECASE,
)
_HEADER = re.compile(r"\*?(?:from|von|de)\*?:\s*\S", re.IGNORECASE)
_HEADERS = re.compile(r"\*?(?:sent|date|to|subject|cc|gesendet|an|betreff)\*?:", re.IGNORECASE)
_WROTE_BEGINS = re.compile(r"on\b.{1,200}$", re.IGNORECASE)


def find_own_words(text: str) -> str:
    """The lines up to the first that opens a quotation or a signature, quoted ones left out."""
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    own: list[str] = []
    for place, line in enumerate(lines):
        if _ends_here(lines, place):
            break
        if not line.lstrip().startswith(">"):
            own.append(line)
    return "\n".join(own).strip()


def _ends_here(lines: list[str], place: int) -> bool:
    line = lines[place].strip()
    after = lines[place + 1].strip() if place + 1 < len(lines) else ""
    if _END.match(line):
        return True
    if _HEADER.match(line) and _HEADERS.match(after):
        return True
    # Mail programs break a long "On … wrote:" in two.
    return bool(_WROTE_BEGINS.match(line) and _END.match(f"{line} {after}"))
