"""What is special about SQLite: one file, one writer, told to be durable."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

if TYPE_CHECKING:
    from datetime import timedelta


def open_engine(url: sa.URL, patience: timedelta) -> sa.Engine:
    engine = sa.create_engine(
        url,
        connect_args={"timeout": patience.total_seconds(), "check_same_thread": False},
        pool_size=10,
        max_overflow=20,
    )
    sa.event.listen(engine, "connect", _prepare)
    sa.event.listen(engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and only at the first write.
    connection.isolation_level = None
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        connection.execute(f"PRAGMA {pragma}")


def _begin(connection: sa.Connection) -> None:
    if connection.get_isolation_level() != "AUTOCOMMIT" and not _is_reading(connection):
        connection.exec_driver_sql("BEGIN IMMEDIATE")


def _is_reading(connection: sa.Connection) -> bool:
    return connection.get_execution_options().get("isolation_level") == "AUTOCOMMIT"
