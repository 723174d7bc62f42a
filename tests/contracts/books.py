"""The sets of adapters that every contract suite runs over."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from sqlalchemy import make_url
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.outbox import MemoryOutbox
from tests.fakes.store import MemoryAuditLog, MemoryNumbers, MemoryStore
from tests.services.shaped_databases import place_database

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
    """The stores of every home; `steps` can inject a crash."""

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


def memory_book() -> ClockBook:
    crash_points = CrashingPoints()
    store = MemoryStore(crash_points)
    return ClockBook(
        store=store,
        numbers=MemoryNumbers(),
        outbox=MemoryOutbox(store),
        audit_log=MemoryAuditLog(store),
        crash_points=crash_points,
        workflows=PlainWorkflows(store),
        triggers=PlainTriggers(store),
        runs=PlainRuns(store),
        monitor=PlainMonitor(store),
    )


def sql_book(database: Database) -> ClockBook:
    crash_points = CrashingPoints()
    return ClockBook(
        store=SqlStore(database, crash_points),
        numbers=SqlNumbers(database),
        outbox=SqlOutbox(database),
        audit_log=SqlAuditLog(database),
        crash_points=crash_points,
        workflows=SqlWorkflows(database),
        triggers=SqlTriggers(database),
        runs=SqlRuns(database),
        monitor=SqlMonitor(database),
    )


def open_migrated(url: str) -> Database:
    """A Postgres database is lent in today's shape; a SQLite file gets it here."""
    if path := make_url(url).database if url.startswith("sqlite") else None:
        place_database(Path(path))
    database = Database(url, patience=timedelta(seconds=5))
    migrate(database)
    return database
