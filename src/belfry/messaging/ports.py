"""What delivery asks of the rooms that want things said, and of the ways out of the house."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from belfry.messaging.messages import Message, State
    from belfry.messaging.send_policy import SendPolicy
    from belfry.messaging.sent import Sent

# What stands in a text that is kept or shown, in place of a secret.
HIDDEN = "[hidden]"


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that goes along with a letter.

    `media_type` is what it is, with what a reader must know besides: image/jpeg, or
    text/calendar; method=REQUEST; charset=utf-8.
    """

    name: str
    media_type: str
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class OutgoingMessage:
    """What is handed to a channel; `id` is the same at every attempt.

    A channel that cannot show a picture or carry files leaves them out; `opt_out_url` is the page
    on which the person can end the letters, where there is one.
    """

    id: str
    to: str = field(repr=False)
    to_name: str = field(repr=False)
    subject: str = field(repr=False)
    text: str = field(repr=False)
    picture: Attachment | None = field(default=None, repr=False)
    opt_out_url: str = field(default="", repr=False)
    attachments: tuple[Attachment, ...] = field(default=(), repr=False)


class Channel(Protocol):
    """One way out of the house.

    Every implementation promises:
    - `send` returns once the other side has taken the letter, with what it said of it;
    - Temporary means that the letter was not handed over and another try may help;
    - Unknown means that it was wholly handed over and that no answer came back;
    - Permanent means that this letter will never be taken;
    - the same letter sent again carries the same id, so that the other side can know it again;
    - no error repeats the letter's text.
    """

    def send(self, outgoing: OutgoingMessage) -> str: ...


@dataclass(frozen=True, slots=True)
class RenderedMessage:
    """What a message says if it leaves now, to whom and how; `zone` is theirs, if known.

    `worded` says how the words came about. An answer to what somebody has just written
    `is_prompt`: it keeps no quiet hours and needs nobody's yes. `secret` is a piece of the text for
    its reader alone: it is not kept.
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
    attachments: tuple[Attachment, ...] = field(default=(), repr=False)


@dataclass(frozen=True, slots=True)
class Superseded:
    """It is no longer true or no longer wanted, and why."""

    why: str


@dataclass(frozen=True, slots=True)
class Withheld:
    """It could be said, but somebody has to agree first, and why."""

    rendered: RenderedMessage
    why: str


@dataclass(frozen=True, slots=True)
class Unsendable:
    """There is no way to reach the person, and why."""

    why: str


Written = RenderedMessage | Superseded | Withheld | Unsendable


class Composer(Protocol):
    """A room's hand for one sitting, with what the team's documents said when it was taken up.

    Every implementation promises:
    - `write` says what is true now, and nothing else; it changes nothing;
    - `prepare` does what takes its time before these are written, such as asking a model for words,
      and tells whether that may have changed what `write` says; if it fails, `write` does without.
    """

    @property
    def policy(self) -> SendPolicy: ...

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool: ...

    def write(self, message: Message, now: datetime) -> Written: ...


class ComposerFactory(Protocol):
    """A room that has things said.

    Every implementation promises: `take_pen` reads what is needed once, for many messages.
    """

    def open_composer(self) -> Composer: ...


class Messages(Protocol):
    """The messages there were and are.

    Every implementation promises:
    - `list_due` gives queued, held and sending messages whose time is `now` or before, the longest
      due first, then by id;
    - `list_waiting` gives what is queued or held about one thing for one person, oldest first;
    - `list_next` gives all that is queued or held: by the time it is due, then what waits for a
      person, oldest first;
    - `list_newest` gives the newest first by the time they were made, then by id; `before` (such a
      time and an id) and those after it are left out; `states`, `about` and `room` narrow it down;
      with `is_last_word`, it leaves out those of them after which more was said of the same thing;
    - `find_latest` gives the newest message about each thing that has one;
    - `find_sent` gives what was sent or delivered since a moment, the latest first and up to
      `limit`, and counts it; of each of both states only the `among` newest are looked at;
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
        is_last_word: bool = False,
        limit: int = 50,
    ) -> Sequence[Message]: ...

    def find_latest(self, abouts: Collection[str]) -> Mapping[str, Message]: ...

    def find_sent(self, *, since: datetime, among: int, limit: int) -> Sent: ...

    def count_states(self) -> Mapping[State, int]: ...
