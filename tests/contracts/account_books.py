"""The sets of adapters that the desk's contract suite runs over."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pytest
from tests.contracts.books import Book, open_migrated
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.outbox import MemoryOutbox
from tests.fakes.store import MemoryAuditLog, MemoryNumbers, MemoryStore

from belfry.accounts.ports import Keys, Leftovers, Users
from belfry.adapters.plain.accounts import PlainKeys, PlainLeftovers, PlainUsers
from belfry.adapters.sql.accounts import SqlKeys, SqlLeftovers, SqlUsers
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.store import SqlAuditLog, SqlNumbers, SqlOutbox, SqlStore


@dataclass(frozen=True)
class AccountBook(Book):
    """A book that the desk can work with."""

    keys: Keys
    users: Users
    leftovers: Leftovers


def memory_account_book() -> AccountBook:
    crash_points = CrashingPoints()
    store = MemoryStore(crash_points)
    return AccountBook(
        store=store,
        numbers=MemoryNumbers(),
        outbox=MemoryOutbox(store),
        audit_log=MemoryAuditLog(store),
        crash_points=crash_points,
        keys=PlainKeys(store),
        users=PlainUsers(store),
        leftovers=PlainLeftovers(store),
    )


def sql_account_book(database: Database) -> AccountBook:
    crash_points = CrashingPoints()
    return AccountBook(
        store=SqlStore(database, crash_points),
        numbers=SqlNumbers(database),
        outbox=SqlOutbox(database),
        audit_log=SqlAuditLog(database),
        crash_points=crash_points,
        keys=SqlKeys(database),
        users=SqlUsers(database),
        leftovers=SqlLeftovers(database),
    )


def _opened(request: pytest.FixtureRequest, url: str) -> Database:
    database = open_migrated(url)
    request.addfinalizer(database.close)
    return database


def _sqlite(request: pytest.FixtureRequest) -> AccountBook:
    path = request.getfixturevalue("tmp_path") / "belfry.db"
    return sql_account_book(_opened(request, f"sqlite:///{path}"))


def _postgres(request: pytest.FixtureRequest) -> AccountBook:
    return sql_account_book(_opened(request, request.getfixturevalue("postgres_url")))


DESK_BOOKS: dict[str, Callable[[pytest.FixtureRequest], AccountBook]] = {
    "memory": lambda request: memory_account_book(),
    "sqlite": _sqlite,
    "postgres": _postgres,
}
