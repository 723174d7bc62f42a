"""Carry what is waiting in the outbox to whoever listens.

A row that fails is tried again later, ever later; a row that can never work is parked, and no row
ever keeps the others waiting. Trouble that passes by itself never parks a row.
"""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from enum import Enum

from belfry.kernel.errors import BelfryError, Temporary
from belfry.ports.clock import Clock
from belfry.ports.outbox import Outbox, OutboxRow
from belfry.ports.steps import Steps

log = logging.getLogger(__name__)

ROWS_AT_ONCE = 100
CLAIMED_FOR = timedelta(minutes=1)
MOST_ATTEMPTS = 10
LONGEST_WAIT = timedelta(hours=1)


class Fate(Enum):
    DONE = "done"
    PUT_BACK = "put back"
    FAILED = "failed"


Listener = Callable[[OutboxRow], None]


@dataclass(frozen=True, slots=True)
class Relayed:
    done: int
    put_back: int
    failed: int


@dataclass(frozen=True, slots=True)
class RelayOutbox:
    """`listeners` by aggregate type; rows nobody listens for are done as they stand."""

    outbox: Outbox
    clock: Clock
    steps: Steps
    listeners: Mapping[str, Listener]

    def __call__(self) -> Relayed:
        """One pass over everything that is due."""
        fates: Counter[Fate] = Counter()
        while rows := self._claim():
            told = {row.id: self._tell(row) for row in rows}
            self.steps.reached("relay.told")
            done = [row_id for row_id, fate in told.items() if fate is Fate.DONE]
            self.outbox.mark_done(done, at=self.clock.now())
            fates.update(told.values())
        return Relayed(fates[Fate.DONE], fates[Fate.PUT_BACK], fates[Fate.FAILED])

    def _claim(self) -> Sequence[OutboxRow]:
        now = self.clock.now()
        return self.outbox.claim(now=now, limit=ROWS_AT_ONCE, within=CLAIMED_FOR)

    def _tell(self, row: OutboxRow) -> Fate:
        listener = self.listeners.get(row.aggregate_type)
        if listener is None:
            return Fate.DONE
        try:
            listener(row)
        except BelfryError as error:
            return self._keep(row, error)
        return Fate.DONE

    def _keep(self, row: OutboxRow, error: BelfryError) -> Fate:
        now = self.clock.now()
        if row.attempt_count + 1 >= MOST_ATTEMPTS and not isinstance(error, Temporary):
            log.error("outbox.row_failed", extra={"row_id": row.id, "error": str(error)})
            self.outbox.mark_failed(row.id, error=str(error), at=now)
            return Fate.FAILED
        wait = min(timedelta(seconds=2 ** min(row.attempt_count + 1, 12)), LONGEST_WAIT)
        if isinstance(error, Temporary) and error.retry_after:
            wait = max(wait, error.retry_after)
        self.outbox.put_back(row.id, error=str(error), again_at=now + wait)
        return Fate.PUT_BACK
