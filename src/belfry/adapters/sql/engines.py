"""Engines for SQLite (one file, one writer, durable) and for Postgres."""

from __future__ import annotations

import sqlite3
from datetime import UTC
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

if TYPE_CHECKING:
    from datetime import datetime, timedelta


# A cache of 64 MB, so that a large team costs no more for each of its workflows than a small one.
PRAGMAS = ("synchronous=FULL", "foreign_keys=ON", "cache_size=-65536")
JOURNAL = "PRAGMA journal_mode=WAL"
TRIES = 10

BEGIN = "BEGIN IMMEDIATE"
LIGHT, LASTING = "PRAGMA synchronous=NORMAL", "PRAGMA synchronous=FULL"


def open_sqlite_reader(url: sa.URL, patience: timedelta) -> sa.Engine:
    """Connections in autocommit mode: nothing to roll back after a read."""
    return _open(url, patience, isolation_level="AUTOCOMMIT", pool_reset_on_return=None)


def open_sqlite_writer(url: sa.URL, patience: timedelta) -> sa.Engine:
    engine = _open(url, patience)
    sa.event.listen(engine, "begin", _begin)
    return engine


def write_moment(moment: datetime) -> str:
    """Sortable text in UTC without an offset, as the column type writes it."""
    utc = moment if moment.tzinfo is UTC else moment.astimezone(UTC)
    return utc.isoformat(" ", "microseconds")[:26]


def _open(url: sa.URL, patience: timedelta, **more: Any) -> sa.Engine:
    engine = sa.create_engine(
        url,
        connect_args={"timeout": patience.total_seconds(), "check_same_thread": False},
        pool_size=10,
        max_overflow=20,
        **more,
    )
    sa.event.listen(engine, "connect", _prepare)
    return engine


def _prepare(connection: Any, _record: object) -> None:
    # The driver would begin transactions by itself, and only at the first write.
    connection.isolation_level = None
    _keep_journal(connection)
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}")


def _keep_journal(connection: Any) -> None:
    """Processes that open a new database at the same time lock each other out for a moment.

    SQLite does not wait for the lock here, but it does before a write.
    """
    for _ in range(TRIES):
        try:
            connection.execute(JOURNAL)
        except sqlite3.OperationalError:
            connection.execute(BEGIN)
            connection.execute("COMMIT")
        else:
            return
    connection.execute(JOURNAL)


def _begin(connection: sa.Connection) -> None:
    connection.exec_driver_sql(BEGIN)


POSTGRES_LIGHT = "SET LOCAL synchronous_commit TO OFF"


def open_postgres_reader(url: sa.URL, patience: timedelta) -> sa.Engine:
    """Connections in autocommit mode: nothing to roll back after a read."""
    return open_postgres_writer(
        url, patience, isolation_level="AUTOCOMMIT", pool_reset_on_return=None
    )


def open_postgres_writer(url: sa.URL, patience: timedelta, **more: Any) -> sa.Engine:
    milliseconds = round(patience.total_seconds() * 1000)
    return sa.create_engine(
        url.set(drivername="postgresql+psycopg"),
        pool_size=10,
        max_overflow=20,
        pool_pre_ping=True,
        pool_timeout=patience.total_seconds(),
        connect_args={
            "connect_timeout": max(2, round(patience.total_seconds())),
            "options": f"-c lock_timeout={milliseconds} -c timezone=UTC",
        },
        **more,
    )
