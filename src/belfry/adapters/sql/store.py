"""Records, audit entries and outbox events in a SQL database, changed in one transaction."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple, cast

import sqlalchemy as sa

from belfry.adapters.sql.columns import find_reader
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.row_mapper import row_mappers_for
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
        mark = "?" if database.is_sqlite else "%s"
        self._insert_entry = _render_insert("audit_entries", _ENTRY_COLUMNS, mark)
        self._insert_event = _render_insert("outbox_events", _EVENT_COLUMNS, mark)

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
            _run(cursor, batches)
            self._crash_points.reached("store.written")
        self._crash_points.reached("store.committed")

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
                _run(cursor, self._plan_batches(changes))
        except Conflict:
            return False
        return True

    def _find_first_key(self, changes: Sequence[Change]) -> tuple[int, tuple[Any, ...]]:
        """The table and key of the record that a commit writes first."""
        records = (c.record for c in changes if isinstance(c, Put | Append | Remove))
        keys = ((self._places[type(r)], TABLE_MAPPINGS[type(r)].split(r.key)) for r in records)
        return min(keys, default=(-1, ()))

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
        at = self._database.write_moment
        entries = [_entry_row(c.entry, at) for c in changes if isinstance(c, Audit)]
        events = [_event_row(c.event, at) for c in changes if isinstance(c, Announce)]
        batches += Batch(self._insert_entry, entries), Batch(self._insert_event, events)
        return [batch for batch in batches if batch.rows]


def _run(cursor: Any, batches: Sequence[Batch]) -> None:
    for batch in batches:
        cursor.executemany(batch.statement, batch.rows)
        if batch.must_hit and cursor.rowcount != len(batch.rows):
            raise Conflict("a record was changed meanwhile")


def _are_disjoint(commits: Sequence[Sequence[Change]]) -> bool:
    """Whether no record stands in two of the commits; no commit has one twice."""
    names = [
        (type(change.record), change.record.key)
        for changes in commits
        for change in changes
        if isinstance(change, Put | Append | Remove)
    ]
    return len(set(names)) == len(names)


_ENTRY_COLUMNS = ("subject", "seq", "at", "by", "action", "before", "after", "previous", "hash")
_EVENT_COLUMNS = (
    "aggregate_type",
    "aggregate_id",
    "op",
    "payload",
    "created_on",
    "next_attempt_on",
)
WriteMoment = Callable[[datetime], Any]


def _render_insert(table: str, columns: Sequence[str], mark: str) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(mark for _ in columns)})"


def _entry_row(entry: AuditEntry, at: WriteMoment) -> list[Any]:
    return [
        *(entry.subject, entry.seq, at(entry.at), entry.by, entry.action),
        *(json.dumps(entry.before), json.dumps(entry.after), entry.previous, entry.hash),
    ]


def _event_row(event: Event, at: WriteMoment) -> list[Any]:
    written, payload = at(event.at), json.dumps(event.payload)
    return [event.aggregate_type, event.aggregate_id, event.op, payload, written, written]


class SqlNumbers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def next(self, name: str) -> int:
        # Both databases know this statement; it counts and answers in one step.
        statement = sa.text(
            "INSERT INTO numbers (name, last) VALUES (:name, 1) "
            "ON CONFLICT (name) DO UPDATE SET last = numbers.last + 1 RETURNING last"
        )
        with self._database.write() as connection:
            return int(connection.execute(statement, {"name": name}).scalar_one())


_SHOWN = (
    outbox_events.c.id,
    outbox_events.c.aggregate_type,
    outbox_events.c.aggregate_id,
    outbox_events.c.op,
    outbox_events.c.payload,
    outbox_events.c.created_on,
    outbox_events.c.attempt_count,
    outbox_events.c.error_message,
)


class SqlOutbox:
    """A claim moves `next_attempt_on` to the moment the row may be claimed again."""

    def __init__(self, database: Database) -> None:
        self._database = database
        table, is_sqlite = outbox_events.c, database.is_sqlite
        self._read_payload = find_reader(table.payload.type, is_sqlite=is_sqlite)
        self._read_moment = find_reader(table.created_on.type, is_sqlite=is_sqlite)
        mark = "?" if database.is_sqlite else "%s"
        # Postgres passes over rows another claimer is taking; SQLite lets only one claim at once.
        lock = "" if database.is_sqlite else "FOR UPDATE SKIP LOCKED"
        shown = ", ".join(column.name for column in _SHOWN)
        self._claim = (
            f"UPDATE outbox_events SET next_attempt_on = {mark} WHERE id IN ("
            "SELECT id FROM outbox_events WHERE processed_on IS NULL AND failed_on IS NULL "
            f"AND (next_attempt_on IS NULL OR next_attempt_on <= {mark}){{about}} "
            f"ORDER BY id LIMIT {mark} {lock}) RETURNING {shown}"
        )
        self._about = f" AND aggregate_type = {mark}"
        self._done = (
            f"UPDATE outbox_events SET processed_on = {mark} WHERE processed_on IS NULL "
            f"AND id IN (SELECT numbers.value FROM {database.numbers})"
        )

    def claim(
        self, *, now: datetime, limit: int, within: timedelta, about: str | None = None
    ) -> Sequence[OutboxRow]:
        """Not flushed to disk: after a power cut there is no claimer either."""
        at = self._database.write_moment
        statement = self._claim.format(about="" if about is None else self._about)
        asked = () if about is None else (about,)
        with self._database.write_bare(is_light=True) as cursor:
            cursor.execute(statement, (at(now + within), at(now), *asked, limit))
            rows = cursor.fetchall()
        return sorted((self._read(row) for row in rows), key=lambda row: row.id)

    def _read(self, row: Sequence[Any]) -> OutboxRow:
        number, sort, about, op, payload, created_on, attempts, error = row
        read_payload, read_moment = self._read_payload, self._read_moment
        return OutboxRow(
            number, sort, about, op, read_payload(payload), read_moment(created_on), attempts, error
        )

    def mark_done(self, ids: Sequence[int], *, at: datetime) -> None:
        if ids:
            given = (self._database.write_moment(at), self._database.write_numbers(list(ids)))
            with self._database.write_bare() as cursor:
                cursor.execute(self._done, given)

    def put_back(self, row_id: int, *, error: str, again_at: datetime) -> None:
        self._count(row_id, {"error_message": error, "next_attempt_on": again_at})

    def mark_failed(self, row_id: int, *, error: str, at: datetime) -> None:
        self._count(row_id, {"error_message": error, "failed_on": at})

    def list_failed(self, *, limit: int) -> Sequence[OutboxRow]:
        table = outbox_events.c
        statement = (
            sa.select(*_SHOWN)
            .where(table.processed_on.is_(None), table.failed_on.is_not(None))
            .order_by(table.id)
            .limit(limit)
        )
        with self._database.read() as connection:
            return [OutboxRow(*row) for row in connection.execute(statement)]

    def _count(self, row_id: int, values: dict[str, Any]) -> None:
        undone = sa.and_(outbox_events.c.id == row_id, outbox_events.c.processed_on.is_(None))
        self._update(undone, {**values, "attempt_count": outbox_events.c.attempt_count + 1})

    def _update(self, where: sa.ColumnElement[bool], values: dict[str, Any]) -> None:
        with self._database.write() as connection:
            connection.execute(outbox_events.update().where(where).values(values))


class SqlAuditLog:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._readers = [
            find_reader(column.type, is_sqlite=database.is_sqlite) for column in audit_entries.c
        ]
        self._columns = ", ".join(f'"{column.name}"' for column in audit_entries.c)

    def list_entries(self, subject: str) -> Sequence[AuditEntry]:
        return self._list("WHERE subject = ? ORDER BY seq", subject)

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]:
        newest = "ORDER BY at DESC, subject DESC, seq DESC LIMIT ?"
        if before is None:
            return self._list(newest, limit)
        at, subject, seq = before
        moment = self._database.write_moment(at)
        # The first test alone says where in the index to begin.
        older = "WHERE at <= ? AND (at, subject, seq) < (?, ?, ?)"
        return self._list(f"{older} {newest}", moment, moment, subject, seq, limit)

    def heads(self) -> Iterator[Head]:
        records = []
        with self._database.read() as connection:
            for mapping in TABLE_MAPPINGS.values():
                if issubclass(mapping.kind, Audited):
                    rows = connection.execute(sa.select(mapping.table))
                    records += [mapping.record(row) for row in rows]
        for record in sorted(records, key=lambda record: str(record.subject)):
            yield Head(record.subject, record.audit_seq, record.audit_hash)

    def _list(self, which: str, *given: Any) -> Sequence[AuditEntry]:
        statement = f"SELECT {self._columns} FROM audit_entries {which}"
        if not self._database.is_sqlite:
            statement = statement.replace("?", "%s")
        return [self._read(row) for row in self._database.fetch(statement, given)]

    def _read(self, row: Sequence[Any]) -> AuditEntry:
        return AuditEntry(*(read(value) for read, value in zip(self._readers, row, strict=True)))
