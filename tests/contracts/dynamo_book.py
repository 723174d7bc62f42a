"""The set of adapters that keeps everything in DynamoDB."""

from __future__ import annotations

from typing import Any

from tests.contracts.books import Book
from tests.contracts.dynamo_tables import create_tables
from tests.fakes.crash_points import CrashingPoints

from belfry.adapters.aws.dynamo import Dynamo
from belfry.adapters.aws.outbox import DynamoOutbox
from belfry.adapters.aws.store import DynamoAuditLog, DynamoNumbers, DynamoStore, ItemMaps


def dynamo_book(client: Any) -> Book:
    """A book in tables made for it."""
    create_tables(client)
    return open_dynamo_book(client)


def open_dynamo_book(client: Any, *, prefix: str = "", maps: ItemMaps | None = None) -> Book:
    """A book in tables that are there already."""
    maps = maps or ItemMaps()
    dynamo = Dynamo(client, prefix)
    crash_points = CrashingPoints()
    return Book(
        store=DynamoStore(dynamo, maps, crash_points),
        numbers=DynamoNumbers(dynamo),
        outbox=DynamoOutbox(dynamo),
        audit_log=DynamoAuditLog(dynamo, maps),
        crash_points=crash_points,
    )
