"""Records, audit entries and outbox events in a SQL database, changed in one transaction."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import fields, is_dataclass
from datetime import datetime, timedelta
from functools import cache, cached_property, lru_cache
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, cast

import sqlalchemy as sa

from belfry.adapters.sql.columns import Turn, as_it_is, find_reader, find_writer, render_soundness
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.tables import TABLE_MAPPINGS, audit_entries, outbox_events
from belfry.kernel.changes import (
    Announce,
    Append,
    Audit,
    Audited,
    AuditEntry,
    Change,
    Event,
    Head,
    Put,
    Remove,
    check_changes,
)
from belfry.kernel.errors import Conflict
from belfry.kernel.records import R, Record
from belfry.ports.store import CrashPoints, OutboxRow, Place
from belfry.workspace.tables import DataProblem

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database


T = TypeVar("T")
Turns = list[tuple[int, Turn]]
# Rows of each type. A longer list than a page shows is read once, and would push out the others.
MOST_CACHED, MOST_SHOWN = 512, 100


class RowMapper:
    """The values of a type that stands in a table, in the order of its fields."""

    def __init__(self, kind: type[Any], table: sa.Table, *, is_sqlite: bool) -> None:
        self._kind, self.table, self._is_sqlite = kind, table, is_sqlite
        self.names = (
            [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind._fields)
        )
        self.columns = ", ".join(f'{table.name}."{name}"' for name in self.names)
        self.select = f"SELECT {self.columns} FROM {table.name}"
        self.insert = render_insert(table.name, self.names)
        self._fields = attrgetter(*self.names)
        self._writers = self._list_writers(self.names)
        self._readers = _list_turns(self.find_reader(name) for name in self.names)

    def _list_writers(self, names: Iterable[str]) -> Turns:
        types = (self.table.c[name].type for name in names)
        return _list_turns(find_writer(column, is_sqlite=self._is_sqlite) for column in types)

    def find_reader(self, name: str) -> Turn:
        return find_reader(self.table.c[name].type, is_sqlite=self._is_sqlite)

    def write(self, record: Any) -> list[Any]:
        return _turn(list(self._fields(record)), self._writers)

    def read(self, row: Iterable[Any]) -> Any:
        values = _turn(list(row), self._readers)
        return self._kind(**dict(zip(self.names, values, strict=True)))


class RecordMapper(RowMapper):
    """The statements for one type of record, and the rows for them."""

    def __init__(
        self, kind: type[Any], table: sa.Table, keys: Sequence[str], *, is_sqlite: bool
    ) -> None:
        super().__init__(kind, table, is_sqlite=is_sqlite)
        # Pages read the same rows again and again. What Postgres gives for JSON has no hash.
        self.read_cached = lru_cache(MOST_CACHED)(self.read) if is_sqlite else self.read
        self._keys = list(keys)
        self._set = [name for name in self.names if name not in (*keys, "revision")]
        self._guarded = attrgetter(*self._keys, "revision")
        self._guard_writers = self._list_writers(self._keys)
        self._set_fields = attrgetter(*self._set, "revision")
        self._set_writers = self._list_writers(self._set)
        self._revision_at = self.names.index("revision")
        is_key = " AND ".join(f'"{name}" = ?' for name in keys)
        guard = f'{is_key} AND "revision" = ?'
        values = ", ".join(f'"{name}" = ?' for name in (*self._set, "revision"))
        self.select_one = f"{self.select} WHERE {is_key}"
        self.delete = f"DELETE FROM {table.name} WHERE {guard}"
        # Does not set the key: SQLite would take the row out of every index and put it back.
        self.update = f"UPDATE {table.name} SET {values} WHERE {guard}"

    def render_soundness(self, but: Collection[str]) -> str:
        """A condition under which a row can be read, but for the columns that are named."""
        columns = [column for column in self.table.c if column.name not in but]
        each = (render_soundness(column, is_sqlite=self._is_sqlite) for column in columns)
        return " AND ".join(condition for condition in each if condition) or "TRUE"

    def write_new(self, record: Any) -> list[Any]:
        """The row to insert."""
        row = self.write(record)
        row[self._revision_at] = 1
        return row

    def write_next(self, record: Any) -> list[Any]:
        """The row to update: every field but the key, the new revision, then the guard."""
        row = _turn(list(self._set_fields(record)), self._set_writers)
        row[-1] += 1
        return row + self.guard(record)

    def guard(self, record: Any) -> list[Any]:
        """The key, and the revision the row must have."""
        return _turn(list(self._guarded(record)), self._guard_writers)

    @cached_property
    def order(self) -> Callable[[list[Any]], Any]:
        """The key of a new row."""
        return itemgetter(*(self.names.index(name) for name in self._keys))

    @cached_property
    def guarded_order(self) -> Callable[[list[Any]], Any]:
        """The key of a row with a guard."""
        return itemgetter(*(-1 - place for place in range(len(self._keys), 0, -1)))


@cache
def row_mappers_for(*, is_sqlite: bool) -> dict[type[Any], RecordMapper]:
    """In the order in which a commit writes its tables."""
    return {
        kind: RecordMapper(kind, mapping.table, mapping.key, is_sqlite=is_sqlite)
        for kind, mapping in TABLE_MAPPINGS.items()
    }


def render_insert(table: str, columns: Sequence[str]) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' for _ in columns)})"


def _list_turns(turns: Iterable[Turn]) -> Turns:
    """Only the places where a value needs a conversion."""
    return [(place, turn) for place, turn in enumerate(turns) if turn is not as_it_is]


def _turn(values: list[Any], turns: Turns) -> list[Any]:
    for place, turn in turns:
        if values[place] is not None:
            values[place] = turn(values[place])
    return values


class SqlReader:
    """Asks the database; `?` stands for a value, which is written as its type needs."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._mappers = row_mappers_for(is_sqlite=database.is_sqlite)

    def _list(self, kind: type[T], which: str, *params: Any) -> list[T]:
        mapper = self._mappers[kind]
        rows = self._fetch(f"{mapper.select} {which}", *params)
        read = mapper.read_cached if len(rows) <= MOST_SHOWN else mapper.read
        return [read(row) for row in rows]

    def _read_all(self, mapper: RowMapper, which: str, *params: Any) -> list[Any]:
        return [mapper.read(row) for row in self._fetch(f"{mapper.select} {which}", *params)]

    def _find(self, kind: type[T], which: str, *params: Any) -> T | None:
        records = self._list(kind, which, *params)
        return records[0] if records else None

    def _fetch(self, statement: str, *params: Any) -> list[Any]:
        return self._database.fetch(statement, params)


