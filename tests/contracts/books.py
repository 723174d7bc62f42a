"""The sets of adapters that every contract suite runs over."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import pytest
from sqlalchemy import make_url
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.outbox import MemoryOutbox
from tests.fakes.store import MemoryAuditLog, MemoryNumbers, MemoryStore
from tests.services.shaped_databases import place_database

from belfry.adapters.aws.dynamo import Dynamo
from belfry.adapters.aws.outbox import DynamoOutbox
from belfry.adapters.aws.store import DynamoAuditLog, DynamoNumbers, DynamoStore
from belfry.adapters.aws.tables import ItemMaps
from belfry.adapters.plain.scheduler import PlainMonitor, PlainRuns, PlainTriggers, PlainWorkflows
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.migrate import migrate
from belfry.adapters.sql.scheduler import SqlMonitor, SqlRuns, SqlTriggers, SqlWorkflows
from belfry.adapters.sql.store import SqlAuditLog, SqlNumbers, SqlOutbox, SqlStore

if TYPE_CHECKING:
    from belfry.ports.store import AuditLog, Numbers, Outbox, Store
    from belfry.scheduler.ports import Monitor, Runs, Triggers, Workflows


@dataclass(frozen=True)
class Book:
    """The stores of every home; `crash_points` can inject a crash."""

    store: Store
    numbers: Numbers
    outbox: Outbox
    audit_log: AuditLog
    crash_points: CrashingPoints


@dataclass(frozen=True)
class ClockBook(Book):
    """A book that the clock can run on."""

    workflows: Workflows
    triggers: Triggers
    runs: Runs
    monitor: Monitor


B = TypeVar("B", bound=Book)


@dataclass(frozen=True)
class Readers(Generic[B]):
    """What a book has besides the stores: by name, its reader over rows and that over SQL."""

    make: type[B]
    plain: Mapping[str, Callable[[Any], Any]]
    sql: Mapping[str, Callable[[Any], Any]]

    def in_memory(self) -> B:
        crash_points = CrashingPoints()
        store = MemoryStore(crash_points)
        return self.make(
            store=store,
            numbers=MemoryNumbers(),
            outbox=MemoryOutbox(store),
            audit_log=MemoryAuditLog(store),
            crash_points=crash_points,
            **{name: reader(store) for name, reader in self.plain.items()},
        )

    def in_sql(self, database: Database) -> B:
        crash_points = CrashingPoints()
        return self.make(
            store=SqlStore(database, crash_points),
            numbers=SqlNumbers(database),
            outbox=SqlOutbox(database),
            audit_log=SqlAuditLog(database),
            crash_points=crash_points,
            **{name: reader(database) for name, reader in self.sql.items()},
        )

    def in_dynamodb(self, client: Any, *, prefix: str = "", maps: ItemMaps | None = None) -> B:
        """In tables that are there already."""
        maps, dynamo, crash_points = maps or ItemMaps(), Dynamo(client, prefix), CrashingPoints()
        store = DynamoStore(dynamo, maps, crash_points)
        return self.make(
            store=store,
            numbers=DynamoNumbers(dynamo),
            outbox=DynamoOutbox(dynamo),
            audit_log=DynamoAuditLog(dynamo, maps),
            crash_points=crash_points,
            **{name: reader(store) for name, reader in self.plain.items()},
        )

    def everywhere(self) -> dict[str, Callable[[pytest.FixtureRequest], B]]:
        """One for each home."""
        return {
            "memory": lambda request: self.in_memory(),
            "sqlite": lambda request: self.in_sql(sqlite_database(request)),
            "postgres": lambda request: self.in_sql(postgres_database(request)),
            "dynamodb": lambda request: self.in_dynamodb(request.getfixturevalue("belfry_tables")),
        }


BARE = Readers(Book, {}, {})
CLOCK = Readers(
    ClockBook,
    plain={
        "workflows": PlainWorkflows,
        "triggers": PlainTriggers,
        "runs": PlainRuns,
        "monitor": PlainMonitor,
    },
    sql={
        "workflows": SqlWorkflows,
        "triggers": SqlTriggers,
        "runs": SqlRuns,
        "monitor": SqlMonitor,
    },
)


def sqlite_database(request: pytest.FixtureRequest) -> Database:
    return _open(request, f"sqlite:///{request.getfixturevalue('tmp_path') / 'belfry.db'}")


def postgres_database(request: pytest.FixtureRequest) -> Database:
    return _open(request, request.getfixturevalue("postgres_url"))


def _open(request: pytest.FixtureRequest, url: str) -> Database:
    database = open_migrated(url)
    request.addfinalizer(database.close)
    return database


def open_migrated(url: str) -> Database:
    """A Postgres database is lent in today's shape; a SQLite file gets it here."""
    if path := make_url(url).database if url.startswith("sqlite") else None:
        place_database(Path(path))
    database = Database(url, patience=timedelta(seconds=5))
    migrate(database)
    return database
