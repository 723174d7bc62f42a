"""One Postgres database for test after test: emptied in between, recreated if its schema changed.

To make a database takes Postgres longer than most tests take; to empty one takes no time.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from typing import TYPE_CHECKING, Any

import psycopg
from tests.services.shaped_databases import give_shape

if TYPE_CHECKING:
    from sqlalchemy import URL

HANG_UP = """SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
    WHERE datname = current_database() AND pid <> pg_backend_pid()"""
SHAPE = """SELECT relname, attname, atttypid, attnotnull
    FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
    WHERE relnamespace = 'public'::regnamespace AND NOT attisdropped ORDER BY 1, 2"""
VERSION = "SELECT version_num FROM alembic_version"
TABLES = """SELECT tablename FROM pg_tables
    WHERE schemaname = 'public' AND tablename <> 'alembic_version'"""
COUNT_FROM_ONE = "SELECT setval(seqrelid::regclass, seqstart, false) FROM pg_sequence"


@contextmanager
def new_database(server: URL, admin: psycopg.Connection) -> Iterator[URL]:
    """The address of a database without any tables, for as long as it is wanted."""
    name = f"belfry_{uuid.uuid4().hex}"
    admin.execute(f'CREATE DATABASE "{name}" TEMPLATE template0')
    yield server.set(database=name)
    admin.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


class PooledDatabase:
    """A database in the shape that this version of Belfry gives it."""

    def __init__(self, address: URL) -> None:
        self.url = address.render_as_string(hide_password=False)
        give_shape(self.url)
        plain = address.set(drivername="postgresql").render_as_string(hide_password=False)
        self._connection = psycopg.connect(plain, autocommit=True)
        self._shape = self._read_shape()

    def empty(self) -> bool:
        """Disconnect all others and delete every row; False if the schema has changed."""
        self._connection.execute(HANG_UP)
        if self._read_shape() != self._shape:
            return False
        names = [name for (name,) in self._connection.execute(TABLES)]
        self._connection.execute("; ".join(f'DELETE FROM "{name}"' for name in names))
        self._connection.execute(COUNT_FROM_ONE)
        return True

    def close(self) -> None:
        self._connection.close()

    def _read_shape(self) -> list[Any]:
        columns = self._connection.execute(SHAPE).fetchall()
        is_versioned = any(row[0] == "alembic_version" for row in columns)
        return columns + (self._connection.execute(VERSION).fetchall() if is_versioned else [])


class PooledDatabases:
    """Gives out the same database again and again, for as long as it can be emptied."""

    def __init__(self, server: URL, admin: psycopg.Connection) -> None:
        self._server, self._admin = server, admin
        self._made = ExitStack()
        self._kept: PooledDatabase | None = None

    def lend(self) -> str:
        if self._kept is None or not self._kept.empty():
            self.drop()
            address = self._made.enter_context(new_database(self._server, self._admin))
            self._kept = PooledDatabase(address)
            self._made.callback(self._kept.close)
        return self._kept.url

    def drop(self) -> None:
        self._kept = None
        self._made.close()
