"""The outbox of the memory store."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from datetime import datetime, timedelta

    from tests.fakes.store import MemoryStore

    from belfry.ports.store import OutboxRow


class MemoryOutbox:
    """A row's second half is when it may be claimed again: None once it is done or failed."""

    def __init__(self, store: MemoryStore) -> None:
        self._store = store
        self._failed: set[int] = set()

    def claim(
        self,
        *,
        now: datetime,
        limit: int,
        within: timedelta,
        about: str | None = None,
        ids: Collection[int] | None = None,
    ) -> Sequence[OutboxRow]:
        with self._store.lock:
            rows = self._store.outbox
            due = [row for row, again_at in rows.values() if again_at and again_at <= now]
            due = [row for row in due if about in (None, row.aggregate_type)]
            due = [row for row in due if ids is None or row.id in ids]
            claimed = sorted(due, key=lambda row: row.id)[:limit]
            for row in claimed:
                rows[row.id] = (row, now + within)
            return claimed

    def mark_done(self, ids: Sequence[int], *, at: datetime) -> None:
        with self._store.lock:
            for row_id in ids:
                self._store.outbox[row_id] = (self._store.outbox[row_id][0], None)

    def put_back(self, row_id: int, *, error: str, again_at: datetime) -> None:
        self._count(row_id, error, again_at)

    def mark_failed(self, row_id: int, *, error: str, at: datetime) -> None:
        if self._count(row_id, error, None):
            self._failed.add(row_id)

    def list_failed(self, *, limit: int) -> Sequence[OutboxRow]:
        with self._store.lock:
            return [self._store.outbox[row_id][0] for row_id in sorted(self._failed)][:limit]

    def _count(self, row_id: int, error: str, again_at: datetime | None) -> bool:
        with self._store.lock:
            row, claimable_at = self._store.outbox[row_id]
            if claimable_at is None:
                return False
            counted = replace(row, attempt_count=row.attempt_count + 1, error_message=error)
            self._store.outbox[row_id] = (counted, again_at)
            return True
