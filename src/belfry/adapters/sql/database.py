"""A SQL database: connections for reading and writing, and its errors as Belfry's."""

from __future__ import annotations

import json
import sqlite3
from collections import deque
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, date, datetime
from enum import StrEnum
from operator import methodcaller
from threading import RLock, local
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa
from sqlalchemy import exc

from belfry.kernel.errors import BelfryError, ConfigError, Conflict, Permanent, Temporary

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import AbstractContextManager
    from datetime import timedelta


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


T = TypeVar("T")


class Held(local):
    """The connection that a thread keeps for a while, if any."""

    connection: Any = None


class Database:
    """One engine for reading (autocommit), one for writing (in transactions).

    SQLite lets in one writer at a time; the threads of this process queue for a lock here, because
    SQLite's own waiting is a sleep that grows.
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
        if self.is_sqlite:
            self._reader = open_sqlite_reader(parsed, patience)
            self._writer = open_sqlite_writer(parsed, patience)
        else:
            self._reader = open_postgres_reader(parsed, patience)
            self._writer = open_postgres_writer(parsed, patience)
        self._driver: Any = self._reader.dialect.loaded_dbapi
        self._turn: AbstractContextManager[Any] = RLock() if self.is_sqlite else nullcontext()
        self._readers = (KeptReaders if self.is_sqlite else PooledReaders)(self._reader)
        self._held = Held()

    @contextmanager
    def read(self) -> Iterator[sa.Connection]:
        with translated_errors(), self._reader.connect() as connection:
            yield connection

    @contextmanager
    def write(self) -> Iterator[sa.Connection]:
        self._let_go()
        with translated_errors(), self._turn, self._writer.begin() as connection:
            yield connection

    def fetch(self, statement: str, params: Sequence[Any]) -> list[Any]:
        """The rows of a statement, straight from the driver."""
        return self._gather(statement, params, methodcaller("fetchall"))

    def fetch_pairs(self, statement: str, params: Sequence[Any]) -> dict[Any, Any]:
        """The rows of a statement with two columns, as a dictionary."""
        return self._gather(statement, params, dict)

    @contextmanager
    def hold(self) -> Iterator[None]:
        """For a thread that reads a lot: it keeps one connection until it writes.

        On SQLite all reads are of one snapshot, which saves a check for changes with each of them.
        """
        self._held.connection = connection = self._find_connection()
        if self.is_sqlite:
            connection.execute("BEGIN")
        try:
            yield
        finally:
            self._let_go()

    def _let_go(self, *, is_sound: bool = True) -> None:
        """End the snapshot, so that this thread sees what was written since."""
        connection, self._held.connection = self._held.connection, None
        if connection is None:
            return
        if is_sound and self.is_sqlite:
            connection.execute("COMMIT")
        (self._readers.give_back if is_sound else self._readers.drop)(connection)

    def _gather(self, statement: str, params: Sequence[Any], gather: Callable[[Any], T]) -> T:
        held = self._held.connection
        connection = held or self._find_connection()
        is_sound = False
        try:
            cursor = connection.cursor()
            cursor.execute(self.render(statement), [self.write_value(value) for value in params])
            gathered = gather(cursor)
            cursor.close()
            is_sound = True
        except self._driver.Error as error:
            raise self._translate(error) from error
        finally:
            if held is None:
                (self._readers.give_back if is_sound else self._readers.drop)(connection)
            elif not is_sound:
                self._let_go(is_sound=False)
        return gathered

    def _find_connection(self) -> Any:
        try:
            return self._readers.take()
        except (exc.SQLAlchemyError, self._driver.Error):
            with self._bare_errors():
                raise

    @contextmanager
    def write_bare(self, *, is_light: bool = False) -> Iterator[Any]:
        """The driver's cursor, in one transaction.

        A light one does not wait for the disk: a power cut may undo it, unless a transaction that
        did wait came after it.
        """
        self._let_go()
        with self._bare_errors(), self._turn, closing(self._writer.raw_connection()) as connection:
            cursor = connection.cursor()
            is_written = False
            try:
                self._begin(cursor, is_light)
                yield cursor
                connection.commit()
                is_written = True
            finally:
                if not is_written:
                    connection.rollback()
                if is_light and self.is_sqlite:
                    cursor.execute(LASTING)
                cursor.close()

    def _begin(self, cursor: Any, is_light: bool) -> None:
        if self.is_sqlite:
            if is_light:
                cursor.execute(LIGHT)
            cursor.execute(BEGIN)
        elif is_light:
            cursor.execute(POSTGRES_LIGHT)

    @contextmanager
    def attempt(self, cursor: Any) -> Iterator[None]:
        """A savepoint that is rolled back on a Conflict."""
        cursor.execute("SAVEPOINT attempt")
        try:
            yield
        except (Conflict, self._driver.IntegrityError) as error:
            cursor.execute("ROLLBACK TO SAVEPOINT attempt")
            cursor.execute("RELEASE SAVEPOINT attempt")
            raise Conflict("another commit was there before") from error
        cursor.execute("RELEASE SAVEPOINT attempt")

    @contextmanager
    def _bare_errors(self) -> Iterator[None]:
        with translated_errors():
            try:
                yield
            except self._driver.Error as error:
                raise self._translate(error) from error

    def _translate(self, error: BaseException) -> BelfryError:
        """The driver's errors, where SQLAlchemy does not wrap them."""
        driver = self._driver
        if isinstance(error, driver.IntegrityError):
            return Conflict("another record holds that key already")
        if isinstance(error, driver.OperationalError | driver.InterfaceError):
            return Temporary(f"the database does not answer: {_first_line(error)}")
        return Permanent(f"the database refused: {_first_line(error)}")

    def render(self, statement: str) -> str:
        """The statement as the driver takes it; a `?` stands for a value."""
        return statement if self.is_sqlite else statement.replace("%", "%%").replace("?", "%s")

    def write_value(self, value: Any) -> Any:
        """A value as the driver takes it; a list is a parameter of `numbers` or `names`."""
        if type(value) in (str, int):  # as most are
            return value
        match value:
            case datetime():
                return write_moment(value) if self.is_sqlite else value
            case date():
                return value.isoformat()
            case StrEnum():
                return value.value
            case list():
                return json.dumps(value) if self.is_sqlite else value
        return value

    @property
    def numbers(self) -> str:
        """SQL for a table `numbers` with a column `value`, from one parameter."""
        return "json_each(?) AS numbers" if self.is_sqlite else "unnest(?::int[]) AS numbers(value)"

    @property
    def names(self) -> str:
        """SQL for a table `names` with a column `value`, from one parameter."""
        return "json_each(?) AS names" if self.is_sqlite else "unnest(?::text[]) AS names(value)"

    def close(self) -> None:
        self._readers.close()
        self._writer.dispose()


