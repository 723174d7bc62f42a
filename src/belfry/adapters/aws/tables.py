"""Which tables Belfry keeps in DynamoDB, and what they can be asked by.

`belfry-book` keeps records, trails and counters; `belfry-outbox` keeps events. A room that has
tables of its own declares them the same way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from belfry.adapters.aws.dynamo import Client

Attribute = tuple[str, Literal["S", "N"]]


@dataclass(frozen=True, slots=True)
class Index:
    """A second way into a table, for the items that have all of its `keys`.

    A bare index holds no more than the keys, so that it is written only when one of them changes.
    """

    name: str
    keys: tuple[Attribute, ...]
    is_bare: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table, the attributes that name an item in it, and its indexes."""

    name: str
    keys: tuple[Attribute, ...]
    indexes: tuple[Index, ...] = ()


ALL = "all"
"""The one partition of an index that is asked for everything."""

HEADS = Index("heads", (("heads_of", "S"), ("subject", "S")), is_bare=True)
LATEST = Index("latest", (("latest_of", "S"), ("latest_by", "S")))
STATES = Index("states", (("state", "S"), ("id", "N")))

BOOK = Table("belfry-book", (("pk", "S"), ("sk", "S")), (HEADS, LATEST))
OUTBOX = Table("belfry-outbox", (("id", "N"),), (STATES,))


def create_tables(
    client: Client, prefix: str = "", tables: Sequence[Table] = (BOOK, OUTBOX)
) -> None:
    """Make the tables that are not there yet, billed by use; for tests and emulators."""
    for table in tables:
        name = f"{prefix}{table.name}"
        try:
            client.create_table(TableName=name, BillingMode="PAY_PER_REQUEST", **_shape(table))
        except client.exceptions.ResourceInUseException:
            continue
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})


def _shape(table: Table) -> dict[str, Any]:
    attributes = dict(table.keys)
    shape: dict[str, Any] = {"KeySchema": _schema(table.keys)}
    for index in table.indexes:
        attributes |= dict(index.keys)
        shape.setdefault("GlobalSecondaryIndexes", []).append(
            {
                "IndexName": index.name,
                "KeySchema": _schema(index.keys),
                "Projection": {"ProjectionType": "KEYS_ONLY" if index.is_bare else "ALL"},
            }
        )
    shape["AttributeDefinitions"] = [
        {"AttributeName": name, "AttributeType": sort} for name, sort in attributes.items()
    ]
    return shape


def _schema(keys: Iterable[Attribute]) -> list[dict[str, str]]:
    sorts = ("HASH", "RANGE")
    return [
        {"AttributeName": name, "KeyType": sort}
        for (name, _), sort in zip(keys, sorts, strict=False)
    ]
