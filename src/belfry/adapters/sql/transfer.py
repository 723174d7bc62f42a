"""All rows of a kind, read and replaced as they are."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from belfry.adapters.sql.store import RowMapper, SqlReader
from belfry.adapters.sql.tables import audit_entries, numbers, outbox_events
from belfry.kernel.changes import AuditEntry
from belfry.ports.transfer import Counter, WaitingEvent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.adapters.sql.database import Database

_TABLES = {AuditEntry: audit_entries, Counter: numbers, WaitingEvent: outbox_events}
_GO_ON_AFTER = (
    "SELECT setval(pg_get_serial_sequence('outbox_events', 'id'), "
    "(SELECT max(id) FROM outbox_events))"
)


class SqlTransfer(SqlReader):
    def __init__(self, database: Database) -> None:
        super().__init__(database)
        self._others = {
            kind: RowMapper(kind, table, is_sqlite=database.is_sqlite)
            for kind, table in _TABLES.items()
        }

    def list(self, kind: type[Any]) -> Sequence[Any]:
        mapper = self._find_mapper(kind)
        if kind is not WaitingEvent:
            return self._read_all(mapper, "")
        at = "next_attempt_on"
        columns = mapper.columns.replace(
            f'outbox_events."{at}"', f"COALESCE({at}, created_on) AS {at}"
        )
        rows = self._fetch(f"SELECT {columns} FROM outbox_events WHERE processed_on IS NULL")
        return [mapper.read(row) for row in rows]

    def replace(self, kind: type[Any], records: Sequence[Any]) -> None:
        mapper, render = self._find_mapper(kind), self._database.render
        with self._database.write_bare() as cursor:
            cursor.execute(f"DELETE FROM {mapper.table.name}")
            if records:
                cursor.executemany(render(mapper.insert), [mapper.write(r) for r in records])
                if kind is WaitingEvent and not self._database.is_sqlite:
                    cursor.execute(_GO_ON_AFTER)

    def _find_mapper(self, kind: type[Any]) -> RowMapper:
        return self._others.get(kind) or self._mappers[kind]
