"""Let a person say what became of a message when nobody else knows, or when it never arrived."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from belfry.kernel.errors import InputError, NotFound
from belfry.messaging.entries import record
from belfry.messaging.messages import Message, settle
from belfry.ports.clock import Clock
from belfry.ports.store import Store


class Word(StrEnum):
    """What they say: it arrived after all, or they told the person themselves."""

    ARRIVED = "arrived"
    TOLD = "told"


_WHY = {Word.ARRIVED: "it arrived, as noted by", Word.TOLD: "told in another way, as noted by"}


@dataclass(frozen=True, slots=True)
class SettleMessage:
    store: Store
    clock: Clock

    def __call__(self, message_id: str, word: str, *, by: str) -> Message:
        """Nothing is sent, and the message wants nobody any more."""
        message = self.store.find(Message, message_id)
        if message is None:
            raise NotFound(f"no message {message_id!r}")
        settled = settle(message, why=f"{_WHY[_read_word(word)]} {by}")
        step = record(settled, action="settled", at=self.clock.now(), by=by)
        self.store.commit(step.changes)
        return step.message


def _read_word(word: str) -> Word:
    try:
        return Word(word)
    except ValueError as error:
        raise InputError("expected arrived or told", field="word") from error
