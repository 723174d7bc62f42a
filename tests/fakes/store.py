"""Records kept in this process alone: for tests, simulations and a first look."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from threading import RLock
from typing import TYPE_CHECKING, Any, cast

from belfry.kernel.changes import (
    Announce,
    Append,
    Audit,
    Audited,
    AuditEntry,
    Change,
    Head,
    Put,
    Remove,
    check_changes,
)
from belfry.kernel.errors import Conflict
from belfry.ports.store import ANYWHERE, OutboxRow, commit_one_by_one, is_near

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from datetime import datetime

    from belfry.kernel.records import R, Record
    from belfry.ports.store import CrashPoints, Near, Place


class MemoryStore:
    """Also holds what the other memory adapters read: `tables`, `entries` and `outbox`."""

    def __init__(self, crash_points: CrashPoints) -> None:
        self.lock = RLock()
        self.tables: dict[type[Any], dict[str, Any]] = defaultdict(dict)
        self.entries: list[AuditEntry] = []
        self.outbox: dict[int, tuple[OutboxRow, datetime | None]] = {}
        self._crash_points = crash_points

    def commit(self, changes: Sequence[Change]) -> None:
        check_changes(changes)
        self._crash_points.reached("store.begin")
        with self.lock:
            for change in changes:
                self._check(change)
            self._crash_points.reached("store.written")
            for change in changes:
                self._apply(change)
        self._crash_points.reached("store.committed")

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        return commit_one_by_one(self, commits)

    def find(self, kind: type[R], key: str) -> R | None:
        with self.lock:
            return cast("R | None", self.tables[kind].get(key))

    def find_all(self, kind: type[R], keys: Collection[str]) -> list[R]:
        return [record for key in set(keys) if (record := self.find(kind, key))]

    def rows(self, kind: type[R], near: Near = ANYWHERE) -> list[R]:
        """Narrows as far as a store may: a reader whose hint is too narrow misses something."""
        with self.lock:
            return [record for record in self.tables[kind].values() if is_near(record, near)]

    def newest(
        self, kind: type[R], along: str, near: Near = ANYWHERE, *, until: datetime | None = None
    ) -> Iterator[R]:
        records = [r for r in self.rows(kind, near) if until is None or getattr(r, along) <= until]
        return iter(sorted(records, key=lambda record: getattr(record, along), reverse=True))

    def _check(self, change: Change) -> None:
        match change:
            case Put(record) | Remove(record):
                self._check_revision(record, record.revision)
            case Append(record):
                self._check_revision(record, 0)
            case Audit(entry):
                if any((e.subject, e.seq) == (entry.subject, entry.seq) for e in self.entries):
                    raise Conflict(f"entry {entry.seq} of {entry.subject} was written already")
            case Announce():
                pass

    def _check_revision(self, record: Record, expected: int) -> None:
        stored = self.tables[type(record)].get(record.key)
        if (stored.revision if stored else 0) != expected:
            raise Conflict(f"{type(record).__name__} {record.key} was changed meanwhile")

    def _apply(self, change: Change) -> None:
        match change:
            case Put(record) | Append(record):
                stored = replace(cast("Any", record), revision=record.revision + 1)
                self.tables[type(record)][record.key] = stored
            case Remove(record):
                del self.tables[type(record)][record.key]
            case Audit(entry):
                self.entries.append(entry)
            case Announce(event):
                number = len(self.outbox) + 1
                row = OutboxRow(
                    id=number,
                    aggregate_type=event.aggregate_type,
                    aggregate_id=event.aggregate_id,
                    op=event.op,
                    payload=event.payload,
                    created_on=event.at,
                    attempt_count=0,
                    error_message=None,
                )
                self.outbox[number] = (row, event.at)


class MemoryNumbers:
    def __init__(self) -> None:
        self._lock = RLock()
        self._last: dict[str, int] = defaultdict(int)

    def next(self, name: str) -> int:
        with self._lock:
            self._last[name] += 1
            return self._last[name]


class MemoryAuditLog:
    def __init__(self, store: MemoryStore) -> None:
        self._store = store

    def list_entries(self, subject: str) -> Sequence[AuditEntry]:
        with self._store.lock:
            entries = [entry for entry in self._store.entries if entry.subject == subject]
        return sorted(entries, key=lambda entry: entry.seq)

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]:
        with self._store.lock:
            placed = [
                ((entry.at, entry.subject, entry.seq), entry) for entry in self._store.entries
            ]
        older = [(place, entry) for place, entry in placed if before is None or place < before]
        return [
            entry
            for _, entry in sorted(older, key=lambda placed_entry: placed_entry[0], reverse=True)[
                :limit
            ]
        ]

    def heads(self) -> Iterator[Head]:
        with self._store.lock:
            tables = self._store.tables.items()
            audited = [table for kind, table in tables if issubclass(kind, Audited)]
            records = [record for table in audited for record in table.values()]
        for record in sorted(records, key=lambda record: str(record.subject)):
            yield Head(record.subject, record.audit_seq, record.audit_hash)
