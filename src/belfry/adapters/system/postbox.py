"""The channel that sends nothing: messages stay in Belfry and are shown on its pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.messaging.messages import IN_POSTBOX

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.messaging.ports import Channel, OutgoingMessage


class Postbox:
    def send(self, outgoing: OutgoingMessage) -> str:
        return IN_POSTBOX


class SamplesStay:
    """Keeps messages about samples in the postbox, and sends all others by the channel.

    `is_about_samples` is asked about a message's id and address.
    """

    def __init__(self, channel: Channel, is_about_samples: Callable[[str, str], bool]) -> None:
        self._channel = channel
        self._is_about_samples = is_about_samples

    def send(self, outgoing: OutgoingMessage) -> str:
        if self._is_about_samples(outgoing.id, outgoing.to):
            return IN_POSTBOX
        return self._channel.send(outgoing)
