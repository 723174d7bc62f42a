"""Which messages need a person: those that wait for a yes, and those that went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from belfry.messaging.messages import Message, State
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock

WRONG = (State.UNCERTAIN, State.FAILED, State.BOUNCED)
SHOWN_FOR = timedelta(days=7)
READ = 200


@dataclass(frozen=True, slots=True)
class Undecided:
    """Each the newest first."""

    asking: tuple[Message, ...]
    wrong: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ListUndecided:
    """Nobody needs to see to messages of the kinds `unmissed` if they do not arrive."""

    messages: Messages
    clock: Clock
    unmissed: frozenset[str] = frozenset()

    def __call__(self, *, limit: int) -> Undecided:
        held = self.messages.list_newest(states=(State.HELD,), limit=READ)
        asking = [message for message in held if message.due_at is None]
        return Undecided(tuple(asking[:limit]), tuple(self._list_wrong(limit)))

    def _list_wrong(self, limit: int) -> list[Message]:
        """Not those of long ago, nor those after which something newer was said of the same."""
        since = self.clock.now() - SHOWN_FOR
        found = [
            message
            for message in self.messages.list_newest(states=WRONG, is_last_word=True, limit=READ)
            if message.made_at > since and message.kind not in self.unmissed
        ]
        return found[:limit]