def is_any_of(column: str, values: Collection[Any]) -> str:
    """Whether a row has one of these; where there is none, no row has."""
    return f"{column} IN ({', '.join('?' for _ in values)})" if values else "FALSE"


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
        return cast("R", mapper.read_cached(rows[0])) if rows else None

    def commit(self, changes: Sequence[Change]) -> None:
        check_changes(changes)
        self._write(self._plan_batches(changes))

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        """Written as one commit, which costs little more than one; each by itself only if that
        meets a Conflict, or two of them change one record."""
        names = [name for changes in commits for name in check_changes(changes)]
        if len(set(names)) != len(names):
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
        self,
        *,
        now: datetime,
        limit: int,
        within: timedelta,
        about: str | None = None,
        ids: Collection[int] | None = None,
    ) -> Sequence[OutboxRow]:
        """Not flushed to disk: after a power cut the claimer is gone, too."""
        asked: dict[str, Any] = {}
        if about is not None:
            asked["AND aggregate_type = ?"] = about
        if ids is not None:
            among = f"AND id IN (SELECT numbers.value FROM {self._database.numbers})"
            asked[among] = list(ids)
        # Postgres passes over rows another claimer is taking; SQLite lets only one claim at once.
        lock = "" if self._database.is_sqlite else "FOR UPDATE SKIP LOCKED"
        # Materialized: Postgres may ask an inner SELECT once for each row, and claim too many.
        claim = (
            "WITH due AS MATERIALIZED ("
            "SELECT id FROM outbox_events WHERE processed_on IS NULL AND failed_on IS NULL "
            f"AND (next_attempt_on IS NULL OR next_attempt_on <= ?) {' '.join(asked)} "
            f"ORDER BY id LIMIT ? {lock}) UPDATE outbox_events SET next_attempt_on = ? "
            f"WHERE id IN (SELECT id FROM due) RETURNING {self._rows.columns}"
        )
        rows = self._write(claim, now, *asked.values(), limit, now + within, is_light=True)
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

    def _update(self, values: str, which: str, *params: Any) -> None:
        undone = f"WHERE processed_on IS NULL AND {which} RETURNING id"
        self._write(f"UPDATE outbox_events SET {values} {undone}", *params)

    def _write(self, statement: str, *params: Any, is_light: bool = False) -> list[Any]:
        database = self._database
        with database.write_bare(is_light=is_light) as cursor:
            cursor.execute(database.render(statement), [database.write_value(v) for v in params])
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


class SqlDataProblems(SqlReader):
    def list(self, *, room: str | None = None) -> Sequence[DataProblem]:
        """Sorted here, because the databases do not agree on the order of letters."""
        rooms = [] if room is None else [room]
        problems = self._list(DataProblem, "WHERE room = ?" if rooms else "", *rooms)
        return sorted(problems, key=lambda problem: (problem.since, problem.place, problem.id))
