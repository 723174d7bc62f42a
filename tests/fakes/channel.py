"""A channel in memory that accepts or refuses messages as a test scripts it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.kernel.errors import PortError, Unknown

if TYPE_CHECKING:
    from belfry.messaging.ports import OutgoingMessage


class MemoryChannel:
    """`sent` holds every message that was handed over, in order."""

    def __init__(self) -> None:
        self.sent: list[OutgoingMessage] = []
        self._script: list[str | PortError] = []

    def answer_with(self, *outcomes: str | PortError) -> None:
        """The outcome of the next messages, a receipt or an error each; later ones are accepted."""
        self._script = list(outcomes)

    def send(self, outgoing: OutgoingMessage) -> str:
        outcome = self._script.pop(0) if self._script else f"taken {len(self.sent) + 1}"
        if isinstance(outcome, str | Unknown):
            self.sent.append(outgoing)
        if isinstance(outcome, PortError):
            raise outcome
        return outcome
