"""The DynamoDB of one environment: tables named with its prefix, refusals in Belfry's own words."""

from __future__ import annotations

import random
import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC
from decimal import Decimal
from itertools import islice
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from uuid import uuid4

from belfry.adapters.aws.errors import VENDOR_ERRORS, Held, Refused, translate_dynamodb
from belfry.kernel.errors import ConfigError, Conflict, InputError, Temporary

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from belfry.kernel.records import Plain


Client: TypeAlias = Any
"""What boto3 gives as a client of DynamoDB; its methods are made at run time and have no types."""


class Dynamo:
    """`rooms` are those whose tables this process may use; None means all of them."""

    def __init__(
        self, client: Client, prefix: str = "", rooms: Collection[str] | None = None
    ) -> None:
        self._client = client
        self._prefix = prefix
        self._rooms = rooms

    def may_use(self, table: Table) -> bool:
        return self._rooms is None or table.room in self._rooms

    def name(self, table: Table) -> str:
        return f"{self._prefix}{table.name}"

    def call(self, operation: str, **request: Any) -> dict[str, Any]:
        """One operation by the client's name for it; raises none of the vendor's errors."""
        try:
            answer: dict[str, Any] = getattr(self._client, operation)(**request)
        except VENDOR_ERRORS as error:
            raise translate_dynamodb(error, _tables_of(request)) from error
        return answer

    def list_missing(self, tables: Iterable[Table]) -> list[str]:
        """The names of those that are not there."""
        missing = []
        for name in map(self.name, tables):
            try:
                self.call("describe_table", TableName=name)
            except ConfigError:
                missing.append(name)
        return missing

    def query(self, table: Table, index: Index | None = None, **request: Any) -> Iterator[Item]:
        """Every item that answers, page after page, as far as the caller goes on asking."""
        by = {"IndexName": index.name} if index else {}
        return self._pages("query", TableName=self.name(table), **by, **request)

    def scan(self, table: Table, **request: Any) -> Iterator[Item]:
        """Every item of the table, as it stands now."""
        return self._pages("scan", TableName=self.name(table), ConsistentRead=True, **request)

    def get_all(self, table: Table, keys: Iterable[Item], **request: Any) -> Iterator[Item]:
        """The items as they stand now, in any order; those that are gone are left out."""
        left = iter(keys)
        while batch := list(islice(left, MOST_AT_ONCE)):
            yield from self._get_batch(self.name(table), batch, request)

    def _get_batch(self, name: str, keys: list[Item], request: dict[str, Any]) -> Iterator[Item]:
        wanted: dict[str, Any] = {name: {"Keys": keys, "ConsistentRead": True, **request}}
        while wanted:
            answer = self.call("batch_get_item", RequestItems=wanted)
            items = answer["Responses"].get(name, [])
            wanted = answer.get("UnprocessedKeys", {})
            if wanted and not items:
                raise Temporary(f"DynamoDB is too busy to read from {name}")
            yield from items

    def _pages(self, operation: str, **request: Any) -> Iterator[Item]:
        start: dict[str, Any] = {}
        while True:
            page = self.call(operation, **request, **start)
            yield from page["Items"]
            if "LastEvaluatedKey" not in page:
                return
            start = {"ExclusiveStartKey": page["LastEvaluatedKey"]}


def _tables_of(request: Mapping[str, Any]) -> set[str]:
    if "TableName" in request:
        return {request["TableName"]}
    writes = [write for item in request.get("TransactItems", ()) for write in item.values()]
    return {write["TableName"] for write in writes} | set(request.get("RequestItems", ()))


Item = dict[str, dict[str, Any]]

MOST_DIGITS = 38


def write_item(plain: Mapping[str, Plain]) -> Item:
    return {name: _write(value) for name, value in plain.items()}


def read_item(item: Mapping[str, Mapping[str, Any]]) -> dict[str, Plain]:
    return {name: _read(*next(iter(value.items()))) for name, value in item.items()}


