"""Queue, approve, decline, resend and settle messages, and take their carriers' reports.

A new message replaces one about the same subject to the same person that still waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from typing import Any

from belfry.kernel.changes import Change
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.texts import make_storable
from belfry.messaging.bounces import Bounce, parse_bounce
from belfry.messaging.incoming import SentMails
from belfry.messaging.messages import (
    BELFRY,
    RESENT,
    Audience,
    Message,
    State,
    drop,
    queue,
    record,
    replaced_by,
    report,
    settle,
)
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import Store, try_commit

TRIES = 5
MOST_REPLACED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """A message that a room wants to send; see Message.

    One that a person wrote comes with their words, and is approved by them.
    """

    id: str
    room: str
    kind: str
    about: str
    person: str
    audience: Audience
    facts: Mapping[str, Any]
    own_words: str = ""
    approved_by: str = ""


@dataclass(frozen=True, slots=True)
class QueueMessage:
    store: Store
    messages: Messages
    clock: Clock

    def __call__(self, wanted: Wanted) -> bool:
        """Whether the message is new."""
        for _ in range(TRIES):
            if self.store.find(Message, wanted.id):
                return False
            # Not written if one of the older ones is being sent at this moment.
            if try_commit(self.store, self.plan(wanted)):
                return True
        raise Temporary(f"message {wanted.id} could not be queued: too much is going on")

    def plan(self, wanted: Wanted) -> list[Change]:
        """The changes that queue it, to commit with the event it is about."""
        now = self.clock.now()
        waiting = self.messages.list_waiting(wanted.about, wanted.person)[:MOST_REPLACED]
        # Another process may have queued this very message meanwhile.
        older = [message for message in waiting if message.id != wanted.id]
        message = Message(**asdict(wanted), made_at=now, due_at=now)
        by = wanted.approved_by
        action = "written" if by else "queued"
        changes = record(message, action=action, at=now, by=by or BELFRY).changes
        for old in older:
            changes += record(replaced_by(old, message), action="dropped", at=now).changes
        return changes


LONGEST_WORDS = 1000
CARRIER = "the carrier"


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    store: Store
    clock: Clock

    def approve(self, message_id: str, *, by: str, words: str = "") -> Message:
        """Send it at the next allowed hour, with the approver's own text if given."""
        message = get_message(self.store, message_id)
        if not message.is_waiting or message.approved_by:
            raise Conflict(f"message {message_id} does not wait for a yes: {_describe(message)}")
        now = self.clock.now()
        agreed = replace(message, approved_by=by, own_words=check_words(words))
        freed = queue(agreed, due_at=now, why=f"approved by {by}")
        step = record(freed, action="approved", at=now, by=by)
        self.store.commit(step.changes)
        return step.message

    def decline(self, message_id: str, *, by: str) -> Message:
        message = get_message(self.store, message_id)
        if not message.is_waiting:
            raise Conflict(f"message {message_id} cannot be stopped: {_describe(message)}")
        stopped = drop(message, why=f"stopped by {by}")
        step = record(stopped, action="declined", at=self.clock.now(), by=by)
        self.store.commit(step.changes)
        return step.message


def get_message(store: Store, message_id: str) -> Message:
    message = store.find(Message, message_id)
    if message is None:
        raise NotFound(f"no message {message_id!r}")
    return message


def _describe(message: Message) -> str:
    return f"it is {message.state}" + (f" ({message.why})" if message.why else "")


def check_words(words: str) -> str:
    """What a person typed, as it is stored; InputError if it is too long."""
    text = words.strip()
    if len(text) > LONGEST_WORDS:
        raise InputError(f"a message has at most {LONGEST_WORDS} characters", field="words")
    return make_storable(text, most=LONGEST_WORDS)


@dataclass(frozen=True, slots=True)
class ResendMessage:
    store: Store
    clock: Clock

    def __call__(self, message_id: str, *, by: str) -> Message:
        old = get_message(self.store, message_id)
        _require_finished(old)
        now = self.clock.now()
        again = Message(
            id=self._find_free_id(RESENT.sub("", message_id)),
            room=old.room,
            kind=old.kind,
            about=old.about,
            person=old.person,
            audience=old.audience,
            facts=old.facts,
            made_at=now,
            due_at=now,
            own_words=old.own_words,
            approved_by=by,
            why=f"asked for by {by}",
        )
        step = record(again, action="resent", at=now, by=by)
        self.store.commit(step.changes)
        return step.message

    def _find_free_id(self, base: str) -> str:
        """The next free number; Conflict while the last one has not been sent."""
        number = 1
        while last := self.store.find(Message, f"{base}/resend-{number}"):
            _require_finished(last)
            number += 1
        return f"{base}/resend-{number}"


def _require_finished(message: Message) -> None:
    if message.is_waiting or message.state is State.SENDING:
        raise Conflict(f"message {message.id} is still {message.state}: nothing is to be resent")


class Word(StrEnum):
    """What a person says: it arrived after all, or they told the recipient themselves."""

    ARRIVED = "arrived"
    TOLD = "told"


_WHY = {Word.ARRIVED: "it arrived, as noted by", Word.TOLD: "told in another way, as noted by"}


@dataclass(frozen=True, slots=True)
class SettleMessage:
    store: Store
    clock: Clock

    def __call__(self, message_id: str, word: str, *, by: str) -> Message:
        """Nothing is sent, and the message needs no more attention."""
        message = get_message(self.store, message_id)
        settled = settle(message, why=f"{_WHY[_read_word(word)]} {by}")
        step = record(settled, action="settled", at=self.clock.now(), by=by)
        self.store.commit(step.changes)
        return step.message


def _read_word(word: str) -> Word:
    try:
        return Word(word)
    except ValueError as error:
        raise InputError("expected arrived or told", field="word") from error


@dataclass(frozen=True, slots=True)
class ReportMessage:
    """Takes a carrier's report; only what was or may have been handed over is waiting for one."""

    store: Store
    clock: Clock

    def __call__(self, message_id: str, *, has_arrived: bool, why: str = "") -> Message:
        """Temporary while its sending is being recorded; a second report changes nothing."""
        message = get_message(self.store, message_id)
        if message.state is State.SENDING:
            raise Temporary(f"message {message_id} is being sent: report it again in a while")
        if message.state not in (State.SENT, State.UNCERTAIN):
            return message
        reported = report(message, has_arrived=has_arrived, why=why)
        step = record(reported, action=reported.state.value, at=self.clock.now(), by=CARRIER)
        self.store.commit(step.changes)
        return step.message


@dataclass(frozen=True, slots=True)
class TakenBounce:
    """What became of a bounce: the message it is about, None if it is about none of ours.

    Not `is_news` if it changed nothing.
    """

    bounce: Bounce
    message: Message | None
    is_news: bool = False


@dataclass(frozen=True, slots=True)
class TakeBounce:
    """Takes an e-mail that came back; `mailbox` is the address that mail is sent from."""

    messages: Messages
    report: ReportMessage
    mailbox: str

    def __call__(self, content: bytes, sent: SentMails | None = None) -> TakenBounce:
        """A delay changes nothing; InputError for what is no bounce."""
        bounce = parse_bounce(content)
        sent = sent or SentMails(self.messages, self.mailbox)
        message = sent.find(bounce.message_ids)
        if message is None or not bounce.is_permanent:
            return TakenBounce(bounce, message)
        why = f"the mail came back: {bounce.reason}"
        reported = self.report(message.id, has_arrived=False, why=why)
        return TakenBounce(bounce, reported, is_news=reported.state is not message.state)
