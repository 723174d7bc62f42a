"""Word messages ahead of their release, in a process that cannot send.

What is stored is the wording with its slots; the process that sends fills them as they are then.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belfry.messaging.messages import WAITING
from belfry.messaging.ports import ComposerFactory, Messages
from belfry.ports.clock import Clock

MOST_AT_ONCE = 50


@dataclass(frozen=True, slots=True)
class ComposeMessages:
    """`composer_factories` by room."""

    messages: Messages
    clock: Clock
    composer_factories: Mapping[str, ComposerFactory]

    def __call__(self, about: str) -> tuple[str, ...]:
        """The keys of the messages about it that wait to be released."""
        waiting = self.messages.list_newest(about=about, states=WAITING, limit=MOST_AT_ONCE)
        for room in sorted({message.room for message in waiting} & self.composer_factories.keys()):
            composer = self.composer_factories[room].open_composer()
            composer.prepare([m for m in waiting if m.room == room], self.clock.now())
        return tuple(message.id for message in waiting if message.due_at)
