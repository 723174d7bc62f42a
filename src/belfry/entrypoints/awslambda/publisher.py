"""Every minute: carry what changed about workflows from the outbox to EventBridge."""

from __future__ import annotations

from collections import Counter
from dataclasses import asdict
from functools import cache
from typing import TYPE_CHECKING, Protocol

from belfry.entrypoints.awslambda.environment import list_variables

if TYPE_CHECKING:
    from belfry.bootstrap.external_scheduler import Publishing

LAST_BATCH_MILLISECONDS = 20_000
"""No batch begins with less time left than a slow one may take."""


class Context(Protocol):
    def get_remaining_time_in_millis(self) -> int: ...


def handler(event: object, context: Context) -> dict[str, int]:
    """How many rows were done, put back for later, and parked as failed."""
    publishing = open_once()
    counts: Counter[str] = Counter(done=0, put_back=0, failed=0)
    try:
        while sum((batch := asdict(publishing.relay(most_batches=1))).values()):
            counts.update(batch)
            if context.get_remaining_time_in_millis() < LAST_BATCH_MILLISECONDS:
                break
    except Exception:
        # Its secret or its database may have changed: the next minute begins from nothing.
        open_once.cache_clear()
        publishing.close()
        raise
    return dict(counts)


@cache
def open_once() -> Publishing:
    """For the life of this process; what could not be opened is tried again next time."""
    from belfry.bootstrap.external_scheduler import open_publishing

    return open_publishing(list_variables())
