"""Which number is next, counted in an item of the book."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.adapters.aws.items import write_item
from belfry.adapters.aws.tables import BOOK

if TYPE_CHECKING:
    from belfry.adapters.aws.dynamo import Dynamo


def reserve(dynamo: Dynamo, name: str, count: int) -> range:
    """The next `count` numbers of that name, for the caller alone.

    A try whose answer was lost has counted all the same: its numbers are left out.
    """
    answer = dynamo.call(
        "update_item",
        TableName=dynamo.name(BOOK),
        Key=write_item({"pk": f"number#{name}", "sk": "-"}),
        UpdateExpression="ADD last_given :count",
        ExpressionAttributeValues=write_item({":count": count}),
        ReturnValues="UPDATED_NEW",
    )
    last = int(answer["Attributes"]["last_given"]["N"])
    return range(last - count + 1, last + 1)


class DynamoNumbers:
    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo

    def next(self, name: str) -> int:
        return reserve(self._dynamo, name, 1)[0]
