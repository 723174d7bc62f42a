"""Records, audit entries and outbox events in a SQL database, changed in one transaction."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

from belfry.adapters.sql.database import Database
from belfry.adapters.sql.row_mapper import RowMapper, SqlReader, render_insert, row_mappers_for
from belfry.adapters.sql.tables import TABLE_MAPPINGS, audit_entries, outbox_events
from belfry.kernel.audit import Audited, AuditEntry, Head
from belfry.kernel.changes import (
    Announce,
    Append,
    Audit,
    Change,
    Event,
    Put,
    Remove,
    check_changes,
)
from belfry.kernel.errors import Conflict
from belfry.kernel.records import R, Record
from belfry.ports.store import CrashPoints, OutboxRow, Place

_INSERT_EVENT = render_insert(
    "outbox_events",
    ("aggregate_type", "aggregate_id", "op", "payload", "created_on", "next_attempt_on"),
)


class Batch(NamedTuple):
    """A statement and its rows; `must_hit` if each of them must find the row it changes."""

    statement: str
    rows: list[list[Any]]
    must_hit: bool = False


class SqlStore:
    """Changes of one sort to one table go as one statement; tables in one fixed order and rows in
    the order of their keys, so that two commits never deadlock."""

    def __init__(self, database: Database, crash_points: CrashPoints) -> None:
        self._database = database
        self._crash_points = crash_points
        self._mappers = row_mappers_for(is_sqlite=database.is_sqlite)
        self._places = {kind: place for place, kind in enumerate(self._mappers)}
        self._entries = RowMapper(AuditEntry, audit_entries, is_sqlite=database.is_sqlite)

    def find(self, kind: type[R], key: str) -> R | None:
        mapper = self._mappers[kind]
        try:
            parts = TABLE_MAPPINGS[kind].split(key)
        except ValueError:
            return None
        rows = self._database.fetch(mapper.select_one, parts)
        return cast("R", mapper.read(rows[0])) if rows else None

    def commit(self, changes: Sequence[Change]) -> None:
        check_changes(changes)
        self._write(self._plan_batches(changes))

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        """Written as one commit, which costs little more than one; each by itself only if that
        meets a Conflict, or two of them change one record."""
        for changes in commits:
            check_changes(changes)
        if not _are_disjoint(commits):
            return self._write_each(commits, range(len(commits)))
        try:
            self._write(self._plan_batches([change for changes in commits for change in changes]))
        except Conflict:
            # In the order of their keys, so that two stores never deadlock.
            places = range(len(commits))
            ordered = sorted(places, key=lambda place: self._find_first_key(commits[place]))
            return self._write_each(commits, ordered)
        return [True] * len(commits)

    def _write(self, batches: Sequence[Batch]) -> None:
        if not batches:
            return
        self._crash_points.reached("store.begin")
        with self._database.write_bare() as cursor:
            self._run(cursor, batches)
            self._crash_points.reached("store.written")
        self._crash_points.reached("store.committed")

    def _run(self, cursor: Any, batches: Sequence[Batch]) -> None:
        for batch in batches:
            cursor.executemany(self._database.render(batch.statement), batch.rows)
            if batch.must_hit and cursor.rowcount != len(batch.rows):
                raise Conflict("a record was changed meanwhile")

    def _write_each(self, commits: Sequence[Sequence[Change]], order: Iterable[int]) -> list[bool]:
        """In one transaction still, in which each can be rolled back alone."""
        written = [False] * len(commits)
        self._crash_points.reached("store.begin")
        with self._database.write_bare() as cursor:
            for place in order:
                written[place] = self._try(cursor, commits[place])
            self._crash_points.reached("store.written")
        self._crash_points.reached("store.committed")
        return written

    def _try(self, cursor: Any, changes: Sequence[Change]) -> bool:
        try:
            with self._database.attempt(cursor):
                self._run(cursor, self._plan_batches(changes))
        except Conflict:
            return False
        return True

    def _find_first_key(self, changes: Sequence[Change]) -> tuple[int, list[Any]]:
        """The table and key of the record that a commit writes first."""
        records = (c.record for c in changes if isinstance(c, Put | Append | Remove))
        keys = ((self._places[type(r)], self._mappers[type(r)].guard(r)) for r in records)
        return min(keys, default=(-1, []))

    def _plan_batches(self, changes: Sequence[Change]) -> list[Batch]:
        """The statements to run, with their rows."""
        removed: dict[type[Any], list[Record]] = defaultdict(list)
        updated: dict[type[Any], list[Record]] = defaultdict(list)
        inserted: dict[type[Any], list[Record]] = defaultdict(list)
        for change in changes:
            match change:
                case Put(record):
                    (updated if record.revision else inserted)[type(record)].append(record)
                case Append(record):
                    inserted[type(record)].append(record)
                case Remove(record):
                    removed[type(record)].append(record)
        batches: list[Batch] = []
        touched = removed.keys() | updated.keys() | inserted.keys()
        for kind in sorted(touched, key=self._places.__getitem__):
            mapper = self._mappers[kind]
            deletes = sorted(map(mapper.guard, removed[kind]), key=mapper.guarded_order)
            updates = sorted(map(mapper.write_next, updated[kind]), key=mapper.guarded_order)
            inserts = sorted(map(mapper.write_new, inserted[kind]), key=mapper.order)
            batches += (
                Batch(mapper.delete, deletes, must_hit=True),
                Batch(mapper.update, updates, must_hit=True),
                Batch(mapper.insert, inserts),
            )
        entries = [self._entries.write(c.entry) for c in changes if isinstance(c, Audit)]
        events = [self._write_event(c.event) for c in changes if isinstance(c, Announce)]
        batches += Batch(self._entries.insert, entries), Batch(_INSERT_EVENT, events)
        return [batch for batch in batches if batch.rows]

    def _write_event(self, event: Event) -> list[Any]:
        at = self._database.write_value(event.at)
        return [
            *(event.aggregate_type, event.aggregate_id, event.op),
            *(json.dumps(event.payload), at, at),
        ]


def _are_disjoint(commits: Sequence[Sequence[Change]]) -> bool:
    """Whether no record stands in two of the commits; no commit has one twice."""
    names = [
        (type(change.record), change.record.key)
        for changes in commits
        for change in changes
        if isinstance(change, Put | Append | Remove)
    ]
    return len(set(names)) == len(names)


# Both databases know this statement; it counts and answers in one step.
_NEXT = (
    "INSERT INTO numbers (name, last) VALUES (?, 1) "
    "ON CONFLICT (name) DO UPDATE SET last = numbers.last + 1 RETURNING last"
)


class SqlNumbers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def next(self, name: str) -> int:
        with self._database.write_bare() as cursor:
            cursor.execute(self._database.render(_NEXT), (name,))
            return int(cursor.fetchone()[0])


class SqlOutbox(SqlReader):
    """A claim moves `next_attempt_on` to the moment the row may be claimed again."""

    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._rows = RowMapper(OutboxRow, outbox_events, is_sqlite=database.is_sqlite)

    def claim(
        self, *, now: datetime, limit: int, within: timedelta, about: str | None = None
    ) -> Sequence[OutboxRow]:
        """Not flushed to disk: after a power cut there is no claimer either."""
        of_type, asked = ("", []) if about is None else ("AND aggregate_type = ?", [about])
        # Postgres passes over rows another claimer is taking; SQLite lets only one claim at once.
        lock = "" if self._database.is_sqlite else "FOR UPDATE SKIP LOCKED"
        claim = (
            "UPDATE outbox_events SET next_attempt_on = ? WHERE id IN ("
            "SELECT id FROM outbox_events WHERE processed_on IS NULL AND failed_on IS NULL "
            f"AND (next_attempt_on IS NULL OR next_attempt_on <= ?) {of_type} "
            f"ORDER BY id LIMIT ? {lock}) RETURNING {self._rows.columns}"
        )
        rows = self._write(claim, now + within, now, *asked, limit, is_light=True)
        return sorted((self._rows.read(row) for row in rows), key=lambda row: row.id)

    def mark_done(self, ids: Sequence[int], *, at: datetime) -> None:
        if ids:
            among = f"id IN (SELECT numbers.value FROM {self._database.numbers})"
            self._update("processed_on = ?", among, at, list(ids))

    def put_back(self, row_id: int, *, error: str, again_at: datetime) -> None:
        self._update(f"next_attempt_on = ?, {_COUNTED}", "id = ?", again_at, error, row_id)

    def mark_failed(self, row_id: int, *, error: str, at: datetime) -> None:
        self._update(f"failed_on = ?, {_COUNTED}", "id = ?", at, error, row_id)

    def list_failed(self, *, limit: int) -> Sequence[OutboxRow]:
        failed = "WHERE processed_on IS NULL AND failed_on IS NOT NULL ORDER BY id LIMIT ?"
        return self._read_all(self._rows, failed, limit)

    def _update(self, values: str, which: str, *given: Any) -> None:
        undone = f"WHERE processed_on IS NULL AND {which} RETURNING id"
        self._write(f"UPDATE outbox_events SET {values} {undone}", *given)

    def _write(self, statement: str, *given: Any, is_light: bool = False) -> list[Any]:
        database = self._database
        with database.write_bare(is_light=is_light) as cursor:
            cursor.execute(database.render(statement), [database.write_value(v) for v in given])
            rows: list[Any] = cursor.fetchall()
        return rows


_COUNTED = "error_message = ?, attempt_count = attempt_count + 1"


class SqlAuditLog(SqlReader):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._entries = RowMapper(AuditEntry, audit_entries, is_sqlite=database.is_sqlite)

    def list_entries(self, subject: str) -> Sequence[AuditEntry]:
        return self._read_all(self._entries, "WHERE subject = ? ORDER BY seq", subject)

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]:
        newest = "ORDER BY at DESC, subject DESC, seq DESC LIMIT ?"
        if before is None:
            return self._read_all(self._entries, newest, limit)
        # The first test alone says where in the index to begin.
        older = "WHERE at <= ? AND (at, subject, seq) < (?, ?, ?)"
        return self._read_all(self._entries, f"{older} {newest}", before[0], *before, limit)

    def heads(self) -> Iterator[Head]:
        audited = [kind for kind in self._mappers if issubclass(kind, Audited)]
        records: list[Any] = [record for kind in audited for record in self._list(kind, "")]
        for record in sorted(records, key=lambda record: str(record.subject)):
            yield Head(record.subject, record.audit_seq, record.audit_hash)
