"""Whether each test gets a Postgres database to itself."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
import pytest
from sqlalchemy import Connection, create_engine, inspect, make_url, text
from sqlalchemy.pool import NullPool
from tests.services.pooled_databases import PooledDatabases

from belfry.adapters.sql.migrate import newest_revision

URLS: list[str] = []
ADD_ROW = "INSERT INTO outbox_events (aggregate_type, aggregate_id, op) VALUES ('w', '1', 'x')"


@contextmanager
def connected(url: str) -> Iterator[Connection]:
    engine = create_engine(url, poolclass=NullPool)
    with engine.begin() as connection:
        yield connection


@pytest.mark.parametrize("turn", ["a first test", "a second test"])
def test_empty_postgres_url_names_an_empty_database_of_its_own(
    empty_postgres_url: str, turn: str
) -> None:
    assert empty_postgres_url not in URLS
    URLS.append(empty_postgres_url)
    with connected(empty_postgres_url) as connection:
        assert inspect(connection).get_table_names() == []
        connection.execute(text("CREATE TABLE bell (id int PRIMARY KEY)"))


def test_empty_postgres_databases_are_gone_after_their_test(
    empty_postgres_url: str, postgres_admin: psycopg.Connection
) -> None:
    rows = postgres_admin.execute("SELECT datname FROM pg_database").fetchall()
    names = {row[0] for row in rows}
    assert make_url(empty_postgres_url).database in names
    assert names.isdisjoint(make_url(url).database for url in URLS)


@pytest.mark.parametrize(
    "deed",
    [
        pytest.param(ADD_ROW, id="a row"),
        pytest.param("ALTER TABLE outbox_events ADD COLUMN bell int", id="a new column"),
        pytest.param("ALTER TABLE outbox_events ALTER op TYPE varchar", id="another type"),
        pytest.param("DROP TABLE outbox_events", id="a lost table"),
        pytest.param("DROP INDEX idx_outbox_unprocessed", id="a lost index"),
        pytest.param("UPDATE alembic_version SET version_num = '0'", id="another version"),
        pytest.param("DROP TABLE alembic_version", id="a lost version"),
    ],
)
def test_postgres_url_names_a_shaped_database_with_nothing_in_it(
    pooled_databases: PooledDatabases, deed: str
) -> None:
    """Whatever the test before did to it, and left open."""
    shape = read_shape(pooled_databases.lend())
    left = leave_open(pooled_databases.lend(), deed)

    url = pooled_databases.lend()

    assert read_shape(url) == shape
    with pytest.raises(psycopg.OperationalError):
        left.execute("SELECT 1")
    with connected(url) as connection:
        assert connection.execute(text("SELECT * FROM alembic_version")).all() == [
            (newest_revision(),)
        ]
        assert connection.execute(text(f"{ADD_ROW} RETURNING id")).all() == [(1,)]
        assert connection.execute(text("SELECT id FROM outbox_events")).all() == [(1,)]


def read_shape(url: str) -> dict[str, str]:
    with connected(url) as connection:
        inspector = inspect(connection)
        return {
            name: f"{inspector.get_columns(name)} {inspector.get_indexes(name)}"
            for name in inspector.get_table_names()
        }


def leave_open(url: str, deed: str) -> psycopg.Connection:
    plain = make_url(url).set(drivername="postgresql")
    left = psycopg.connect(plain.render_as_string(hide_password=False))
    left.execute(deed)
    left.commit()
    left.execute("SELECT * FROM users FOR UPDATE")
    return left
