"""The audit trail, kept in the book beside the records.

Entries and heads are read as they stand; only the order of the latest entries, and which records
are audited at all, come from indexes, which may lag behind for a moment.
"""

from __future__ import annotations

import heapq
import json
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any

from belfry.adapters.aws.items import Item, write_item
from belfry.adapters.aws.tables import ALL, BOOK, HEADS, LATEST
from belfry.adapters.aws.transactions import Write, put
from belfry.kernel.audit import Entry, Head
from belfry.kernel.errors import Temporary
from belfry.kernel.records import write_plainly

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.adapters.aws.dynamo import Dynamo
    from belfry.adapters.aws.records import ItemMaps
    from belfry.adapters.aws.tables import Table
    from belfry.ports.trail import Place

MOST_AT_ONCE = 100


def note(entry: Entry) -> Write:
    """The entry as an item that nobody may have written before."""
    plain = write_plainly(entry)
    item = write_item(
        {
            **plain,
            "pk": f"audit#{entry.subject}",
            "sk": _write_number(entry.seq),
            "latest_of": ALL,
            "latest_by": _write_place(entry.at, entry.subject, entry.seq),
        }
    )
    return put(f"entry {entry.seq} of {entry.subject}", BOOK, item)


class DynamoTrail:
    def __init__(self, dynamo: Dynamo, maps: ItemMaps) -> None:
        self._dynamo = dynamo
        self._tables = maps.audited_tables()

    def list_entries(self, subject: str) -> Sequence[Entry]:
        items = self._dynamo.query(
            BOOK,
            KeyConditionExpression="pk = :subject",
            ExpressionAttributeValues=write_item({":subject": f"audit#{subject}"}),
            ConsistentRead=True,
        )
        return [_read_entry(item) for item in items]

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[Entry]:
        given = {":all": ALL} | ({":before": _write_place(*before)} if before else {})
        older = " AND latest_by < :before" if before else ""
        items = self._dynamo.query(
            BOOK,
            LATEST,
            KeyConditionExpression=f"latest_of = :all{older}",
            ExpressionAttributeValues=write_item(given),
            ScanIndexForward=False,
            Limit=limit,
        )
        return [_read_entry(item) for item in islice(items, limit)]

    def heads(self) -> Iterator[Head]:
        found = [self._heads_in(table) for table in self._tables]
        return heapq.merge(*found, key=lambda head: head.subject)

    def _heads_in(self, table: Table) -> Iterator[Head]:
        items = self._dynamo.query(
            table,
            HEADS,
            KeyConditionExpression="heads_of = :all",
            ExpressionAttributeValues=write_item({":all": ALL}),
        )
        keys = ({name: item[name] for name, _ in table.keys} for item in items)
        while some := list(islice(keys, MOST_AT_ONCE)):
            heads = [_read_head(item) for item in self._get_all(table, some)]
            yield from sorted(heads, key=lambda head: head.subject)

    def _get_all(self, table: Table, keys: list[Item]) -> Iterator[Item]:
        """The items as they stand, in any order; those gone meanwhile are left out."""
        wanted: dict[str, Any] = {
            self._dynamo.name(table): {
                "Keys": keys,
                "ConsistentRead": True,
                "ProjectionExpression": "subject, audit_seq, audit_hash",
            }
        }
        while wanted:
            answer = self._dynamo.call("batch_get_item", RequestItems=wanted)
            items = answer["Responses"].get(self._dynamo.name(table), [])
            wanted = answer.get("UnprocessedKeys", {})
            if wanted and not items:
                raise Temporary(f"DynamoDB is too busy to read from {self._dynamo.name(table)}")
            yield from items


def _write_number(seq: int) -> str:
    return f"{seq:012d}"


def _write_place(at: datetime, subject: str, seq: int) -> str:
    """What sorts as the places of entries do."""
    moment = at.astimezone(UTC).isoformat(timespec="microseconds")
    return f"{moment}#{subject}#{_write_number(seq)}"


def _read_entry(item: Item) -> Entry:
    return Entry(
        subject=item["subject"]["S"],
        seq=int(item["seq"]["N"]),
        at=datetime.fromisoformat(item["at"]["S"]),
        by=item["by"]["S"],
        action=item["action"]["S"],
        before=json.loads(item["before"]["S"]),
        after=json.loads(item["after"]["S"]),
        previous=item["previous"]["S"],
        hash=item["hash"]["S"],
    )


def _read_head(item: Item) -> Head:
    seq, last = int(item["audit_seq"]["N"]), item["audit_hash"]["S"]
    return Head(item["subject"]["S"], seq, last)
