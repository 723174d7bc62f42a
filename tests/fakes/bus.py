"""A bus that keeps what was published, and can be told to refuse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from belfry.kernel.errors import PortError
from belfry.ports.bus import BusEvent


class MemoryBus:
    def __init__(self) -> None:
        self.events: list[BusEvent] = []
        self.refused: dict[int, PortError] = {}

    def publish(self, events: Sequence[BusEvent]) -> Mapping[int, PortError]:
        errors = {
            event.number: self.refused[event.number]
            for event in events
            if event.number in self.refused
        }
        self.events += [event for event in events if event.number not in errors]
        return errors
