"""Whether tables are made as they are declared."""

from __future__ import annotations

from typing import Any

from tests.contracts.dynamo_tables import create_tables


def test_tables_are_made_by_name_and_billed_by_use(dynamodb: Any) -> None:
    create_tables(dynamodb, "staging-")

    names = dynamodb.list_tables()["TableNames"]
    assert sorted(names) == ["staging-belfry-book", "staging-belfry-outbox"]
    for name in names:
        table = dynamodb.describe_table(TableName=name)["Table"]
        assert table["BillingModeSummary"]["BillingMode"] == "PAY_PER_REQUEST"


def test_tables_made_again_keep_what_is_in_them(dynamodb: Any) -> None:
    create_tables(dynamodb)
    key = {"pk": {"S": "a"}, "sk": {"S": "-"}}
    dynamodb.put_item(TableName="belfry-book", Item=key)

    create_tables(dynamodb)

    assert dynamodb.scan(TableName="belfry-book")["Items"] == [key]


def test_indexes_hold_what_they_are_asked_for(dynamodb: Any) -> None:
    create_tables(dynamodb)

    held = {
        index["IndexName"]: index["Projection"]["ProjectionType"]
        for name in ("belfry-book", "belfry-outbox")
        for index in dynamodb.describe_table(TableName=name)["Table"]["GlobalSecondaryIndexes"]
    }
    assert held == {"heads": "KEYS_ONLY", "latest": "ALL", "states": "ALL"}