@contextmanager
def translated_errors() -> Iterator[None]:
    """Raise SQLAlchemy's errors as Belfry's own."""
    try:
        yield
    except exc.IntegrityError as error:
        raise Conflict("another record holds that key already") from error
    except (exc.OperationalError, exc.InterfaceError, exc.TimeoutError) as error:
        raise Temporary(f"the database does not answer: {_reason(error)}") from error
    except exc.DBAPIError as error:
        raise Permanent(f"the database refused: {_reason(error)}") from error


def _reason(error: exc.SQLAlchemyError) -> str:
    """Never the statement, which carries data."""
    return _first_line(getattr(error, "orig", None) or error)


def _first_line(error: BaseException) -> str:
    text = str(error).strip()
    return text.splitlines()[0] if text else type(error).__name__


MOST_IDLE = 10


class PooledReaders:
    """Each connection out of the engine's own pool."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine

    def take(self) -> Any:
        return self._engine.raw_connection()

    def give_back(self, connection: Any) -> None:
        connection.close()

    def drop(self, connection: Any) -> None:
        """It may be broken: the next read gets another."""
        connection.invalidate()
        connection.close()

    def close(self) -> None:
        self._engine.dispose()


class KeptReaders:
    """Connections that stay open between reads, last in, first out; a deque needs no lock."""

    def __init__(self, engine: sa.Engine) -> None:
        self._engine = engine
        self._idle: deque[Any] = deque()

    def take(self) -> Any:
        try:
            return self._idle.pop()
        except IndexError:
            opened = self._engine.raw_connection()
            opened.detach()
            return opened.dbapi_connection

    def give_back(self, connection: Any) -> None:
        if len(self._idle) < MOST_IDLE:
            self._idle.append(connection)
        else:
            connection.close()

    def drop(self, connection: Any) -> None:
        connection.close()

    def close(self) -> None:
        while self._idle:
            self._idle.pop().close()
        self._engine.dispose()
