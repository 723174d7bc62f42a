"""Deliver outbox events to their listeners.

A row that fails is tried again with growing pauses; one that keeps failing is parked with a notice,
and no row holds up the others. Temporary errors never park a row.
"""

from __future__ import annotations

import logging
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum

from belfry.kernel.errors import BelfryError, Temporary
from belfry.ports.clock import Clock
from belfry.ports.store import CrashPoints, Outbox, OutboxRow
from belfry.scheduler.runs import Notice

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
Gatherer = Callable[[Sequence[OutboxRow]], Mapping[int, BelfryError]]
"""Takes many rows at once and returns errors by row id."""
Tell = Callable[[Notice], object]


@dataclass(frozen=True, slots=True)
class Relayed:
    done: int
    put_back: int
    failed: int

    def __str__(self) -> str:
        return f"{self.done} events, {self.put_back} put back, {self.failed} failed"


def sum_up(passes: Iterable[Relayed]) -> Relayed:
    """Several passes as one."""
    results = list(passes)
    return Relayed(
        done=sum(relayed.done for relayed in results),
        put_back=sum(relayed.put_back for relayed in results),
        failed=sum(relayed.failed for relayed in results),
    )


@dataclass(frozen=True, slots=True)
class RelayOutbox:
    """`listeners` and `gatherers` by aggregate type; rows without a listener are done at once.

    With `about`, only rows of that type are claimed; `tell` gets a notice of each parked row.
    """

    outbox: Outbox
    clock: Clock
    crash_points: CrashPoints
    listeners: Mapping[str, Listener]
    gatherers: Mapping[str, Gatherer] = field(default_factory=dict)
    about: str | None = None
    tell: Tell = lambda notice: None

    def __call__(self, *, most_batches: int | None = None) -> Relayed:
        """One pass over everything that is due, or over so many batches of it."""
        fates: Counter[Fate] = Counter()
        batches = 0
        while batches != most_batches and (rows := self._claim()):
            fates.update(self._relay(rows))
            batches += 1
        return Relayed(fates[Fate.DONE], fates[Fate.PUT_BACK], fates[Fate.FAILED])

    def relay_rows(self, ids: Collection[int]) -> Relayed:
        """Only these rows, which were written a moment ago; those that are done are left alone."""
        fates: Counter[Fate] = Counter()
        numbers = sorted(set(ids))
        for start in range(0, len(numbers), ROWS_AT_ONCE):
            if rows := self._claim(numbers[start : start + ROWS_AT_ONCE]):
                fates.update(self._relay(rows))
        return Relayed(fates[Fate.DONE], fates[Fate.PUT_BACK], fates[Fate.FAILED])

    def _claim(self, ids: Collection[int] | None = None) -> Sequence[OutboxRow]:
        now, about = self.clock.now(), self.about
        return self.outbox.claim(
            now=now, limit=ROWS_AT_ONCE, within=CLAIMED_FOR, about=about, ids=ids
        )

    def _relay(self, rows: Sequence[OutboxRow]) -> Counter[Fate]:
        errors = self._announce(rows)
        self.crash_points.reached("relay.delivered")
        done = [row.id for row in rows if row.id not in errors]
        self.outbox.mark_done(done, at=self.clock.now())
        fates = {row.id: self._keep(row, errors[row.id]) for row in rows if row.id in errors}
        self._tell_parked([row for row in rows if fates.get(row.id) is Fate.FAILED], errors)
        return Counter({Fate.DONE: len(done)}) + Counter(fates.values())

    def _announce(self, rows: Sequence[OutboxRow]) -> dict[int, BelfryError]:
        """Errors by row id."""
        errors: dict[int, BelfryError] = {}
        gathered: dict[str, list[OutboxRow]] = defaultdict(list)
        for row in rows:
            if row.aggregate_type in self.gatherers:
                gathered[row.aggregate_type].append(row)
            elif listener := self.listeners.get(row.aggregate_type):
                try:
                    listener(row)
                except BelfryError as error:
                    errors[row.id] = error
        for aggregate_type, batch in gathered.items():
            errors |= _gather(self.gatherers[aggregate_type], batch)
        return errors

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

    def _tell_parked(self, parked: Sequence[OutboxRow], errors: Mapping[int, BelfryError]) -> None:
        """One notice for each aggregate: ten edits of one workflow are one problem."""
        last = {(row.aggregate_type, row.aggregate_id): row for row in parked}
        for (aggregate_type, number), row in last.items():
            notice = Notice(
                id=f"outbox/{row.id}",
                at=self.clock.now(),
                kind="unannounced",
                text=f"What changed about {aggregate_type} {number} could not be passed on, "
                f"{MOST_ATTEMPTS} times: {errors[row.id]}",
                workflow_id=int(number)
                if aggregate_type == "workflow" and number.isdecimal()
                else None,
            )
            self.tell(notice)


def _gather(gatherer: Gatherer, rows: Sequence[OutboxRow]) -> dict[int, BelfryError]:
    """All at once; one by one if the batch fails with an error that is not temporary."""
    try:
        return dict(gatherer(rows))
    except BelfryError as error:
        if len(rows) == 1 or isinstance(error, Temporary):
            return {row.id: error for row in rows}
    return {number: error for row in rows for number, error in _gather(gatherer, [row]).items()}
