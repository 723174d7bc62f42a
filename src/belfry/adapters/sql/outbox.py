"""The outbox as a table: `outbox_events`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.adapters.sql.tables import outbox_events
from belfry.ports.outbox import OutboxRow

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

    def claim(self, *, now: datetime, limit: int, within: timedelta) -> Sequence[OutboxRow]:
        table = outbox_events.c
        # Postgres passes over rows another claimer is taking; SQLite lets only one claim at once
        # and leaves the clause out.
        chosen = (
            sa.select(table.id)
            .where(table.processed_on.is_(None), table.failed_on.is_(None))
            .where(sa.or_(table.next_attempt_on.is_(None), table.next_attempt_on <= now))
            .order_by(table.id)
            .limit(limit)
            .with_for_update(skip_locked=True)
        )
        statement = (
            outbox_events.update()
            .where(table.id.in_(chosen.scalar_subquery()))
            .values(next_attempt_on=now + within)
            .returning(*_SHOWN)
        )
        with self._database.write() as connection:
            rows = connection.execute(statement).all()
        return sorted((OutboxRow(*row) for row in rows), key=lambda row: row.id)

    def mark_done(self, ids: Sequence[int], *, at: datetime) -> None:
        if ids:
            table = outbox_events.c
            undone = sa.and_(table.id.in_(list(ids)), table.processed_on.is_(None))
            self._update(undone, {"processed_on": at})

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
