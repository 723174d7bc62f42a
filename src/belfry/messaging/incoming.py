"""Mail that arrived, and what became of it.

A mail that was filed somewhere leaves only that fact here; one that a person has to read is kept
with its words until they have read it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from enum import StrEnum

from belfry.kernel.changes import Audited
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import digest_of, make_harmless, make_storable
from belfry.messaging.bounces import render_message_id
from belfry.messaging.mails import BadMail, Mail
from belfry.messaging.messages import LEFT, Message
from belfry.messaging.ports import Messages

LONGEST_TEXT = 10_000
LONGEST_WHY = 300
# Of a mail's key: long enough to be its own, short enough to be typed.
LENGTH = 24
# How long the fact stays that a mail was filed: by then it does not come again.
FILED_FOR = timedelta(days=365)


class Route(StrEnum):
    """What a mail was; `RETRY` if that could not be settled yet."""

    BOUNCE = "bounce"
    AUTOMATIC = "automatic"
    REPLY = "reply"
    TIME_OFF = "time off"
    EVIDENCE = "evidence"
    POLICY = "policy"
    UNREAD = "unread"
    RETRY = "retry"


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomingMail(Audited):
    """`about` names what the mail became; it `is_open` until a person has read it."""

    id: str
    route: Route
    at: datetime
    about: str = ""
    why: str = ""
    sender: str = field(default="", repr=False)
    subject_line: str = field(default="", repr=False)
    text: str = field(default="", repr=False)
    is_open: bool = False
    attempt: int = 0
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"mail/{self.id}"

    @property
    def expires_at(self) -> datetime | None:
        """None while a person has to read it, and for good if the audit log speaks of it."""
        return None if self.is_open or self.audit_seq else self.at + FILED_FOR


@dataclass(frozen=True, slots=True, kw_only=True)
class MailDoor:
    """How far a door was read; `position` is the door's own."""

    name: str
    position: str
    looked_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class ReceivedMail:
    """A mail by a person, for the rooms; `answers` is the message of ours that it replies to."""

    key: str
    mail: Mail
    answers: Message | None


@dataclass(frozen=True, slots=True)
class Filed:
    """A room has taken the mail, and made this of it."""

    route: Route
    about: str


@dataclass(frozen=True, slots=True)
class Unread:
    """The mail concerns a room, which cannot take it: a person has to read it."""

    why: str


FileMail = Callable[[ReceivedMail], Filed | Unread | None]
"""A room's own handler; None if the mail does not concern it.

The same mail may come twice, with the same key: the second time nothing changes.
"""


def mail_key(mail: Mail | BadMail, content: bytes) -> str:
    """Equal for one mail by whatever door it comes: by its Message-ID, else by its content."""
    if isinstance(mail, Mail) and mail.message_id:
        return digest_of(f"{mail.sender} {mail.message_id}")[:LENGTH]
    return digest_of(content.replace(b"\r\n", b"\n").decode("latin-1"))[:LENGTH]


def keep_unread(record: IncomingMail, mail: Mail | BadMail, content: bytes) -> IncomingMail:
    """The record with all that a person needs in order to deal with the mail themselves."""
    if isinstance(mail, BadMail):
        text = make_storable(content[:LONGEST_TEXT].decode("utf-8", "replace"), most=LONGEST_TEXT)
        return replace(record, route=Route.UNREAD, is_open=True, text=text)
    return replace(
        record,
        route=Route.UNREAD,
        is_open=True,
        sender=mail.sender,
        subject_line=mail.subject,
        text=make_storable(mail.own_words or mail.text.strip(), most=LONGEST_TEXT),
    )


def dismiss(record: IncomingMail) -> IncomingMail:
    """The record once somebody has read the mail; its words are no longer needed."""
    if not record.is_open:
        raise Conflict(f"mail {record.id} waits for nobody")
    return replace(record, is_open=False, sender="", subject_line="", text="")


def render_why(text: str) -> str:
    return make_harmless(text, most=LONGEST_WHY)


# How many of the newest messages are compared with a Message-ID, and how many are read at once.
MOST_SEARCHED, READ = 20_000, 500
_OWN = re.compile(r"<[0-9a-f]{40}@([^<>]+)>")
# SES gives each mail an id of its own, which is also its receipt.
_BY_PROVIDER = re.compile(
    r"<([0-9a-f]{16}-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}-[0-9]{6})@[^<>]+>"
)


class SentMails:
    """Finds messages by the Message-ID of their mail; each page of messages is read once.

    `mailbox` is the address that mail is sent from.
    """

    def __init__(self, messages: Messages, mailbox: str) -> None:
        self._messages = messages
        self._mailbox = mailbox
        self._domain = mailbox.rpartition("@")[2]
        self._pages = MOST_SEARCHED // READ
        self._before: tuple[datetime, str] | None = None
        self._known: dict[str, Message] = {}

    def find(self, message_ids: Collection[str]) -> Message | None:
        """The newest message with one of these ids."""
        own = [name for message_id in message_ids if (name := self._find_own(message_id))]
        while own:
            if message := next((self._known[name] for name in own if name in self._known), None):
                return message
            if not self._read_page():
                break
        return None

    def _find_own(self, message_id: str) -> str:
        """Under what it would be known if it is ours; blank if it cannot be."""
        if by_provider := _BY_PROVIDER.fullmatch(message_id):
            return by_provider[1]
        match = _OWN.fullmatch(message_id)
        is_own = bool(self._domain) and match is not None and match[1] == self._domain
        return message_id if is_own else ""

    def _read_page(self) -> bool:
        if not self._pages:
            return False
        page = self._messages.list_newest(states=LEFT, before=self._before, limit=READ)
        for message in page:
            self._known.setdefault(render_message_id(message.id, self._mailbox), message)
            if message.receipt:
                self._known.setdefault(message.receipt, message)
        is_last = len(page) < READ
        self._pages = 0 if is_last else self._pages - 1
        self._before = (page[-1].made_at, page[-1].id) if page else None
        return bool(page)
