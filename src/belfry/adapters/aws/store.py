"""Records kept in DynamoDB, changed in one transaction."""

from __future__ import annotations

import heapq
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice
from typing import TYPE_CHECKING, Any, cast

from belfry.adapters.aws.dynamo import (
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
from belfry.adapters.aws.item_maps import ALL, HEADS, Condition, Placement
from belfry.adapters.aws.outbox import COUNTER, announce
from belfry.adapters.aws.tables import (
    BOOKS,
    LATEST,
    OUTBOX,
    ROTA,
    ROTA_AUDIT,
    SHIFTS,
    SHIFTS_ARCHIVE,
    ItemMaps,
    find_room,
)
from belfry.kernel.changes import (
    Announce,
    Append,
    Audit,
    AuditEntry,
    Change,
    Head,
    Put,
    Remove,
    check_changes,
)
from belfry.kernel.records import Plain, read_plainly, write_plainly
from belfry.ports.store import ANYWHERE, Span, commit_one_by_one, retry_on_conflict

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from belfry.adapters.aws.dynamo import Dynamo
    from belfry.adapters.aws.item_maps import ItemMap
    from belfry.kernel.records import R
    from belfry.ports.store import CrashPoints, Near, Place


MOVED_AT_ONCE = 25
READ_AT_ONCE = 100
NUMBER = "number"


class DynamoStore:
    """Also answers the readers, as `Rows`.

    Row numbers of the outbox are taken before the commit, so that its events have an order;
    those of a commit that fails are left out.
    """

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
        places = item_map.list_places(key)
        records = (self._find_at(place, item_map, key) for place in places)
        return next((cast("R", record) for record in records if record), None)

    def _find_at(self, placement: Placement, item_map: ItemMap, key: str) -> Any:
        try:
            item_key = placement.write_key(key)
        except ValueError:
            return None
        answer = self._dynamo.call(
            "get_item",
            TableName=self._dynamo.name(placement.table),
            Key=item_key,
            ConsistentRead=True,
        )
        record = item_map.read(answer["Item"]) if "Item" in answer else None
        return record if record and record.key == key else None

    def find_all(self, kind: type[R], keys: Collection[str]) -> Sequence[R]:
        item_map = self._maps.of(kind)
        wanted: dict[Table, list[Item]] = {}
        for key in set(keys):
            for placement in item_map.list_places(key):
                with suppress(ValueError):
                    wanted.setdefault(placement.table, []).append(placement.write_key(key))
        records = (
            cast("R", item_map.read(item))
            for table, item_keys in wanted.items()
            for item in self._dynamo.get_all(table, item_keys)
        )
        return [record for record in records if record.key in keys]

    def rows(self, kind: type[R], near: Near = ANYWHERE) -> Sequence[R]:
        item_map = self._maps.of(kind)
        records = [
            cast("R", item_map.read(item))
            for placement in item_map.list_placements(near)
            if self._dynamo.may_use(placement.table)
            for item in self._list_items(placement, kind, near)
        ]
        # One that is moved to an archive meanwhile may have been seen in both places.
        return list({record.key: record for record in records}.values())

    def newest(
        self, kind: type[R], along: str, near: Near = ANYWHERE, *, until: datetime | None = None
    ) -> Iterator[R]:
        item_map = self._maps.of(kind)
        places = [p for p in item_map.list_placements(near) if self._dynamo.may_use(p.table)]
        parts = [self._list_newest(place, item_map, along, until) for place in places]
        return heapq.merge(*parts, key=lambda record: getattr(record, along), reverse=True)

    def _list_newest(
        self, placement: Placement, item_map: ItemMap, along: str, until: datetime | None
    ) -> Iterator[Any]:
        """By an index, some at a time; else all of them at once."""
        table, path = placement.table, placement.find_order(along)
        ahead = {along: Span(last=until)}
        condition = path.find_condition(item_map.kind, ahead) if path else None
        if path is None or condition is None:
            records = map(item_map.read, self._list_items(placement, item_map.kind, ANYWHERE))
            wanted = [r for r in records if until is None or getattr(r, along) <= until]
            yield from sorted(wanted, key=lambda record: getattr(record, along), reverse=True)
            return
        query = condition.render(path.index.keys)
        items = self._dynamo.query(
            table, path.index, **query, ScanIndexForward=False, Limit=READ_AT_ONCE
        )
        while keys := [table.key_of(item) for item in islice(items, READ_AT_ONCE)]:
            records = map(item_map.read, self._dynamo.get_all(table, keys))
            yield from sorted(records, key=lambda record: getattr(record, along), reverse=True)

    def _list_items(self, placement: Placement, kind: type[Any], near: Near) -> Iterator[Item]:
        """From a key or an index where one fits; what an index gives is read again."""
        table = placement.table
        index, condition = placement.find_query(kind, near)
        if condition is None:
            return self._dynamo.scan(table)
        if index is None:
            query = condition.render(table.keys)
            return self._dynamo.query(table, **query, ConsistentRead=True)
        items = self._dynamo.query(table, index, **condition.render(index.keys))
        return self._dynamo.get_all(table, map(table.key_of, items))

    def _plan_writes(self, changes: Sequence[Change]) -> list[Write]:
        announced = sum(isinstance(change, Announce) for change in changes)
        row_ids = iter(reserve(self._dynamo, OUTBOX, COUNTER, announced) if announced else ())
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


class DynamoArchive:
    """Lines of old drafts, in a table like that of the others."""

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo

    def move(self, week: str, draft: int) -> None:
        partition = Condition(f"{week}#{draft}").render(SHIFTS.keys)

        def move() -> None:
            items = self._dynamo.query(SHIFTS, **partition, ConsistentRead=True)
            while batch := list(islice(items, MOVED_AT_ONCE)):
                transact(self._dynamo, [write for item in batch for write in _move(item)])

        retry_on_conflict(move)


def _move(item: Item) -> list[Write]:
    name, revision = f"shift {item['shift_id']['S']}", int(item["revision"]["N"])
    return [
        put(name, SHIFTS_ARCHIVE, item),
        delete(name, SHIFTS, SHIFTS.key_of(item), revision=revision),
    ]


def reserve(dynamo: Dynamo, table: Table, key: Item, count: int) -> range:
    """The next `count` numbers of the counter, for the caller alone.

    A try whose answer was lost has counted all the same: its numbers are left out.
    """
    answer = dynamo.call(
        "update_item",
        TableName=dynamo.name(table),
        Key=key,
        UpdateExpression="ADD last_given :count",
        ExpressionAttributeValues=write_item({":count": count}),
        ReturnValues="UPDATED_NEW",
    )
    last = int(answer["Attributes"]["last_given"]["N"])
    return range(last - count + 1, last + 1)


class DynamoNumbers:
    """Each counter lies in the book of its room."""

    def __init__(self, dynamo: Dynamo) -> None:
        self._dynamo = dynamo

    def next(self, name: str) -> int:
        book, key = BOOKS[find_room(name)], write_item({"pk": NUMBER, "sk": name})
        return reserve(self._dynamo, book, key, 1)[0]


def note(entry: AuditEntry) -> Write:
    """The entry as an item, which must not exist yet."""
    table, key = _find_log(entry.subject)
    item = {
        **write_plainly(entry),
        **key,
        table.keys[1][0]: _write_number(entry.seq),
        "latest_of": ALL,
        "latest_by": _write_place(entry.at, entry.subject, entry.seq),
    }
    return put(f"entry {entry.seq} of {entry.subject}", table, write_item(item))


def _find_log(subject: str) -> tuple[Table, dict[str, Plain]]:
    """The table with the subject's entries, and their partition in it."""
    room = find_room(subject)
    if room == ROTA:
        return ROTA_AUDIT, {"shift_id": subject}
    return BOOKS[room], {"pk": f"audit#{subject}"}


class DynamoAuditLog:
    def __init__(self, dynamo: Dynamo, maps: ItemMaps) -> None:
        self._dynamo = dynamo
        logs = (ROTA_AUDIT, *(book for room, book in BOOKS.items() if room != ROTA))
        self._logs = [table for table in logs if dynamo.may_use(table)]
        self._tables = [table for table in maps.list_audited_tables() if dynamo.may_use(table)]

    def list_entries(self, subject: str) -> Sequence[AuditEntry]:
        table, key = _find_log(subject)
        condition = Condition(str(*key.values())).render(table.keys)
        items = self._dynamo.query(table, **condition, ConsistentRead=True)
        return [_read_entry(item) for item in items]

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]:
        newest = [self._list_latest_of(table, before, limit) for table in self._logs]
        merged = heapq.merge(*newest, key=lambda item: item["latest_by"]["S"], reverse=True)
        return [_read_entry(item) for item in islice(merged, limit)]

    def _list_latest_of(self, table: Table, before: Place | None, limit: int) -> Iterator[Item]:
        values = {":all": ALL} | ({":before": _write_place(*before)} if before else {})
        older = " AND latest_by < :before" if before else ""
        return self._dynamo.query(
            table,
            LATEST,
            KeyConditionExpression=f"latest_of = :all{older}",
            ExpressionAttributeValues=write_item(values),
            ScanIndexForward=False,
            Limit=limit,
        )

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
        heads = self._dynamo.get_all(
            table, map(table.key_of, items), ProjectionExpression="subject, audit_seq, audit_hash"
        )
        return iter(sorted(map(_read_head, heads), key=lambda head: head.subject))


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