def write_moment(at: datetime) -> str:
    """Text whose order is the order of the moments."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def weigh(item: Mapping[str, Mapping[str, Any]]) -> int:
    """How many bytes DynamoDB counts for the item, at most.

    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
    """
    return sum(
        len(name.encode()) + _weight(*next(iter(value.items()))) for name, value in item.items()
    )


def _write(value: Plain) -> dict[str, Any]:
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case int() if abs(value) < 10**MOST_DIGITS:
            return {"N": str(value)}
        case _:
            # A number too long for DynamoDB is kept as text; a record's field reads it back.
            return {"S": str(value)}


def _read(sort: str, value: Any) -> Plain:
    match sort:
        case "NULL":
            return None
        case "N":
            return int(Decimal(value))
        case "BOOL":
            return bool(value)
        case _:
            return str(value)


def _weight(sort: str, value: Any) -> int:
    match sort:
        case "S":
            return len(value.encode())
        case "N":
            return len(value) // 2 + 2
        case _:
            return 1


Attribute = tuple[str, Literal["S", "N"]]


@dataclass(frozen=True, slots=True)
class Index:
    """A second way into a table, for the items that have all of its `keys`.

    It holds no more than the keys, unless it is whole: an index may lag, so what it gives is read
    again from the table, but for what never changes.
    """

    name: str
    keys: tuple[Attribute, ...]
    is_whole: bool = False


@dataclass(frozen=True, slots=True)
class Table:
    """A table of a room (blank: of all), the attributes that name an item in it, and its indexes.

    Items with a moment in the attribute `ttl` are removed by AWS after it.
    """

    name: str
    keys: tuple[Attribute, ...]
    indexes: tuple[Index, ...] = ()
    room: str = ""
    ttl: str = ""
    has_stream: bool = False

    def key_of(self, item: Item) -> Item:
        return {name: item[name] for name, _ in self.keys}


MOST_AT_ONCE = 100
LONGEST_KEYS = (2048, 1024)
HEAVIEST_ITEM = 400 * 1024
HEAVIEST_COMMIT = 4 * 1024 * 1024
PAUSES = (0.05, 0.1, 0.2, 0.4)


@dataclass(frozen=True, slots=True)
class Write:
    """One item to write, and the name that errors call it by."""

    name: str
    table: Table
    key: Item
    action: Literal["Put", "Update", "Delete"]
    request: Mapping[str, Any] = field(repr=False)

    @property
    def weight(self) -> int:
        return weigh(self.request.get("Item", {}))


def put(name: str, table: Table, item: Item, *, revision: int = 0) -> Write:
    """Write the item if the stored one has this revision; 0 means that it must not exist."""
    condition = _at_revision(revision) if revision else _not_there(table)
    return Write(name, table, table.key_of(item), "Put", {"Item": item, **condition})


def delete(name: str, table: Table, key: Item, *, revision: int) -> Write:
    """Remove the item if the stored one has this revision."""
    return Write(name, table, key, "Delete", {"Key": key, **_at_revision(revision)})


def check_writes(writes: Sequence[Write]) -> None:
    """Refuse what DynamoDB would not take: an item twice or too heavy, or too much together."""
    seen = set()
    for write in writes:
        place = (write.table.name, str(sorted(write.key.items())))
        if place in seen:
            raise InputError(f"{write.name} stands twice in one commit")
        seen.add(place)
        _check_write(write)
    if (weight := sum(write.weight for write in writes)) > HEAVIEST_COMMIT:
        raise InputError(f"the commit takes {weight} bytes; at most {HEAVIEST_COMMIT} fit")


def _check_write(write: Write) -> None:
    if write.weight > HEAVIEST_ITEM:
        raise InputError(f"{write.name} takes {write.weight} bytes; at most {HEAVIEST_ITEM} fit")
    for (name, _), most in zip(write.table.keys, LONGEST_KEYS, strict=False):
        if (length := weigh({"": write.key[name]})) > most:
            raise InputError(
                f"{write.name[:100]}…: its {name} takes {length} bytes; at most {most} fit"
            )


def transact(dynamo: Dynamo, writes: Sequence[Write]) -> None:
    """Write them all, or raise and write none.

    Every try carries one token, by which DynamoDB knows for ten minutes that it has done this
    already: an answer lost on the way is answered again, and nothing is written twice.

    An item held by another transaction is no Conflict, since that transaction may
    fail as well: it is tried again a few times, and is Temporary in the end.
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
