"""Show what waits to leave, and what each of it would say if it left now. Nothing is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.errors import BelfryError
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages, Pen, Script, Superseded, Unsendable, Withheld, Writer
from belfry.messaging.releases import (
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
    """A waiting message: when it leaves as far as is known, what it says, or why it never will."""

    message: Message
    at: datetime | None
    script: Script | None
    why: str


@dataclass(frozen=True, slots=True)
class PreviewMessages:
    messages: Messages
    clock: Clock
    writers: Mapping[str, Writer]

    def __call__(self, *, limit: int) -> list[Preview]:
        """In the order they leave."""
        return self.of_each(self.messages.list_next(limit=limit))

    def of_each(self, waiting: Sequence[Message]) -> list[Preview]:
        """In the order given."""
        pens = {room: self._take_pen(room) for room in {message.room for message in waiting}}
        return [self._preview(message, pens[message.room]) for message in waiting]

    def of(self, message: Message) -> Preview:
        return self._preview(message, self._take_pen(message.room))

    def _take_pen(self, room: str) -> Pen | BelfryError | None:
        writer = self.writers.get(room)
        try:
            return writer.take_pen() if writer else None
        except BelfryError as error:
            return error

    def _preview(self, message: Message, pen: Pen | BelfryError | None) -> Preview:
        if pen is None or isinstance(pen, BelfryError):
            why = str(pen or f"there is no room {message.room!r} in this house")
            return Preview(message, message.due_at, None, why)
        now = self.clock.now()
        try:
            written = pen.write(message, now)
        except BelfryError as error:
            return Preview(message, message.due_at, None, str(error))
        match written:
            case Superseded(why) | Unsendable(why):
                return Preview(message, None, None, why)
            case Withheld(script, _) | (Script() as script):
                due = max(now, message.due_at or now)
                return _foresee(message, script, decide_release(message, written, pen.manners, due))


def _foresee(message: Message, script: Script, release: Release) -> Preview:
    said = take_own_words(message, script)
    match release:
        case Drop(why) | GiveUp(why):
            return Preview(message, None, None, why)
        case _ if message.due_at is None:  # whatever the settings say by now, a person decides
            return Preview(message, None, said, message.why)
        case Leave(final):
            return Preview(message, message.due_at, final, message.why)
        case Wait(until, why):
            return Preview(message, until, said, why)
