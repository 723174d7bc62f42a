"""Every contract suite runs over every adapter named here."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from tests.contracts.books import Book, ClockBook, memory_book, open_migrated, sql_book
from tests.contracts.dynamo_book import dynamo_book

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.adapters.sql.database import Database


def sqlite_database(request: pytest.FixtureRequest) -> Database:
    return _opened(request, f"sqlite:///{request.getfixturevalue('tmp_path') / 'belfry.db'}")


def postgres_database(request: pytest.FixtureRequest) -> Database:
    return _opened(request, request.getfixturevalue("postgres_url"))


def _opened(request: pytest.FixtureRequest, url: str) -> Database:
    database = open_migrated(url)
    request.addfinalizer(database.close)
    return database


CLOCK_BOOKS: dict[str, Callable[[pytest.FixtureRequest], ClockBook]] = {
    "memory": lambda request: memory_book(),
    "sqlite": lambda request: sql_book(sqlite_database(request)),
    "postgres": lambda request: sql_book(postgres_database(request)),
}
BOOKS: dict[str, Callable[[pytest.FixtureRequest], Book]] = {
    **CLOCK_BOOKS,
    "dynamodb": lambda request: dynamo_book(request.getfixturevalue("dynamodb")),
}


@pytest.fixture(params=list(BOOKS))
def book(request: pytest.FixtureRequest) -> Book:
    return BOOKS[request.param](request)


@pytest.fixture(params=list(CLOCK_BOOKS))
def clock_book(request: pytest.FixtureRequest) -> ClockBook:
    return CLOCK_BOOKS[request.param](request)
