"""The outbox as a table: `outbox_events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.adapters.sql.tables import outbox_events
from belfry.adapters.sql.values import find_reader
from belfry.ports.store import OutboxRow

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime, timedelta

    from belfry.adapters.sql.database import Database

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
        """It need not last: after a power cut there is no claimer either."""
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
