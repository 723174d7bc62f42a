"""Records kept in a SQL database, changed in one transaction."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any, cast

import sqlalchemy as sa

from belfry.adapters.sql.scribes import Scribe, scribes_for
from belfry.adapters.sql.tables import HOMES
from belfry.kernel.changes import Announce, Append, Change, Note, Put, Remove, check_changes
from belfry.kernel.errors import Conflict
from belfry.ports.store import commit_one_by_one

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database
    from belfry.kernel.audit import Entry
    from belfry.kernel.changes import Event
    from belfry.kernel.records import R, Record
    from belfry.ports.steps import Steps


class SqlStore:
    """Changes of one sort to one table go as one statement; tables in one fixed order, so that two
    commits never wait for each other in a circle."""

    def __init__(self, database: Database, steps: Steps) -> None:
        self._database = database
        self._steps = steps
        self._scribes = scribes_for(is_sqlite=database.is_sqlite)
        self._places = {kind: place for place, kind in enumerate(self._scribes)}
        mark = "?" if database.is_sqlite else "%s"
        self._note = _insert("audit_entries", _NOTE_COLUMNS, mark)
        self._announce = _insert("outbox_events", _EVENT_COLUMNS, mark)

    def commit(self, changes: Sequence[Change]) -> None:
        check_changes(changes)
        self._write(changes)

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        """All in one transaction, which costs as much as one commit; if one of them meets a
        Conflict, or two of them change one record, each for itself."""
        for changes in commits:
            check_changes(changes)
        if _are_apart(commits):
            try:
                self._write([change for changes in commits for change in changes])
            except Conflict:
                pass
            else:
                return [True] * len(commits)
        return commit_one_by_one(self, commits)

    def _write(self, changes: Sequence[Change]) -> None:
        if not changes:
            return
        batches = [*self._sort(changes), *self._sort_news(changes)]
        self._steps.reached("store.begin")
        with self._database.write_bare() as cursor:
            for statement, rows, must_hit in batches:
                cursor.executemany(statement, rows)
                if must_hit and cursor.rowcount != len(rows):
                    raise Conflict("a record was changed meanwhile")
            self._steps.reached("store.written")
        self._steps.reached("store.committed")

    def _sort_news(self, changes: Sequence[Change]) -> list[Batch]:
        """The trail's entries and the outbox's events, in the order they were given."""
        at = self._database.write_moment
        notes = [_note_row(c.entry, at) for c in changes if isinstance(c, Note)]
        events = [_event_row(c.event, at) for c in changes if isinstance(c, Announce)]
        batches: list[Batch] = [(self._note, notes, False), (self._announce, events, False)]
        return [batch for batch in batches if batch[1]]

    def find(self, kind: type[R], key: str) -> R | None:
        scribe = self._scribes[kind]
        try:
            parts = HOMES[kind].split(key)
        except ValueError:
            return None
        rows = self._database.fetch(scribe.select_one, parts)
        return cast("R", scribe.read(rows[0])) if rows else None

    def _sort(self, changes: Sequence[Change]) -> list[Batch]:
        """The statements to run, each with its rows and whether every row must hit."""
        gone: dict[type[Any], list[Record]] = defaultdict(list)
        old: dict[type[Any], list[Record]] = defaultdict(list)
        new: dict[type[Any], list[Record]] = defaultdict(list)
        for change in changes:
            match change:
                case Put(record):
                    (old if record.revision else new)[type(record)].append(record)
                case Append(record):
                    new[type(record)].append(record)
                case Remove(record):
                    gone[type(record)].append(record)
        batches: list[Batch] = []
        touched = gone.keys() | old.keys() | new.keys()
        for kind in sorted(touched, key=self._places.__getitem__):
            scribe = self._scribes[kind]
            batches += [
                (scribe.delete, [scribe.guard(r) for r in _in_order(gone[kind])], True),
                (scribe.update, [_renew(scribe, r) for r in _in_order(old[kind])], True),
                (scribe.insert, [_first(scribe, r) for r in _in_order(new[kind])], False),
            ]
        return [batch for batch in batches if batch[1]]


Batch = tuple[str, list[tuple[Any, ...]], bool]


def _renew(scribe: Scribe, record: Record) -> tuple[Any, ...]:
    return (*scribe.write(record, revision=record.revision + 1), *scribe.guard(record))


def _first(scribe: Scribe, record: Record) -> tuple[Any, ...]:
    return tuple(scribe.write(record, revision=1))


def _are_apart(commits: Sequence[Sequence[Change]]) -> bool:
    """Whether no record stands in two of the commits."""
    seen: set[tuple[type[Any], str]] = set()
    for changes in commits:
        names = {
            (type(change.record), change.record.key)
            for change in changes
            if isinstance(change, Put | Append | Remove)
        }
        if seen & names:
            return False
        seen |= names
    return True


def _in_order(records: list[Record]) -> list[Record]:
    return sorted(records, key=lambda record: record.key)


_NOTE_COLUMNS = ("subject", "seq", "at", "by", "action", "before", "after", "previous", "hash")
_EVENT_COLUMNS = (
    "aggregate_type",
    "aggregate_id",
    "op",
    "payload",
    "created_on",
    "next_attempt_on",
)
Write = Callable[[datetime], Any]


def _insert(table: str, columns: Sequence[str], mark: str) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join(mark for _ in columns)})"


def _note_row(entry: Entry, at: Write) -> tuple[Any, ...]:
    return (
        *(entry.subject, entry.seq, at(entry.at), entry.by, entry.action),
        *(json.dumps(entry.before), json.dumps(entry.after), entry.previous, entry.hash),
    )


def _event_row(event: Event, at: Write) -> tuple[Any, ...]:
    written, payload = at(event.at), json.dumps(event.payload)
    return (event.aggregate_type, event.aggregate_id, event.op, payload, written, written)


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
