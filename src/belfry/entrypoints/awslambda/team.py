"""The functions that all rooms share: the relay of the outbox, and what SES reports."""

from __future__ import annotations

from dataclasses import asdict
from functools import partial
from typing import TYPE_CHECKING, Any

from belfry.entrypoints.awslambda.environment import Opened, open_room

if TYPE_CHECKING:
    from collections.abc import Mapping

FUNCTIONS = Opened(partial(open_room, ""))


def relay(event: Mapping[str, Any], context: object) -> dict[str, int]:
    """The rows that the outbox's stream tells of; on schedule, whatever waits."""
    records = event.get("Records")
    if records is None:
        return asdict(FUNCTIONS().relay())
    rows = [int(record["dynamodb"]["Keys"]["id"]["N"]) for record in records]
    return asdict(FUNCTIONS().relay.relay_rows(rows))


def feedback(event: Mapping[str, Any], context: object) -> dict[str, str]:
    """For each e-mail that SES delivered, got back or was complained about."""
    state = FUNCTIONS().take_feedback(event)
    return {"state": state}
