"""What messaging asks of the rooms that compose messages, of channels and of its storage."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from datetime import datetime

    from belfry.messaging.choices import Answer, Choice, Form, Interaction, Taken
    from belfry.messaging.incoming import IncomingMail
    from belfry.messaging.messages import Message, State
    from belfry.messaging.send_policy import SendPolicy
    from belfry.ports.store import OutboxRow


# Replaces a secret in a text that is stored or shown.
HIDDEN = "[hidden]"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file sent along with a message; `media_type` may have parameters, such as
    `text/calendar; method=REQUEST; charset=utf-8`.
    """

    name: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """What is handed to a channel; `id` is the same at every attempt.

    A channel that cannot carry pictures, files or choices leaves them out; `opt_out_url` is the
    page to unsubscribe on, if there is one.
    """

    id: str
    to: str = field(repr=False)
    to_name: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)
    picture: Attachment | None = field(default=None, repr=False)
    opt_out_url: str = field(default="", repr=False)
    attachments: tuple[Attachment, ...] = field(default=(), repr=False)
    choices: tuple[Choice, ...] = ()


class Channel(Protocol):
    """A way to send messages; what it can carry stands in `kernel/channels.py`.

    Every implementation promises:
    - `send` returns the provider's receipt once it has accepted the message;
    - Temporary means that it was not handed over and another try may help;
    - Unknown means that it was handed over completely and no answer came back;
    - Permanent means that this message will never be accepted;
    - a message sent again carries the same id, so that the provider can recognise it;
    - no error repeats the message's text.
    """

    def send(self, outgoing: OutgoingMessage) -> str: ...


class ChoiceChannel(Protocol):
    """The other half of a channel whose messages have choices.

    Every implementation promises:
    - `update` replaces the message of that receipt, with the same result if it is called again;
    - `open_form` shows a form to the person who has just made a choice; what they fill in comes
      back with the same message, action and value;
    - `tell` shows a text to the person who made the choice, and to no one else;
    - errors are those of `Channel`; Permanent also for a message, a moment or a place that is gone.
    """

    def update(self, receipt: str, outgoing: OutgoingMessage) -> None: ...

    def open_form(self, form: Form, chosen: Interaction) -> None: ...

    def tell(self, reply_to: Mapping[str, str], text: str) -> None: ...


class Answerer(Protocol):
    """A room whose messages offer choices.

    Every implementation promises:
    - `get_form` gives the form that a choice opens;
    - `check` says what is wrong with which field of a form, and changes nothing;
    - `take` carries the answer out once: a second answer is a Conflict, an answer by a person who
      does not decide is NotAllowed;
    - `list_affected` gives the messages that an event of the room may have settled;
    - `find_outcome` says what became of what a message asks, and by whom; empty if nothing did.
    """

    def get_form(self, answer: Answer) -> Form: ...

    def check(self, answer: Answer) -> Mapping[str, str]: ...

    def take(self, answer: Answer) -> Taken: ...

    def list_affected(self, row: OutboxRow) -> Sequence[Message]: ...

    def find_outcome(self, message: Message) -> str: ...


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """A message as it would be sent now; `zone` is the recipient's, if known.

    `worded` says how the text was made. What a person asked for just now `is_prompt`: a reply, a
    sick call, a notice marked urgent. It ignores quiet hours and needs no approval. `secret` and
    `more_secrets` are parts of the text that are not stored, in their order.
    """

    channel: str
    to: str = field(repr=False)
    to_name: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)
    zone: str = ""
    picture: Attachment | None = field(default=None, repr=False)
    opt_out_url: str = field(default="", repr=False)
    worded: str = ""
    is_prompt: bool = False
    secret: str = field(default="", repr=False)
    more_secrets: tuple[str, ...] = field(default=(), repr=False)
    attachments: tuple[Attachment, ...] = field(default=(), repr=False)
    choices: tuple[Choice, ...] = ()


@dataclass(frozen=True, slots=True)
class Superseded:
    """It is no longer true or no longer wanted."""

    why: str


