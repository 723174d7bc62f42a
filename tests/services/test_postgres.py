"""Whether each test gets a Postgres database to itself."""

from __future__ import annotations

import psycopg
import pytest
from sqlalchemy import create_engine, inspect, make_url, text

URLS: list[str] = []


@pytest.mark.parametrize("turn", ["a first test", "a second test"])
def test_postgres_url_names_an_empty_database_of_its_own(postgres_url: str, turn: str) -> None:
    assert postgres_url not in URLS
    URLS.append(postgres_url)
    engine = create_engine(postgres_url)
    with engine.begin() as connection:
        assert inspect(connection).get_table_names() == []
        connection.execute(text("CREATE TABLE bell (id int PRIMARY KEY)"))
    engine.dispose()


def test_postgres_databases_are_gone_after_their_test(
    postgres_url: str, postgres_admin: psycopg.Connection
) -> None:
    rows = postgres_admin.execute("SELECT datname FROM pg_database").fetchall()
    names = {row[0] for row in rows}
    assert make_url(postgres_url).database in names
    assert names.isdisjoint(make_url(url).database for url in URLS)
