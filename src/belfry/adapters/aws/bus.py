"""Events on the buses of EventBridge.

EventBridge may take some events of a call and refuse others: each is told apart.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

from belfry.adapters.aws.errors import is_busy, translated_errors
from belfry.kernel.errors import InputError, Permanent, PortError, Temporary
from belfry.kernel.records import write_value
from belfry.ports.bus import BusEvent

SOURCE = "belfry"
DEFAULT = "default"
# https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-putevents.html
AT_ONCE = 10
MOST_BYTES = 256 * 1024


class EventBridgeBus:
    """`buses` names the bus of each sort of event that has one of its own.

    All others share the account's bus, where the source tells environments apart.
    """

    def __init__(self, client: Any, buses: Mapping[str, str], source: str = SOURCE) -> None:
        self._client = client
        self._buses = buses
        self._source = source

    def publish(self, events: Sequence[BusEvent]) -> Mapping[int, PortError]:
        errors: dict[int, PortError] = {}
        entries: list[tuple[int, dict[str, Any]]] = []
        for event in events:
            entry = self._write(event)
            if (size := len(json.dumps(entry, default=str).encode())) > MOST_BYTES:
                errors[event.number] = Permanent(
                    f"the event {event.name} takes {size} bytes; at most {MOST_BYTES} fit"
                )
            else:
                entries.append((event.number, entry))
        for batch in _split(entries):
            errors |= self._put(batch)
        return errors

    def _write(self, event: BusEvent) -> dict[str, Any]:
        detail = {
            "number": event.number,
            "about": event.about,
            "id": event.id,
            "at": write_value(event.at),
            "facts": event.facts,
        }
        return {
            "Source": self._source,
            "DetailType": event.name,
            "Detail": json.dumps(detail, ensure_ascii=False),
            "Time": event.at,
            "EventBusName": self._buses.get(event.about, DEFAULT),
        }

    def _put(self, batch: Sequence[tuple[int, dict[str, Any]]]) -> dict[int, PortError]:
        try:
            with translated_errors("EventBridge"):
                answer = self._client.put_events(Entries=[entry for _, entry in batch])
        except PortError as error:
            return {number: error for number, _ in batch}
        results = zip(batch, answer["Entries"], strict=True)
        return {
            number: _translate(result) for (number, _), result in results if "ErrorCode" in result
        }


def _split(
    entries: Sequence[tuple[int, dict[str, Any]]],
) -> Iterator[list[tuple[int, dict[str, Any]]]]:
    """As many to a call as EventBridge takes, by their number and by their size."""
    batch: list[tuple[int, dict[str, Any]]] = []
    size = 0
    for entry in entries:
        weight = len(json.dumps(entry[1], default=str).encode())
        if batch and (len(batch) == AT_ONCE or size + weight > MOST_BYTES):
            yield batch
            batch, size = [], 0
        batch.append(entry)
        size += weight
    if batch:
        yield batch


def _translate(result: Mapping[str, str]) -> PortError:
    code = result["ErrorCode"]
    message = f"EventBridge answered {code}: {result.get('ErrorMessage', '')}"
    return Temporary(message) if is_busy(code) else Permanent(message)


def read_event(event: Mapping[str, Any]) -> BusEvent:
    """What a listener was handed by EventBridge; InputError if it is none of ours."""
    try:
        detail = event["detail"]
        return BusEvent(
            number=int(detail["number"]),
            about=str(detail["about"]),
            id=str(detail["id"]),
            name=str(event["detail-type"]),
            facts=dict(detail["facts"]),
            at=datetime.fromisoformat(detail["at"]),
        )
    except (KeyError, TypeError, ValueError) as error:
        raise InputError(f"this is no event of Belfry's: {error!r}") from error
