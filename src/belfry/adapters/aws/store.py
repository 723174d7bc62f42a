"""Records kept in DynamoDB, changed in one transaction."""

from __future__ import annotations

import heapq
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from belfry.adapters.aws.dynamo import (
    ALL,
    BOOK,
    HEADS,
    LATEST,
    Item,
    Table,
    Write,
    check_writes,
    delete,
    put,
    read_item,
    transact,
    write_item,
)
from belfry.adapters.aws.outbox import ROW_IDS, announce
from belfry.kernel.changes import (
    Announce,
    Append,
    Audit,
    Audited,
    AuditEntry,
    Change,
    Head,
    Put,
    Remove,
    check_changes,
)
from belfry.kernel.errors import ConfigError, Temporary
from belfry.kernel.records import Plain, read_plainly, write_plainly
from belfry.ports.store import commit_one_by_one

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.adapters.aws.dynamo import Dynamo
    from belfry.kernel.changes import Subject
    from belfry.kernel.records import R, Record
    from belfry.ports.store import CrashPoints, Place


class DynamoStore:
    """Row numbers of the outbox are taken before the commit, so that its events have an order;
    those of a commit that fails are left out."""

    def __init__(self, dynamo: Dynamo, maps: ItemMaps, crash_points: CrashPoints) -> None:
        self._dynamo = dynamo
        self._maps = maps
        self._crash_points = crash_points

    def commit(self, changes: Sequence[Change]) -> None:
        check_changes(changes)
        if not changes:
            return
        self._crash_points.reached("store.begin")
        writes = self._plan_writes(changes)
        check_writes(writes)
        self._crash_points.reached("store.written")
        transact(self._dynamo, writes)
        self._crash_points.reached("store.committed")

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]:
        return commit_one_by_one(self, commits)

    def find(self, kind: type[R], key: str) -> R | None:
        item_map = self._maps.of(kind)
        try:
            item_key = item_map.key(key)
        except ValueError:
            return None
        answer = self._dynamo.call(
            "get_item",
            TableName=self._dynamo.name(item_map.table),
            Key=item_key,
            ConsistentRead=True,
        )
        return cast("R", item_map.read(answer["Item"])) if "Item" in answer else None

    def _plan_writes(self, changes: Sequence[Change]) -> list[Write]:
        announced = sum(isinstance(change, Announce) for change in changes)
        row_ids = iter(reserve(self._dynamo, ROW_IDS, announced) if announced else ())
        return [self._plan_write(change, row_ids) for change in changes]

    def _plan_write(self, change: Change, row_ids: Iterator[int]) -> Write:
        match change:
            case Put(record):
                return self._maps.of(type(record)).put(record, expected=record.revision)
            case Append(record):
                return self._maps.of(type(record)).put(record, expected=0)
            case Remove(record):
                return self._maps.of(type(record)).remove(record)
            case Audit(entry):
                return note(entry)
            case Announce(event):
                return announce(next(row_ids), event)


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


MOST_AT_ONCE = 100


def note(entry: AuditEntry) -> Write:
    """The entry as an item, which must not exist yet."""
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


class DynamoAuditLog:
    def __init__(self, dynamo: Dynamo, maps: ItemMaps) -> None:
        self._dynamo = dynamo
        self._tables = maps.audited_tables()

    def list_entries(self, subject: str) -> Sequence[AuditEntry]:
        items = self._dynamo.query(
            BOOK,
            KeyConditionExpression="pk = :subject",
            ExpressionAttributeValues=write_item({":subject": f"audit#{subject}"}),
            ConsistentRead=True,
        )
        return [_read_entry(item) for item in items]

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]:
        values = {":all": ALL} | ({":before": _write_place(*before)} if before else {})
        older = " AND latest_by < :before" if before else ""
        items = self._dynamo.query(
            BOOK,
            LATEST,
            KeyConditionExpression=f"latest_of = :all{older}",
            ExpressionAttributeValues=write_item(values),
            ScanIndexForward=False,
            Limit=limit,
        )
        return [_read_entry(item) for item in islice(items, limit)]

    def heads(self) -> Iterator[Head]:
        heads = [self._heads_in(table) for table in self._tables]
        return heapq.merge(*heads, key=lambda head: head.subject)

    def _heads_in(self, table: Table) -> Iterator[Head]:
        items = self._dynamo.query(
            table,
            HEADS,
            KeyConditionExpression="heads_of = :all",
            ExpressionAttributeValues=write_item({":all": ALL}),
        )
        keys = ({name: item[name] for name, _ in table.keys} for item in items)
        while batch := list(islice(keys, MOST_AT_ONCE)):
            heads = [_read_head(item) for item in self._get_all(table, batch)]
            yield from sorted(heads, key=lambda head: head.subject)

    def _get_all(self, table: Table, keys: list[Item]) -> Iterator[Item]:
        """The current items, in any order; items removed meanwhile are left out."""
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


def _read_entry(item: Item) -> AuditEntry:
    return read_plainly(AuditEntry, read_item(item))


def _read_head(item: Item) -> Head:
    seq, last = int(item["audit_seq"]["N"]), item["audit_hash"]["S"]
    return Head(item["subject"]["S"], seq, last)


@dataclass(frozen=True, slots=True)
class ItemMap:
    """The table of one kind of record, and `split`: from a record's key to its item's key.

    An item's key may be made of the record's own fields, if `split` gives them the same values. A
    key that `split` cannot read (ValueError) belongs to no record.
    """

    kind: type[Any]
    table: Table = BOOK
    split: Callable[[str], Mapping[str, Plain]] | None = None

    def __post_init__(self) -> None:
        if issubclass(self.kind, Audited) and HEADS not in self.table.indexes:
            raise ConfigError(
                f"{self.kind.__name__} is audited: {self.table.name} needs the index {HEADS.name}"
            )

    def key(self, key: str) -> Item:
        if self.split is None:
            return write_item({"pk": f"{self.kind.__name__}#{key}", "sk": "-"})
        return write_item(self.split(key))

    def put(self, record: Record, *, expected: int) -> Write:
        """Write the record as the one that follows the revision `expected`."""
        item = write_item({**write_plainly(record), "revision": expected + 1})
        if isinstance(record, Audited):
            subject = cast("Subject", record).subject
            item |= write_item({"heads_of": ALL, "subject": subject})
        key = self.key(record.key)
        if clash := [name for name in key if item.get(name, key[name]) != key[name]]:
            raise ConfigError(f"{self._name(record)} has two values for {', '.join(clash)}")
        return put(self._name(record), self.table, item | key, revision=expected)

    def remove(self, record: Record) -> Write:
        key = self.key(record.key)
        return delete(self._name(record), self.table, key, revision=record.revision)

    def read(self, item: Item) -> Any:
        return read_plainly(self.kind, read_item(item))

    def _name(self, record: Record) -> str:
        return f"{self.kind.__name__} {record.key}"


class ItemMaps:
    """Where every kind of record is kept."""

    def __init__(self, *maps: ItemMap) -> None:
        self._maps = {item_map.kind: item_map for item_map in maps}

    def of(self, kind: type[Any]) -> ItemMap:
        return self._maps.get(kind) or ItemMap(kind)

    def audited_tables(self) -> list[Table]:
        """Every table that may keep audited records, the book first."""
        mapped = [m.table for m in self._maps.values() if issubclass(m.kind, Audited)]
        return list(dict.fromkeys([BOOK, *mapped]))
