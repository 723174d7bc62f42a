"""Publish outbox events to a bus, for listeners in other processes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from belfry.kernel.errors import BelfryError
from belfry.ports.bus import Bus, BusEvent
from belfry.ports.store import OutboxRow


@dataclass(frozen=True, slots=True)
class PublishEvents:
    """A gatherer of the relay: rows that the bus did not take stay in the outbox."""

    bus: Bus

    def __call__(self, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        return self.bus.publish([write_event(row) for row in rows])


def write_event(row: OutboxRow) -> BusEvent:
    return BusEvent(
        number=row.id,
        about=row.aggregate_type,
        id=row.aggregate_id,
        name=row.op,
        facts=row.payload,
        at=row.created_on,
    )


def read_row(event: BusEvent) -> OutboxRow:
    """The row that the event was made from, as a listener takes it."""
    return OutboxRow(
        id=event.number,
        aggregate_type=event.about,
        aggregate_id=event.id,
        op=event.name,
        payload=event.facts,
        created_on=event.at,
        attempt_count=0,
    )
