"""Timers, looked up by SQL."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from belfry.adapters.sql.tables import TABLE_MAPPINGS, timers
from belfry.scheduler.firing.timers import Timer

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from belfry.adapters.sql.database import Database


class SqlTimers:
    def __init__(self, database: Database) -> None:
        self._database = database

    def list_due(self, *, now: datetime, limit: int) -> Sequence[Timer]:
        due = sa.select(timers).where(timers.c.next_at <= now)
        return self._list(due.order_by(timers.c.next_at, timers.c.name).limit(limit))

    def list(self) -> Sequence[Timer]:
        return self._list(sa.select(timers).order_by(timers.c.name))

    def _list(self, statement: sa.Select[Any]) -> Sequence[Timer]:
        with self._database.read() as connection:
            return [TABLE_MAPPINGS[Timer].record(row) for row in connection.execute(statement)]
