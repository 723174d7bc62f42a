"""Say something once more because a person asked: as a new message, never the old one again."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import Conflict, NotFound
from belfry.messaging.entries import record
from belfry.messaging.messages import RESENT, Message, State
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class ResendMessage:
    store: Store
    clock: Clock

    def __call__(self, message_id: str, *, by: str) -> Message:
        old = self.store.find(Message, message_id)
        if old is None:
            raise NotFound(f"no message {message_id!r}")
        _insist_on_end(old)
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
        """One more than there are; not while the last one has not left."""
        number = 1
        while last := self.store.find(Message, f"{base}/resend-{number}"):
            _insist_on_end(last)
            number += 1
        return f"{base}/resend-{number}"


def _insist_on_end(message: Message) -> None:
    if message.is_waiting or message.state is State.SENDING:
        raise Conflict(f"message {message.id} is still {message.state}: nothing is to be resent")
