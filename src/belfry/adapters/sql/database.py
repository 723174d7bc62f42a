"""A SQL database, opened: how to read from it, how to write to it, and what its errors mean."""

from __future__ import annotations

from contextlib import contextmanager, nullcontext
from threading import RLock, local
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa
from sqlalchemy import exc

from belfry.adapters.sql import postgres, sqlite
from belfry.kernel.errors import BelfryError, ConfigError, Conflict, Permanent, Temporary

if TYPE_CHECKING:
    from collections.abc import Iterator
    from contextlib import AbstractContextManager
    from datetime import datetime, timedelta


class Database:
    """One engine for reading (each statement for itself), one for writing (in transactions).

    SQLite lets one writer in at once; the threads of this process queue for their turn here,
    because its own waiting is a sleep that grows.
    """

    def __init__(self, url: str, *, patience: timedelta) -> None:
        try:
            parsed = sa.make_url(url)
        except exc.ArgumentError as error:
            raise ConfigError("the database url cannot be read; expected postgresql://…") from error
        backend = parsed.get_backend_name()
        if backend not in ("sqlite", "postgresql"):
            raise ConfigError(f"no adapter for a {backend} database; expected sqlite or postgresql")
        self.is_sqlite = backend == "sqlite"
        home = sqlite if self.is_sqlite else postgres
        self._reader = home.open_reader(parsed, patience)
        self._writer = home.open_writer(parsed, patience)
        self._turn: AbstractContextManager[Any] = RLock() if self.is_sqlite else nullcontext()
        self._own = local()
        self._kept: list[sa.Connection] = []

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        with translated_errors(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        with translated_errors(), self._turn, self._writer.begin() as connection:
            yield connection

    def has_any(self, statement: str, moment: datetime) -> bool:
        """Whether a bare statement about one moment finds anything.

        The clock asks this twice a second and mostly hears no: each thread keeps a connection for
        it, and nothing is compiled or built.
        """
        connection = getattr(self._own, "connection", None)
        if connection is None:
            with translated_errors():
                connection = self._own.connection = self._reader.connect()
            self._kept.append(connection)
        asked = (self.write_moment(moment),)
        try:
            with translated_errors():
                return connection.exec_driver_sql(statement, asked).first() is not None
        except BelfryError:
            self._own.connection = None
            if connection in self._kept:
                self._kept.remove(connection)
            connection.close()
            raise

    def write_moment(self, moment: datetime) -> str | datetime:
        """A moment as a bare statement takes it."""
        return sqlite.write_moment(moment) if self.is_sqlite else moment

    def close(self) -> None:
        self._own = local()
        while self._kept:
            self._kept.pop().close()
        self._reader.dispose()
        self._writer.dispose()


@contextmanager
def translated_errors() -> Iterator[None]:
    """The driver's errors in Belfry's words."""
    try:
        yield
    except exc.IntegrityError as error:
        raise Conflict("another record holds that key already") from error
    except (exc.OperationalError, exc.InterfaceError, exc.TimeoutError) as error:
        raise Temporary(f"the database does not answer: {_reason(error)}") from error
    except exc.DBAPIError as error:
        raise Permanent(f"the database refused: {_reason(error)}") from error


def _reason(error: exc.SQLAlchemyError) -> str:
    """The first line of what the driver said: never the statement, which carries data."""
    said = str(getattr(error, "orig", None) or error).strip()
    return said.splitlines()[0] if said else type(error).__name__
