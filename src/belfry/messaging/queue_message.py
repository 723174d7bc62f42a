"""Put a message in line, once for its cause.

A newer message about the same thing to the same person takes the place of one that still waits.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from belfry.kernel.changes import Change
from belfry.kernel.errors import Conflict, Temporary
from belfry.messaging.entries import record
from belfry.messaging.messages import Audience, Message, replaced_by
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import Store

TRIES = 5
MOST_REPLACED = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """What a room wants said; see Message."""

    id: str
    room: str
    kind: str
    about: str
    person: str
    audience: Audience
    facts: Mapping[str, Any]


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
            try:
                self.store.commit(self.plan(wanted))
            except Conflict:  # one of the older ones is leaving at this moment: look again
                continue
            return True
        raise Temporary(f"message {wanted.id} could not be put in line: too much is going on")

    def plan(self, wanted: Wanted) -> list[Change]:
        """What puts it in line, to be committed with what it is told for."""
        now = self.clock.now()
        waiting = self.messages.list_waiting(wanted.about, wanted.person)[:MOST_REPLACED]
        # Another process may have queued this very message since it was looked for.
        older = [message for message in waiting if message.id != wanted.id]
        message = Message(
            id=wanted.id,
            room=wanted.room,
            kind=wanted.kind,
            about=wanted.about,
            person=wanted.person,
            audience=wanted.audience,
            facts=wanted.facts,
            made_at=now,
            due_at=now,
        )
        changes = record(message, action="queued", at=now).changes
        for old in older:
            changes += record(replaced_by(old, message), action="dropped", at=now).changes
        return changes
