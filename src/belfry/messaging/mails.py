"""Parse an e-mail: who sent it, what they wrote themselves, and the files they attached.

What arrives may be written by anyone: sizes are limited. Of the e-mails enclosed in it, only the
first is read, and none within that.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email import message_from_bytes
from email.errors import HeaderParseError
from email.header import decode_header, make_header
from email.message import Message
from email.utils import getaddresses, parsedate_to_datetime
from html import unescape

from belfry.kernel.texts import make_harmless
from belfry.messaging.authentication import judge_sender
from belfry.messaging.ports import Attachment

MOST_BYTES = 25_000_000
MOST_WORDS = 200_000
MOST_PARTS = 1000
MOST_ATTACHMENTS = 20
MOST_REFERENCES = 50
_LONGEST_HEADER = 500
_DEEPEST = 20
# The library takes the square of a header's length to read it.
_OVERLONG = re.compile(
    rb"^content-[a-z-]{1,40}:(?:[^\n]{2000}|(?:[^\n]{0,2000}\n[ \t]){30})",
    re.IGNORECASE | re.MULTILINE,
)
_DELIMITER = re.compile(rb"^--[^\r\n]", re.MULTILINE)
_MESSAGE_ID = re.compile(r"<[^<>\s]{1,250}@[^<>\s]{1,250}>")


_FORWARDED = re.compile(r"\s*(?:fwd?|wg|tr|rv|vb|doorst)\s*(?:\[\d{1,3}\])?\s*:", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class EnclosedMail:
    subject: str
    text: str


@dataclass(frozen=True, slots=True)
class Mail:
    """`sender` is a bare address in lower case; `sent_at` is None if it cannot be read.

    `references` are the Message-IDs of the mails that it answers, the nearest first. `automatic`
    says why no person wrote it, `doubt` why it is not believed, if so. A mail to many `is_bulk`: a
    list, a newsletter or spam. It `is_spam` if the receiving service says so. `is_report` of a
    mail server about a delivery. `enclosed` is a mail that was forwarded as an attachment.
    """

    sender: str
    subject: str
    text: str
    sent_at: datetime | None
    message_id: str
    references: tuple[str, ...] = ()
    automatic: str = ""
    doubt: str = ""
    is_bulk: bool = False
    is_spam: bool = False
    is_report: bool = False
    enclosed: EnclosedMail | None = None
    attached: tuple[Message, ...] = field(default=(), repr=False, compare=False)

    @property
    def own_words(self) -> str:
        return find_own_words(self.text)

    @property
    def is_forwarded(self) -> bool:
        """Whether its subject begins with a forwarding mark, or another mail is enclosed."""
        return self.enclosed is not None or _FORWARDED.match(self.subject) is not None

    def list_attachments(self) -> list[Attachment]:
        return [_read_attachment(part) for part in self.attached]


@dataclass(frozen=True, slots=True)
class BadMail:
    why: str


def parse_mail(content: bytes) -> Mail | BadMail:
    if len(content) > MOST_BYTES:
        return BadMail(f"expected a mail of at most {MOST_BYTES // 1_000_000} MB")
    if _OVERLONG.search(content):
        return BadMail("one of its headers is too long")
    if sum(1 for _ in _DELIMITER.finditer(content)) > MOST_PARTS:
        return BadMail(f"expected a mail of at most {MOST_PARTS} parts")
    try:
        # Without a policy headers stay as they came: the newer ones stumble over broken headers.
        return _read(message_from_bytes(content))
    except RecursionError:
        return BadMail("its parts are nested too deeply")
    except (TypeError, ValueError, LookupError):  # the library's own, for some broken parameters
        return BadMail("one of its headers cannot be read")


def _read(message: Message) -> Mail | BadMail:
    is_report = _is_report(message)
    sender = _find_sender(message)
    if isinstance(sender, BadMail):
        # Mail servers sign with whatever they like.
        if not is_report:
            return sender
        sender = ""
    parts = list(_list_parts(message, 0))
    return Mail(
        sender=sender,
        subject=_read_header(message, "Subject"),
        text=_find_text([part for part in parts if _is_text(part)]),
        sent_at=_read_date(message),
        message_id=_read_header(message, "Message-ID").strip("<> "),
        references=_list_references(message),
        automatic="" if is_report else _find_automatic(message),
        doubt=_find_doubt(message, sender),
        is_bulk=_is_bulk(message),
        is_spam=_has_failed(message, "Spam"),
        is_report=is_report,
        enclosed=None if is_report else _find_enclosed(message, 0),
        attached=tuple(part for part in parts if _is_attached(part))[:MOST_ATTACHMENTS],
    )


def _find_doubt(message: Message, sender: str) -> str:
    if _has_failed(message, "Virus"):
        return "the mail service found a virus in it"
    return judge_sender(sender, _list_raw(message, "Authentication-Results"))


def _has_failed(message: Message, check: str) -> bool:
    """Whether SES says so. It puts its verdicts first; a sender's own lines can only harm them."""
    verdicts = _list_raw(message, f"X-SES-{check}-Verdict")
    return any(verdict.strip().upper() == "FAIL" for verdict in verdicts)


