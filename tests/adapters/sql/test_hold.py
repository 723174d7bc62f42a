"""A thread that holds its connection reads current data."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from threading import Thread

import pytest
import sqlalchemy as sa

from belfry.adapters.sql.database import Database
from belfry.adapters.sql.migrate import migrate
from belfry.kernel.errors import Permanent, Temporary


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = Database(url, patience=timedelta(seconds=5))
    migrate(database)
    yield database
    database.close()


def write(database: Database, number: int) -> None:
    with database.write() as connection:
        connection.execute(sa.text("DELETE FROM numbers"))
        insert = sa.text("INSERT INTO numbers (name, last) VALUES ('job', :last)")
        connection.execute(insert, {"last": number})


def write_elsewhere(database: Database, number: int) -> None:
    other = Thread(target=write, args=(database, number))
    other.start()
    other.join()


def read(database: Database) -> list[int]:
    return [last for (last,) in database.fetch("SELECT last FROM numbers", ())]


def test_what_is_read_in_one_go_is_of_one_moment(database: Database) -> None:
    write(database, 1)
    with database.hold():
        first = read(database)
        write_elsewhere(database, 2)
        again = read(database)
    # Postgres keeps the connection, and reads each statement for itself.
    assert (first, again) == ([1], [1] if database.is_sqlite else [2])
    assert read(database) == [2]


def test_concurrent_writer_reads_what_was_written(database: Database) -> None:
    with database.hold():
        assert read(database) == []
        write(database, 1)
        assert read(database) == [1]
        write_elsewhere(database, 2)
        assert read(database) == [2]


def test_held_read_that_was_refused_leaves_the_next_one_alone(database: Database) -> None:
    write(database, 1)
    with database.hold():
        with pytest.raises((Temporary, Permanent)):
            database.fetch("SELECT nothing FROM nowhere", ())
        assert read(database) == [1]
    assert read(database) == [1]


def test_other_threads_are_not_held(database: Database) -> None:
    seen: list[list[int]] = []
    write(database, 1)
    with database.hold():
        assert read(database) == [1]
        write_elsewhere(database, 2)
        other = Thread(target=lambda: seen.append(read(database)))
        other.start()
        other.join()
    assert seen == [[2]]
