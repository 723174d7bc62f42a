"""The schedulers that the contract runs over, each with the clock it goes by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from tests.contracts.conftest import postgres_database, sqlite_database
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.scheduler import MemoryScheduler
from tests.fakes.store import MemoryStore
from tests.samples import NOON

from belfry.adapters.aws.clients import Keys, connect_scheduler
from belfry.adapters.aws.eventbridge import EventBridgeScheduler, Target
from belfry.adapters.plain.scheduler import PlainTimers
from belfry.adapters.sql.database import Database
from belfry.adapters.sql.scheduler import SqlTimers
from belfry.adapters.sql.store import SqlStore
from belfry.adapters.system.clock import VirtualClock
from belfry.adapters.system.scheduler import EmbeddedScheduler
from belfry.ports.scheduler import Scheduler
from belfry.ports.store import Store
from belfry.scheduler.fire_triggers import FireTimers
from belfry.scheduler.ports import Timers

TARGET = Target(
    "arn:aws:lambda:eu-west-2:123456789012:function:runner",
    "arn:aws:iam::123456789012:role/scheduler",
    "arn:aws:sqs:eu-west-2:123456789012:dead-letters",
)


@dataclass(frozen=True)
class ExternalScheduler:
    """`ring` makes everything ring that is due by the clock."""

    scheduler: Scheduler
    clock: VirtualClock
    ring: Callable[[], object] = lambda: None


def keep_in_memory(request: pytest.FixtureRequest) -> ExternalScheduler:
    clock = VirtualClock(NOON)
    return ExternalScheduler(MemoryScheduler(clock), clock)


def embed_in_memory(request: pytest.FixtureRequest) -> ExternalScheduler:
    store = MemoryStore(CrashingPoints())
    return embed(store, PlainTimers(store))


def embed_in_sqlite(request: pytest.FixtureRequest) -> ExternalScheduler:
    return _embed_in_sql(sqlite_database(request))


def embed_in_postgres(request: pytest.FixtureRequest) -> ExternalScheduler:
    return _embed_in_sql(postgres_database(request))


def _embed_in_sql(database: Database) -> ExternalScheduler:
    return embed(SqlStore(database, CrashingPoints()), SqlTimers(database))


def embed(store: Store, timers: Timers) -> ExternalScheduler:
    clock = VirtualClock(NOON)
    ring = FireTimers(store, timers, clock, CrashingPoints())
    return ExternalScheduler(EmbeddedScheduler(store, timers, clock), clock, ring)


def ask_eventbridge(request: pytest.FixtureRequest) -> ExternalScheduler:
    """As moto plays it, which keeps schedules and rings none of them."""
    client = open_client(request.getfixturevalue("moto_endpoint"))
    request.addfinalizer(client.close)
    clock = VirtualClock(NOON)
    return ExternalScheduler(EventBridgeScheduler(client, clock, TARGET, group="default"), clock)


def open_client(endpoint: str, **how: Any) -> Any:
    keys = Keys("testing", "testing")
    return connect_scheduler(region="eu-west-2", endpoint=endpoint, keys=keys, **how)


RINGING: dict[str, Callable[[pytest.FixtureRequest], ExternalScheduler]] = {
    "memory": keep_in_memory,
    "embedded in memory": embed_in_memory,
    "embedded in sqlite": embed_in_sqlite,
    "embedded in postgres": embed_in_postgres,
}
ALL = {**RINGING, "eventbridge": ask_eventbridge}
