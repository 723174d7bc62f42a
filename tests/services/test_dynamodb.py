"""Whether each test gets an empty DynamoDB, and whether concurrent writers meet one truth."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest


def make_table(client: Any) -> None:
    client.create_table(
        TableName="bells",
        KeySchema=[{"AttributeName": "pk", "KeyType": "HASH"}],
        AttributeDefinitions=[{"AttributeName": "pk", "AttributeType": "S"}],
        BillingMode="PAY_PER_REQUEST",
    )


@pytest.mark.parametrize("turn", ["a first test", "a second test"])
def test_dynamodb_starts_without_tables(dynamodb: Any, turn: str) -> None:
    assert dynamodb.list_tables()["TableNames"] == []
    make_table(dynamodb)
    assert dynamodb.list_tables()["TableNames"] == ["bells"]


def test_dynamodb_lets_one_of_many_conditional_writers_win(dynamodb: Any) -> None:
    make_table(dynamodb)

    def claim(key: str) -> str:
        put = {
            "TableName": "bells",
            "Item": {"pk": {"S": key}},
            "ConditionExpression": "attribute_not_exists(pk)",
        }
        try:
            dynamodb.transact_write_items(TransactItems=[{"Put": put}])
        except dynamodb.exceptions.TransactionCanceledException:
            return f"{key}: beaten"
        return f"{key}: won"

    keys = [f"fire {number}" for number in range(20)]
    with ThreadPoolExecutor(8) as pool:
        outcomes = list(pool.map(claim, [key for key in keys for _ in range(4)]))
    assert sorted(o for o in outcomes if o.endswith("won")) == sorted(f"{key}: won" for key in keys)
