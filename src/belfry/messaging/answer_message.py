"""Let a message go that waited for somebody's yes, or stop one that has not left."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.texts import make_storable
from belfry.messaging.entries import record
from belfry.messaging.messages import Message, drop, queue
from belfry.ports.clock import Clock
from belfry.ports.store import Store

LONGEST_WORDS = 1000


@dataclass(frozen=True, slots=True)
class AnswerMessage:
    store: Store
    clock: Clock

    def approve(self, message_id: str, *, by: str, words: str = "") -> Message:
        """It leaves at the next decent hour, in the person's own words if there are any."""
        message = self._get(message_id)
        if not message.is_waiting or message.approved_by:
            raise Conflict(f"message {message_id} does not wait for a yes: {_say_state(message)}")
        now = self.clock.now()
        agreed = replace(message, approved_by=by, own_words=_check_words(words))
        freed = queue(agreed, due_at=now, why=f"approved by {by}")
        step = record(freed, action="approved", at=now, by=by)
        self.store.commit(step.changes)
        return step.message

    def decline(self, message_id: str, *, by: str) -> Message:
        """It never leaves."""
        message = self._get(message_id)
        if not message.is_waiting:
            raise Conflict(f"message {message_id} cannot be stopped: {_say_state(message)}")
        stopped = drop(message, why=f"stopped by {by}")
        step = record(stopped, action="declined", at=self.clock.now(), by=by)
        self.store.commit(step.changes)
        return step.message

    def _get(self, message_id: str) -> Message:
        message = self.store.find(Message, message_id)
        if message is None:
            raise NotFound(f"no message {message_id!r}")
        return message


def _say_state(message: Message) -> str:
    return f"it is {message.state}" + (f" ({message.why})" if message.why else "")


def _check_words(words: str) -> str:
    text = words.strip()
    if len(text) > LONGEST_WORDS:
        raise InputError(f"a message has at most {LONGEST_WORDS} characters", field="words")
    return make_storable(text, most=LONGEST_WORDS)
