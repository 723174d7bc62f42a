"""What a message is, and what can become of it.

A message's id names its cause and the person, never an address: the same cause never makes a second
one. What it says is made when it leaves, from what is true then.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from belfry.kernel.audit import Audited
from belfry.kernel.errors import Conflict


class State(StrEnum):
    QUEUED = "queued"
    HELD = "held"
    DROPPED = "dropped"
    SENDING = "sending"
    FAILED = "failed"
    SENT = "sent"
    UNCERTAIN = "uncertain"
    DELIVERED = "delivered"
    BOUNCED = "bounced"


WAITING = (State.QUEUED, State.HELD)
_OUT_OF_LINE = frozenset({*WAITING, State.DROPPED, State.SENDING, State.FAILED})
NEXT: Mapping[State, frozenset[State]] = {
    State.QUEUED: _OUT_OF_LINE,
    State.HELD: _OUT_OF_LINE,
    State.SENDING: frozenset({State.QUEUED, State.FAILED, State.SENT, State.UNCERTAIN}),
    State.SENT: frozenset({State.DELIVERED, State.BOUNCED}),
    State.UNCERTAIN: frozenset({State.DELIVERED}),
    State.FAILED: frozenset({State.DELIVERED}),
    State.BOUNCED: frozenset({State.DELIVERED}),
}
Ending = Literal[State.SENT, State.UNCERTAIN]
LEFT = (State.SENDING, State.SENT, State.UNCERTAIN, State.DELIVERED, State.BOUNCED)


RESENT = re.compile(r"/resend-\d+$")


class Audience(StrEnum):
    """Who a message is for: somebody outside, or one of the team."""

    CUSTOMER = "customer"
    TEAM = "team"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Audited):
    """One message to one person, from the moment it was wanted.

    `due_at` is when it is looked at next: when it may leave, or, while it is being sent, when
    nobody knows any more what became of it. None means that a person must decide first.
    `counted_in` names the day's count that it stands in, if there is a limit. `worded` says how
    its words came about.
    """

    id: str
    room: str
    kind: str
    about: str
    person: str
    audience: Audience
    facts: Mapping[str, Any]
    made_at: datetime
    state: State = State.QUEUED
    why: str = ""
    due_at: datetime | None
    attempt: int = 0
    counted_in: str = ""
    own_words: str = ""
    approved_by: str = ""
    channel: str = ""
    sent_to: str = field(default="", repr=False)
    subject_line: str = field(default="", repr=False)
    text: str = field(default="", repr=False)
    worded: str = ""
    receipt: str = ""
    sent_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"message/{self.id}"

    @property
    def is_waiting(self) -> bool:
        return self.state in WAITING

    @property
    def is_resent(self) -> bool:
        return RESENT.search(self.id) is not None

    @property
    def is_for_team(self) -> bool:
        return self.audience is Audience.TEAM


def queue(message: Message, *, due_at: datetime, why: str = "") -> Message:
    """The message, to be looked at again at that moment."""
    return _become(message, State.QUEUED, due_at=due_at, why=why)


def hold(message: Message, *, until: datetime | None, why: str) -> Message:
    """The message, kept back until a better hour, or until a person decides."""
    return _become(message, State.HELD, due_at=until, why=why)


def drop(message: Message, *, why: str, **words: str) -> Message:
    """The message, never to be sent; with the words it would have had, if they were made."""
    return _become(message, State.DROPPED, due_at=None, why=why, **words)


def replaced_by(message: Message, newer: Message) -> Message:
    return drop(message, why=f"replaced by {newer.id}, which is newer")


def is_newer(other: Message, message: Message) -> bool:
    """Whether another takes this one's place; a resent one only says an old thing again."""
    if (other.about, other.person) != (message.about, message.person) or other.is_resent:
        return False
    return other.state is not State.DROPPED and other.made_at > message.made_at


def claim(message: Message, *, until: datetime, counted_in: str, **words: str) -> Message:
    """The message in the hands of one sender, with the words and the way it goes."""
    attempt = message.attempt + 1
    return _become(
        message,
        State.SENDING,
        due_at=until,
        why="",
        attempt=attempt,
        counted_in=counted_in,
        **words,
    )


def give_back(message: Message, *, due_at: datetime) -> Message:
    """The message as if it had not been claimed: nobody tried to send it."""
    return _become(message, State.QUEUED, due_at=due_at, why="", attempt=message.attempt - 1)


def fail(message: Message, *, why: str) -> Message:
    """The message, given up; a person is shown why."""
    return _become(message, State.FAILED, due_at=None, why=why)


def finish(
    message: Message, *, state: Ending, at: datetime, why: str, receipt: str = ""
) -> Message:
    """The message after it was handed over, or may have been."""
    return _become(message, state, due_at=None, why=why, sent_at=at, receipt=receipt)


def settle(message: Message, *, why: str) -> Message:
    """The message after a person said that its reader knows what it says."""
    if message.state is State.SENT:
        raise Conflict(f"message {message.id} is sent; only what went wrong is settled")
    return _become(message, State.DELIVERED, due_at=None, why=why)


def _become(message: Message, state: State, **changes: Any) -> Message:
    if state not in NEXT.get(message.state, ()):
        raise Conflict(f"message {message.id} is {message.state}; it cannot become {state}")
    return replace(message, state=state, **changes)
