"""How several items are written together or not at all."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal
from uuid import uuid4

from belfry.adapters.aws.errors import Held, Refused
from belfry.adapters.aws.items import Item, weigh
from belfry.adapters.aws.tables import Table
from belfry.kernel.errors import Conflict, InputError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.adapters.aws.dynamo import Dynamo

HEAVIEST_ITEM = 400 * 1024
HEAVIEST_COMMIT = 4 * 1024 * 1024
PAUSES = (0.05, 0.1, 0.2, 0.4)


@dataclass(frozen=True, slots=True)
class Write:
    """One item to be written, and the name people know it by."""

    name: str
    table: Table
    key: Item
    action: Literal["Put", "Update", "Delete"]
    request: Mapping[str, Any] = field(repr=False)

    @property
    def weight(self) -> int:
        return weigh(self.request.get("Item", {}))


def put(name: str, table: Table, item: Item, *, revision: int = 0) -> Write:
    """Write the item if what is there has this revision; 0 means nothing may be there."""
    condition = _at_revision(revision) if revision else _not_there(table)
    return Write(name, table, _key_of(table, item), "Put", {"Item": item, **condition})


def delete(name: str, table: Table, key: Item, *, revision: int) -> Write:
    """Take the item away if what is there has this revision."""
    return Write(name, table, key, "Delete", {"Key": key, **_at_revision(revision)})


def check_writes(writes: Sequence[Write]) -> None:
    """Refuse what DynamoDB would not take: an item twice or too heavy, or too much together."""
    seen = set()
    for write in writes:
        place = (write.table.name, str(sorted(write.key.items())))
        if place in seen:
            raise InputError(f"{write.name} stands twice in one commit")
        seen.add(place)
        if write.weight > HEAVIEST_ITEM:
            raise InputError(
                f"{write.name} takes {write.weight} bytes; at most {HEAVIEST_ITEM} fit"
            )
    if (weight := sum(write.weight for write in writes)) > HEAVIEST_COMMIT:
        raise InputError(f"the commit takes {weight} bytes; at most {HEAVIEST_COMMIT} fit")


def transact(dynamo: Dynamo, writes: Sequence[Write]) -> None:
    """Write them all, or raise and write none.

    Every try carries one token, by which DynamoDB knows for ten minutes that it has done this
    already: an answer lost on the way is answered again, and nothing is written twice.

    An item held by another transaction is no Conflict, since that one may fail too and then nobody
    was first: it is tried again a few times, and is Temporary in the end.
    """
    items = [
        {write.action: {"TableName": dynamo.name(write.table), **write.request}} for write in writes
    ]
    token = str(uuid4())
    for pause in (*PAUSES, None):
        try:
            dynamo.call("transact_write_items", TransactItems=items, ClientRequestToken=token)
        except Refused as refused:
            names = ", ".join(writes[place].name for place in refused.places)
            raise Conflict(f"changed meanwhile: {names}") from refused.__cause__
        except Held:
            if pause is None:
                raise
            time.sleep(pause * random.uniform(0.5, 1.5))
        else:
            return


def _not_there(table: Table) -> dict[str, Any]:
    return {
        "ConditionExpression": "attribute_not_exists(#key)",
        "ExpressionAttributeNames": {"#key": table.keys[0][0]},
    }


def _at_revision(revision: int) -> dict[str, Any]:
    return {
        "ConditionExpression": "#revision = :revision",
        "ExpressionAttributeNames": {"#revision": "revision"},
        "ExpressionAttributeValues": {":revision": {"N": str(revision)}},
    }


def _key_of(table: Table, item: Item) -> Item:
    return {name: item[name] for name, _ in table.keys}
