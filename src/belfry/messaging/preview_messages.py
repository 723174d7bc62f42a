"""Preview waiting messages as they would be sent now. Nothing is sent."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.errors import BelfryError
from belfry.messaging.caps import Allowances
from belfry.messaging.messages import Message
from belfry.messaging.ports import (
    Composer,
    ComposerFactory,
    Messages,
    RenderedMessage,
    Withheld,
    Written,
)
from belfry.messaging.send_policy import (
    Drop,
    GiveUp,
    Leave,
    Wait,
    decide_release,
    take_own_words,
)
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class Preview:
    """A waiting message: when it is sent, what it says, or why it never will be."""

    message: Message
    at: datetime | None
    rendered: RenderedMessage | None
    why: str


@dataclass(frozen=True, slots=True)
class PreviewMessages:
    store: Store
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
        allowances = Allowances(self.store)
        return [self._preview(message, composers[message.room], allowances) for message in waiting]

    def of(self, message: Message) -> Preview:
        return self._preview(message, self._open_composer(message.room), Allowances(self.store))

    def _open_composer(self, room: str) -> Composer | BelfryError | None:
        factory = self.composer_factories.get(room)
        try:
            return factory.open_composer() if factory else None
        except BelfryError as error:
            return error

    def _preview(
        self, message: Message, composer: Composer | BelfryError | None, allowances: Allowances
    ) -> Preview:
        if composer is None or isinstance(composer, BelfryError):
            why = str(composer or f"there is no room {message.room!r}")
            return Preview(message, message.due_at, None, why)
        return preview_message(message, composer, self.clock.now(), allowances)


def preview_message(
    message: Message, composer: Composer, now: datetime, allowances: Allowances
) -> Preview:
    """The message as it stands at `now`, in the words of the moment at which it is sent."""
    leaves_at, why = max(now, message.due_at or now), message.why
    try:
        written = composer.write(message, now)
        release = decide_release(message, written, composer.policy, leaves_at)
        if isinstance(release, Wait) and release.until:
            leaves_at, why = release.until, release.why
        if leaves_at > now and not isinstance(release, Drop | GiveUp):
            written = composer.write(message, leaves_at)
            release = decide_release(message, written, composer.policy, leaves_at)
    except BelfryError as error:
        return Preview(message, message.due_at, None, str(error))
    match release:
        case Drop(reason) | GiveUp(reason):
            return Preview(message, None, None, reason)
        case Leave(rendered) if message.due_at:
            if stop := allowances.take(message, rendered.channel, composer.policy, leaves_at):
                return Preview(message, None, None, stop)
            return Preview(message, leaves_at if leaves_at > now else message.due_at, rendered, why)
        case Wait(until, reason) if message.due_at:
            return Preview(message, until, _show(message, written), reason)
        case _:  # whatever the settings say by now, a person decides
            return Preview(message, None, _show(message, written), message.why)


def _show(message: Message, written: Written) -> RenderedMessage | None:
    match written:
        case Withheld(rendered, _) | (RenderedMessage() as rendered):
            return take_own_words(message, rendered)
        case _:
            return None
