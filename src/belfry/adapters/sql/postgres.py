"""What is special about Postgres: the driver, and how long to wait for it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

if TYPE_CHECKING:
    from datetime import timedelta


LIGHT = "SET LOCAL synchronous_commit TO OFF"


def open_reader(url: sa.URL, patience: timedelta) -> sa.Engine:
    """Connections that never begin a transaction, so there is nothing to undo after a read."""
    return open_writer(url, patience, isolation_level="AUTOCOMMIT", pool_reset_on_return=None)


def open_writer(url: sa.URL, patience: timedelta, **more: Any) -> sa.Engine:
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
