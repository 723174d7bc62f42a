"""The audit trail as a table, its heads read from the audited records."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.adapters.sql.tables import HOMES, audit_entries
from belfry.kernel.audit import Audited, Entry, Head

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.adapters.sql.database import Database


class SqlTrail:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_entries(self, subject: str) -> Sequence[Entry]:
        ours = audit_entries.c.subject == subject
        return self._list(sa.select(audit_entries).where(ours).order_by(audit_entries.c.seq))

    def list_latest(self, *, limit: int) -> Sequence[Entry]:
        newest = (audit_entries.c.at.desc(), audit_entries.c.subject, audit_entries.c.seq.desc())
        return self._list(sa.select(audit_entries).order_by(*newest).limit(limit))

    def heads(self) -> Iterator[Head]:
        found = []
        with self._database.read() as connection:
            for home in HOMES.values():
                if issubclass(home.kind, Audited):
                    rows = connection.execute(sa.select(home.table))
                    found += [home.record(row) for row in rows]
        for record in sorted(found, key=lambda record: str(record.subject)):
            yield Head(record.subject, record.audit_seq, record.audit_hash)

    def _list(self, statement: sa.Select[Any]) -> Sequence[Entry]:
        with self._database.read() as connection:
            return [Entry(*row) for row in connection.execute(statement)]
