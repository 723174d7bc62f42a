"""The audit trail as a table, its heads read from the audited records."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.adapters.sql.tables import TABLE_MAPPINGS, audit_entries
from belfry.adapters.sql.values import find_reader
from belfry.kernel.audit import Audited, AuditEntry, Head

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.adapters.sql.database import Database
    from belfry.ports.store import Place


# Up to so many rows are a page rather than a piece of work; so many entries are kept in mind.
FEW, MOST_RECALLED = 100, 1000


class SqlAuditLog:
    def __init__(self, database: Database) -> None:
        self._database = database
        turns = [find_reader(one.type, is_sqlite=database.is_sqlite) for one in audit_entries.c]
        self._turns = tuple(turns)
        self._columns = ", ".join(f'"{one.name}"' for one in audit_entries.c)
        # What was written down stays as it was: most of it was read for somebody who looked before.
        self._cache = lru_cache(maxsize=MOST_RECALLED)(self._read)

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
        found = []
        with self._database.read() as connection:
            for mapping in TABLE_MAPPINGS.values():
                if issubclass(mapping.kind, Audited):
                    rows = connection.execute(sa.select(mapping.table))
                    found += [mapping.record(row) for row in rows]
        for record in sorted(found, key=lambda record: str(record.subject)):
            yield Head(record.subject, record.audit_seq, record.audit_hash)

    def _list(self, which: str, *given: Any) -> Sequence[AuditEntry]:
        statement = f"SELECT {self._columns} FROM audit_entries {which}"
        if not self._database.is_sqlite:
            statement = statement.replace("?", "%s")
        rows = self._database.fetch(statement, given)
        # Postgres hands out values that cannot be looked up, and long lists push out each other.
        is_few = self._database.is_sqlite and len(rows) <= FEW
        return list(map(self._cache if is_few else self._read, rows))

    def _read(self, row: Sequence[Any]) -> AuditEntry:
        return AuditEntry(*(turn(value) for turn, value in zip(self._turns, row, strict=True)))
