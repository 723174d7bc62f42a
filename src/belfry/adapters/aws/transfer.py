"""All items of a kind, read and replaced as they are."""

from __future__ import annotations

import time
from itertools import islice
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.dynamo import PAUSES, Item, check_writes, put, read_item, write_item
from belfry.adapters.aws.outbox import COUNTER, FAILED, PENDING
from belfry.adapters.aws.store import NUMBER, note
from belfry.adapters.aws.tables import BOOKS, OUTBOX, ROTA_AUDIT, ItemMaps, find_room
from belfry.kernel.changes import AuditEntry
from belfry.kernel.errors import Temporary
from belfry.kernel.records import read_plainly, write_plainly
from belfry.ports.transfer import Counter, WaitingEvent

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from belfry.adapters.aws.dynamo import Dynamo, Table, Write

WRITTEN_AT_ONCE = 25


class DynamoTransfer:
    def __init__(self, dynamo: Dynamo, maps: ItemMaps) -> None:
        self._dynamo = dynamo
        self._maps = maps

    def list(self, kind: type[Any]) -> Sequence[Any]:
        records = [self._read(kind, item) for _, item in self._list_items(kind)]
        return [record for record in records if record is not None]

    def replace(self, kind: type[Any], records: Sequence[Any]) -> None:
        writes = [self._plan_write(record) for record in records]
        for write in writes:
            check_writes([write])
        written_places = {_name_place(write.table, write.key) for write in writes}
        for table, item in list(self._list_items(kind)):
            if _name_place(table, table.key_of(item)) not in written_places:
                self._write(table, [{"DeleteRequest": {"Key": table.key_of(item)}}])
        for table in dict.fromkeys(write.table for write in writes):
            items = (write.request["Item"] for write in writes if write.table == table)
            self._write(table, ({"PutRequest": {"Item": item}} for item in items))
        if kind is WaitingEvent:
            self._count_events(max((event.id for event in records), default=0))

    def _list_items(self, kind: type[Any]) -> Iterator[tuple[Table, Item]]:
        if kind is WaitingEvent:
            rows = ((OUTBOX, item) for item in self._dynamo.scan(OUTBOX))
            yield from ((table, item) for table, item in rows if item["id"] != COUNTER["id"])
        elif kind is AuditEntry:
            yield from ((ROTA_AUDIT, item) for item in self._dynamo.scan(ROTA_AUDIT))
            yield from self._list_in_books("begins_with(pk, :pk)", "audit#")
        elif kind is Counter:
            yield from self._list_in_books("pk = :pk", NUMBER)
        else:
            for placement in self._maps.of(kind).placements.values():
                condition = placement.find_query(kind, {})[1]
                table = placement.table
                query = condition.render(table.keys) if condition else None
                items = (
                    self._dynamo.query(table, **query, ConsistentRead=True)
                    if query
                    else self._dynamo.scan(table)
                )
                yield from ((table, item) for item in items)

    def _list_in_books(self, condition: str, pk: str) -> Iterator[tuple[Table, Item]]:
        request = {"FilterExpression": condition, "ExpressionAttributeValues": {":pk": {"S": pk}}}
        for book in BOOKS.values():
            yield from ((book, item) for item in self._dynamo.scan(book, **request))

    def _read(self, kind: type[Any], item: Item) -> Any:
        plain = read_item(item)
        if kind is Counter:
            return Counter(str(plain["sk"]), int(plain["last_given"] or 0))
        if kind is WaitingEvent and "state" not in plain:
            return None
        return read_plainly(kind, plain)

    def _plan_write(self, record: Any) -> Write:
        match record:
            case AuditEntry():
                return note(record)
            case Counter(name, last):
                item = write_item({"pk": NUMBER, "sk": name, "last_given": last})
                return put(f"number {name}", BOOKS[find_room(name)], item)
            case WaitingEvent():
                state = FAILED if record.failed_on else PENDING
                item = write_item({**write_plainly(record), "state": state})
                return put(f"outbox row {record.id}", OUTBOX, item)
            case _:
                return self._maps.of(type(record)).put(record, expected=record.revision - 1)

    def _write(self, table: Table, requests: Iterable[dict[str, Any]]) -> None:
        left = iter(requests)
        while batch := list(islice(left, WRITTEN_AT_ONCE)):
            asked: Any = {self._dynamo.name(table): batch}
            for pause in (0, *PAUSES):
                time.sleep(pause)
                answer = self._dynamo.call("batch_write_item", RequestItems=asked)
                asked = answer.get("UnprocessedItems")
                if not asked:
                    break
            else:
                raise Temporary(f"DynamoDB is too busy to write to {table.name}")

    def _count_events(self, last: int) -> None:
        """Let later events have numbers after this one."""
        answer = self._dynamo.call(
            "get_item", TableName=self._dynamo.name(OUTBOX), Key=COUNTER, ConsistentRead=True
        )
        last_given = int(answer.get("Item", {}).get("last_given", {"N": "0"})["N"])
        if last_given < last:
            item = {**COUNTER, **write_item({"last_given": last})}
            self._write(OUTBOX, [{"PutRequest": {"Item": item}}])


def _name_place(table: Table, key: Item) -> str:
    return f"{table.name} {sorted(key.items())}"
