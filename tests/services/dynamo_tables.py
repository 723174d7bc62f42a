"""Make the tables that the DynamoDB adapters expect to be there."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from belfry.adapters.aws.dynamo import Attribute, Table
from belfry.adapters.aws.tables import TABLES


def create_tables(client: Any, prefix: str = "", tables: Sequence[Table] = TABLES) -> None:
    """Make the tables that are not there yet, billed by use."""
    for table in tables:
        name = f"{prefix}{table.name}"
        try:
            client.create_table(
                TableName=name, BillingMode="PAY_PER_REQUEST", **describe_table(table)
            )
        except client.exceptions.ResourceInUseException:
            continue
        client.get_waiter("table_exists").wait(TableName=name, WaiterConfig={"Delay": 1})
        if table.ttl:
            lifetime = {"Enabled": True, "AttributeName": table.ttl}
            client.update_time_to_live(TableName=name, TimeToLiveSpecification=lifetime)


def describe_table(table: Table) -> dict[str, Any]:
    """Keys, indexes and stream, as AWS is told of them."""
    attributes = dict(table.keys)
    shape: dict[str, Any] = {"KeySchema": _schema(table.keys)}
    for index in table.indexes:
        attributes |= dict(index.keys)
        shape.setdefault("GlobalSecondaryIndexes", []).append(
            {
                "IndexName": index.name,
                "KeySchema": _schema(index.keys),
                "Projection": {"ProjectionType": "ALL" if index.is_whole else "KEYS_ONLY"},
            }
        )
    if table.has_stream:
        stream = {"StreamEnabled": True, "StreamViewType": "NEW_IMAGE"}
        shape["StreamSpecification"] = stream
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
