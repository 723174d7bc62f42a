"""Preview waiting messages as they would be sent now. Nothing is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.errors import BelfryError
from belfry.messaging.messages import Message
from belfry.messaging.ports import (
    Composer,
    ComposerFactory,
    Messages,
    RenderedMessage,
    Superseded,
    Unsendable,
    Withheld,
)
from belfry.messaging.send_policy import (
    Drop,
    GiveUp,
    Leave,
    Release,
    Wait,
    decide_release,
    take_own_words,
)
from belfry.ports.clock import Clock


@dataclass(frozen=True, slots=True)
class Preview:
    """A waiting message: when it is sent, what it says, or why it never will be."""

    message: Message
    at: datetime | None
    rendered: RenderedMessage | None
    why: str


@dataclass(frozen=True, slots=True)
class PreviewMessages:
    messages: Messages
    clock: Clock
    composer_factories: Mapping[str, ComposerFactory]

    def __call__(self, *, limit: int) -> list[Preview]:
        """In the order they are sent."""
        return self.of_each(self.messages.list_next(limit=limit))

    def of_each(self, waiting: Sequence[Message]) -> list[Preview]:
        """In the order given."""
        composers = {
            room: self._open_composer(room) for room in {message.room for message in waiting}
        }
        return [self._preview(message, composers[message.room]) for message in waiting]

    def of(self, message: Message) -> Preview:
        return self._preview(message, self._open_composer(message.room))

    def _open_composer(self, room: str) -> Composer | BelfryError | None:
        factory = self.composer_factories.get(room)
        try:
            return factory.open_composer() if factory else None
        except BelfryError as error:
            return error

    def _preview(self, message: Message, composer: Composer | BelfryError | None) -> Preview:
        if composer is None or isinstance(composer, BelfryError):
            why = str(composer or f"there is no room {message.room!r}")
            return Preview(message, message.due_at, None, why)
        now = self.clock.now()
        try:
            written = composer.write(message, now)
        except BelfryError as error:
            return Preview(message, message.due_at, None, str(error))
        match written:
            case Superseded(why) | Unsendable(why):
                return Preview(message, None, None, why)
            case Withheld(rendered, _) | (RenderedMessage() as rendered):
                due = max(now, message.due_at or now)
                return _foresee(
                    message, rendered, decide_release(message, written, composer.policy, due)
                )


def _foresee(message: Message, rendered: RenderedMessage, release: Release) -> Preview:
    shown = take_own_words(message, rendered)
    match release:
        case Drop(why) | GiveUp(why):
            return Preview(message, None, None, why)
        case _ if message.due_at is None:  # whatever the settings say by now, a person decides
            return Preview(message, None, shown, message.why)
        case Leave(final):
            return Preview(message, message.due_at, final, message.why)
        case Wait(until, why):
            return Preview(message, until, shown, why)