@dataclass(frozen=True, slots=True)
class Withheld:
    """It needs a person's approval first."""

    rendered: RenderedMessage
    why: str


@dataclass(frozen=True, slots=True)
class Unsendable:
    """The person cannot be reached."""

    why: str


Written = RenderedMessage | Superseded | Withheld | Unsendable


class Composer(Protocol):
    """Renders a room's messages in one pass, from the documents as read when it was opened.

    Every implementation promises:
    - `write` renders the facts of now, and changes nothing;
    - `prepare` does slow work before these are written, such as asking a model for words, and tells
      whether that may have changed what `write` returns; if it fails, `write` does without.
    """

    @property
    def policy(self) -> SendPolicy: ...

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool: ...

    def write(self, message: Message, now: datetime) -> Written: ...


class ComposerFactory(Protocol):
    """A room that sends messages.

    Every implementation promises: `open_composer` reads what is needed once, for many messages.
    """

    def open_composer(self) -> Composer: ...


class Messages(Protocol):
    """The messages.

    Every implementation promises:
    - `list_due` gives queued, held and sending messages whose time is `now` or before, the longest
      due first, then by id;
    - `list_waiting` gives what is queued or held about one subject for one person, oldest first;
    - `list_next` gives all that is queued or held: by the time it is due, then what waits for a
      person, oldest first;
    - `list_newest` gives the newest first by the time they were made, then by id; `before` (such a
      time and an id) and those after it are left out; only those made after `since`; `states`,
      `about` and `room` narrow it down;
      with `is_last_word`, it leaves out those followed by a newer message about the same subject;
    - `find_latest` gives the newest message about each subject that has one;
    - `list_sent` gives what was sent since a moment, the latest first;
    - `count_states` tells how many messages are in each state.
    """

    def list_due(self, *, now: datetime, limit: int) -> Sequence[Message]: ...

    def list_waiting(self, about: str, person: str) -> Sequence[Message]: ...

    def list_next(self, *, limit: int) -> Sequence[Message]: ...

    def list_newest(
        self,
        *,
        states: Collection[State] = (),
        about: str | None = None,
        room: str | None = None,
        before: tuple[datetime, str] | None = None,
        since: datetime | None = None,
        is_last_word: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]: ...

    def find_latest(self, abouts: Collection[str]) -> Mapping[str, Message]: ...

    def list_sent(self, *, since: datetime, limit: int) -> Sequence[Message]: ...

    def count_states(self) -> Mapping[State, int]: ...


class IncomingMails(Protocol):
    """The mail that arrived.

    Every implementation promises: `list_newest` gives the newest first by the time they arrived,
    then by id; with `is_open`, only those that a person has, or has not, to read. `list_filed`
    gives those that arrived before a moment, that nobody has to read and of which no audit log
    speaks, the oldest first.
    """

    def list_newest(
        self, *, is_open: bool | None = None, limit: int = 50
    ) -> Sequence[IncomingMail]: ...

    def list_filed(self, *, before: datetime, limit: int) -> Sequence[IncomingMail]: ...


@dataclass(frozen=True, slots=True)
class Arrived:
    """A mail as it came; only its beginning if its `size` is more than is taken in."""

    content: bytes = field(repr=False)
    size: int


@dataclass(frozen=True, slots=True)
class MailBatch:
    """Mails, and the position of the last of them."""

    arrivals: Sequence[Arrived]
    position: str


class Mailbox(Protocol):
    """A mailbox that is read and never changed: mails stay there, and stay unread.

    Every implementation promises:
    - `fetch` gives what arrived after a position that it gave itself, the oldest first, in batches
      of up to `at_once`; where positions are no longer valid, what arrived since the day before
      `since`;
    - `find_end` gives the position after the newest mail;
    - one that cannot be reached, or is lost half-way, raises Temporary; what it gave before counts;
    - one that refuses us raises Permanent; no error repeats the password.
    """

    @property
    def name(self) -> str: ...

    def find_end(self) -> str: ...

    def fetch(self, position: str, *, since: datetime, at_once: int) -> Iterator[MailBatch]: ...
