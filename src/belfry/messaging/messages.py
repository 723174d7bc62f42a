"""Messages, their states, and the audit entry of each change.

A message's id names its cause and the person, never an address: one cause makes one message. Its
text is rendered when it is sent, from the facts of that moment.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from typing import Any, Literal

from belfry.kernel.changes import Announce, Audit, Audited, Change, Event, Put, write_entry
from belfry.kernel.errors import Conflict
from belfry.kernel.texts import digest_of


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
_FROM_QUEUE = frozenset({*WAITING, State.DROPPED, State.SENDING, State.FAILED})
NEXT: Mapping[State, frozenset[State]] = {
    State.QUEUED: _FROM_QUEUE,
    State.HELD: _FROM_QUEUE,
    State.SENDING: frozenset({State.QUEUED, State.FAILED, State.SENT, State.UNCERTAIN}),
    State.SENT: frozenset({State.DELIVERED, State.BOUNCED}),
    State.UNCERTAIN: frozenset({State.DELIVERED, State.BOUNCED}),
    State.FAILED: frozenset({State.DELIVERED}),
    State.BOUNCED: frozenset({State.DELIVERED}),
}
SendOutcome = Literal[State.SENT, State.UNCERTAIN]
# Groups of states, decided here alone.
# Whether or not a receipt has come.
HANDED_OVER = (State.SENT, State.DELIVERED)
# Surely never arrived.
UNDELIVERED = (State.FAILED, State.BOUNCED)
# A person has to look at these.
WRONG = (State.UNCERTAIN, *UNDELIVERED)
# The recipient has it, or may have it.
HEARD = (State.SENDING, State.SENT, State.UNCERTAIN, State.DELIVERED)
LEFT = (*HEARD, State.BOUNCED)


# The receipt of a message that no channel carried.
IN_POSTBOX = "kept in the postbox; nobody outside was sent anything"
RESENT = re.compile(r"/resend-\d+$")


class Audience(StrEnum):
    """Who a message is for: a customer, or a team member."""

    CUSTOMER = "customer"
    TEAM = "team"


@dataclass(frozen=True, slots=True, kw_only=True)
class Message(Audited):
    """One message to one person.

    `due_at` is when it is processed next: when it may be sent or, while it is being sent, when its
    lease ends. None means that a person must decide first. `counted_in` names the daily count it
    is part of, if there is a limit. `worded` says how its text was made.
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

    def is_due(self, now: datetime) -> bool:
        """Whether it is to be processed now: sent or, if its lease has ended, settled."""
        may_be_due = self.is_waiting or self.state is State.SENDING
        return may_be_due and self.due_at is not None and self.due_at <= now

    @property
    def shown_as(self) -> str:
        """Its state as shown: "postbox" if it was stored there and not sent."""
        return "postbox" if self.receipt == IN_POSTBOX else self.state.value

    @property
    def is_resent(self) -> bool:
        return RESENT.search(self.id) is not None

    @property
    def is_for_team(self) -> bool:
        return self.audience is Audience.TEAM


def queue(message: Message, *, due_at: datetime, why: str = "") -> Message:
    """The message, to be processed again at that moment."""
    return _become(message, State.QUEUED, due_at=due_at, why=why)


def hold(message: Message, *, until: datetime | None, why: str) -> Message:
    """The message, held until a moment, or until a person decides."""
    return _become(message, State.HELD, due_at=until, why=why)


def drop(message: Message, *, why: str, **words: str) -> Message:
    """The message, never to be sent; with its rendered text, if there is one."""
    return _become(message, State.DROPPED, due_at=None, why=why, **words)


def replaced_by(message: Message, newer: Message) -> Message:
    return drop(message, why=f"replaced by {newer.id}, which is newer")


def is_newer(other: Message, message: Message) -> bool:
    """Whether another message replaces this one; a resent one replaces nothing."""
    if (other.about, other.person) != (message.about, message.person) or other.is_resent:
        return False
    return other.state is not State.DROPPED and other.made_at > message.made_at


def claim(message: Message, *, until: datetime, counted_in: str, **words: str) -> Message:
    """The message claimed by one sender, with its rendered text and channel."""
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
    """The message as before its claim: no attempt was made."""
    return _become(message, State.QUEUED, due_at=due_at, why="", attempt=message.attempt - 1)


def fail(message: Message, *, why: str) -> Message:
    """The message, given up, with the reason for people to see."""
    return _become(message, State.FAILED, due_at=None, why=why)


def finish(
    message: Message, *, state: SendOutcome, at: datetime, why: str, receipt: str = ""
) -> Message:
    """The message after it was or may have been handed over."""
    return _become(message, state, due_at=None, why=why, sent_at=at, receipt=receipt)


def settle(message: Message, *, why: str) -> Message:
    """The message after a person said that the recipient knows."""
    if message.state is State.SENT:
        raise Conflict(f"message {message.id} is sent; only what went wrong is settled")
    return _become(message, State.DELIVERED, due_at=None, why=why)


def report(message: Message, *, has_arrived: bool, why: str) -> Message:
    """The message after its carrier reported what became of it."""
    state = State.DELIVERED if has_arrived else State.BOUNCED
    return _become(message, state, due_at=None, why=why)


def _become(message: Message, state: State, **changes: Any) -> Message:
    if state not in NEXT.get(message.state, ()):
        raise Conflict(f"message {message.id} is {message.state}; it cannot become {state}")
    return replace(message, state=state, **changes)


BELFRY = "belfry"
# Announced for each message that surely did not arrive.
AGGREGATE, LOST = "message", "undelivered"
GAP = "…"


@dataclass(frozen=True, slots=True)
class MessageChange:
    """The changes to commit, and the message they put."""

    changes: list[Change]
    put: Message

    @property
    def message(self) -> Message:
        """The message as it will be stored."""
        return replace(self.put, revision=self.put.revision + 1)

    @property
    def state(self) -> State:
        return self.put.state


def record(message: Message, *, action: str, at: datetime, by: str = BELFRY) -> MessageChange:
    """Store the message with an audit entry; addresses and texts stand in it as digests."""
    audited, entry = write_entry(message, action=action, by=by, at=at, after=_render(message))
    changes: list[Change] = [Put(audited), Audit(entry)]
    if message.state in UNDELIVERED:
        facts = {"room": message.room, "kind": message.kind}
        changes.append(Announce(Event(AGGREGATE, message.id, LOST, facts, at)))
    return MessageChange(changes, audited)


def _render(message: Message) -> dict[str, Any]:
    shown: dict[str, Any] = {"state": message.state.value, "why": _hide(message)}
    if message.own_words:
        shown["own_words"] = digest_of(message.own_words)
    if message.attempt:
        shown |= {
            "attempt": message.attempt,
            "channel": message.channel,
            "to": digest_of(message.sent_to),
            "text": digest_of(f"{message.subject_line}\n{message.text}"),
        }
    return shown


def _hide(message: Message) -> str:
    """The reason, with a gap where it repeats the address or the text."""
    why = message.why
    for hidden in (message.sent_to, message.subject_line, message.text):
        if hidden:
            why = why.replace(hidden, GAP)
    return why