def _find_sender(message: Message) -> str | BadMail:
    headers = [str(value) for value in message.get_all("From", [])]
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


def _read_header(message: Message, name: str) -> str:
    raw = str(message.get(name, ""))[: 4 * _LONGEST_HEADER]
    try:
        text = str(make_header(decode_header(raw)))
    except (HeaderParseError, LookupError, ValueError):
        text = raw
    return make_harmless(text, most=_LONGEST_HEADER)


def _read_date(message: Message) -> datetime | None:
    try:
        sent_at = parsedate_to_datetime(str(message.get("Date", "")))
        return sent_at.replace(tzinfo=sent_at.tzinfo or UTC).astimezone(UTC)
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def _list_references(message: Message) -> tuple[str, ...]:
    """What it answers, then the conversation from its end."""
    answered = _MESSAGE_ID.findall(_read_header(message, "In-Reply-To"))
    raw = str(message.get("References", ""))[-_LONGEST_HEADER * MOST_REFERENCES :]
    older = reversed(_MESSAGE_ID.findall(raw))
    return tuple(dict.fromkeys((*answered, *older)))[:MOST_REFERENCES]


def _is_report(message: Message) -> bool:
    """Whether a mail server reports on a delivery (RFC 3464)."""
    kind = str(message.get_param("report-type", "")).lower()
    return message.get_content_type() == "multipart/report" and kind == "delivery-status"


_MACHINES = frozenset(("bulk", "junk", "auto_reply"))
_SIGNS_OF_MACHINES = ("X-Autoreply", "X-Autorespond", "X-Autoresponse")


def _find_automatic(message: Message) -> str:
    """Which header says that a program wrote it (RFC 3834, and the older signs)."""
    submitted = _read_header(message, "Auto-Submitted").partition(";")[0].strip().lower()
    if submitted not in ("", "no"):
        return f"Auto-Submitted: {submitted}"
    precedence = _read_header(message, "Precedence").strip().lower()
    if precedence in _MACHINES:
        return f"Precedence: {precedence}"
    if _read_header(message, "Return-Path").replace(" ", "") == "<>":
        return "an empty Return-Path"
    return next((name for name in _SIGNS_OF_MACHINES if name in message), "")


def _is_bulk(message: Message) -> bool:
    is_spam = _read_header(message, "X-Spam-Flag").strip().lower() == "yes"
    return is_spam or "List-Id" in message or "List-Unsubscribe" in message


def _list_raw(message: Message, name: str) -> list[str]:
    return [str(value)[: 4 * _LONGEST_HEADER] for value in message.get_all(name, [])]


def _find_text(parts: list[Message]) -> str:
    """The plain words; those of its page where there are none."""
    plain = [_decode(part) for part in parts if part.get_content_type() != "text/html"]
    if any(text.strip() for text in plain):
        return "\n\n".join(plain)[:MOST_WORDS]
    pages = [_decode(part) for part in parts if part.get_content_type() == "text/html"]
    return "\n\n".join(find_html_words(page) for page in pages)[:MOST_WORDS]


def _list_parts(part: Message, depth: int) -> Iterator[Message]:
    """The parts that hold something, without enclosed e-mails and the pictures of a page."""
    if not part.is_multipart():
        yield part
        return
    is_open = part.get_content_maintype() == "multipart" and depth < _DEEPEST
    inner = part.get_payload() if is_open else []
    for number, inner_part in enumerate(inner if isinstance(inner, list) else []):
        if not isinstance(inner_part, Message):
            continue
        is_decoration = part.get_content_subtype() == "related" and number > 0
        if not is_decoration or inner_part.get_content_disposition() == "attachment":
            yield from _list_parts(inner_part, depth + 1)


def _find_enclosed(part: Message, depth: int) -> EnclosedMail | None:
    inner = part.get_payload() if part.is_multipart() and depth < _DEEPEST else []
    parts = [each for each in inner if isinstance(each, Message)] if isinstance(inner, list) else []
    if part.get_content_type() == "message/rfc822":
        return _read_enclosed(parts[0]) if parts else None
    return next((mail for each in parts if (mail := _find_enclosed(each, depth + 1))), None)


def _read_enclosed(message: Message) -> EnclosedMail:
    texts = [part for part in _list_parts(message, 0) if _is_text(part)]
    return EnclosedMail(_read_header(message, "Subject"), _find_text(texts))


def _is_attached(part: Message) -> bool:
    return part.get_filename() is not None or part.get_content_disposition() == "attachment"


def _is_text(part: Message) -> bool:
    return part.get_content_type() in ("text/plain", "text/html") and not _is_attached(part)


def _read_attachment(part: Message) -> Attachment:
    content = part.get_payload(decode=True)
    name = make_harmless(str(part.get_filename() or ""), most=_LONGEST_HEADER)
    return Attachment(name, part.get_content_type(), content if isinstance(content, bytes) else b"")


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
