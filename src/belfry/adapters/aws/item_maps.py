"""How a record becomes an item of a table, and which queries find some of a kind.

What a query needs is made from the same fields when a record is written and when it is looked for.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from hashlib import sha256
from typing import TYPE_CHECKING, Any, cast

from belfry.adapters.aws.dynamo import (
    Attribute,
    Index,
    Item,
    Table,
    Write,
    delete,
    put,
    read_item,
    write_item,
)
from belfry.kernel.changes import Audited
from belfry.kernel.errors import ConfigError, InputError
from belfry.kernel.records import Plain, read_plainly, write_plainly, write_value
from belfry.ports.store import Span

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence

    from belfry.kernel.changes import Subject
    from belfry.kernel.records import Record
    from belfry.ports.store import Near

ALL = "all"
"""The one partition of an index that is asked for everything."""

HEADS = Index("heads", (("heads_of", "S"), ("subject", "S")))
LONGEST_VALUE = 1000


@dataclass(frozen=True, slots=True)
class Condition:
    """What a query asks for: one partition, and where in it."""

    partition: str
    begins: str = ""
    span: Span = field(default_factory=Span)

    def render(self, keys: Sequence[Attribute]) -> dict[str, Any]:
        """The condition on these keys of a table or an index."""
        names, values = {"#p": keys[0][0]}, {":p": self.partition}
        parts = ["#p = :p"]
        if self.begins:
            parts.append("begins_with(#s, :b)")
            values[":b"] = self.begins
        elif self.span != Span():
            parts.append(self._limit(values))
        if len(parts) > 1:
            names["#s"] = keys[1][0]
        return {
            "KeyConditionExpression": " AND ".join(parts),
            "ExpressionAttributeNames": names,
            "ExpressionAttributeValues": write_item(values),
        }

    def _limit(self, values: dict[str, str]) -> str:
        limits = {":f": self.span.first, ":l": self.span.last}
        values |= {name: str(write_value(limit)) for name, limit in limits.items() if limit}
        if self.span.first and self.span.last:
            return "#s BETWEEN :f AND :l"
        return "#s >= :f" if self.span.first else "#s <= :l"

    def is_met(self, key: Item, keys: Sequence[Attribute]) -> bool:
        """Whether the query would give the item of this key; a Span is left to the reader."""
        partition, *sort = [key[name].get("S", "") for name, _ in keys]
        return partition == self.partition and all(text.startswith(self.begins) for text in sort)


@dataclass(frozen=True, slots=True)
class KeyPath:
    """Records whose fields `by` are known lie together in their table: `partition` says where.

    The sort key begins with `begins`, or is the field `along`.
    """

    partition: Callable[..., str]
    by: tuple[str, ...] = ()
    begins: Callable[..., str] | None = None
    along: str = ""
    index: None = None

    def find_condition(self, near: Near) -> Condition | None:
        if not _has_values(near, self.by) or not (self.by or self.along in near):
            return None
        values = [near[name] for name in self.by]
        begins = self.begins(*values) if self.begins else ""
        return Condition(_fill(self.partition(*values)), begins, _find_span(near, self.along))


@dataclass(frozen=True, slots=True)
class IndexPath:
    """Records whose fields `by` are known lie together in an index, in the order of `along`.

    A record is in it if all those fields have a value other than blank, nought or no.
    """

    index: Index
    by: tuple[str, ...] = ()
    along: str = ""

    def find_condition(self, kind: type[Any], near: Near) -> Condition | None:
        if not _has_values(near, self.by) or not (self.by or self.along in near):
            return None
        if not all(near[name] for name in self.by):
            return None
        return Condition(self._render(kind, near), span=_find_span(near, self.along))

    def list_attributes(self, record: Record) -> dict[str, Plain]:
        names = (*self.by, self.along) if self.along else self.by
        values = {name: getattr(record, name) for name in names}
        if not all(values.values()):
            return {}
        attributes: dict[str, Plain] = {self.index.keys[0][0]: self._render(type(record), values)}
        if self.along:
            attributes[self.index.keys[1][0]] = str(write_value(values[self.along]))
        return attributes

    def _render(self, kind: type[Any], values: Mapping[str, Any]) -> str:
        return "#".join([kind.__name__, *(_shorten(values[name]) for name in self.by)])


def _has_values(near: Near, names: Collection[str]) -> bool:
    return all(name in near and not isinstance(near[name], Span) for name in names)


def _find_span(near: Near, name: str) -> Span:
    wanted = near.get(name)
    return wanted if isinstance(wanted, Span) else Span(wanted, wanted)


def _fill(text: str) -> str:
    """DynamoDB takes no blank key: this one stands for it, and for no other."""
    return text if text[:1] > "\0" else f"\0{text}"


def _shorten(value: Any) -> str:
    """A key of DynamoDB has a limit, and what people type has none."""
    text = str(write_value(value))
    return text if len(text) <= LONGEST_VALUE else sha256(text.encode()).hexdigest()


@dataclass(frozen=True, slots=True)
class Placement:
    """A table with records of a kind, and `split`: from a record's key to its item's key.

    All of them lie in one `partition` of it, or have the table for themselves. A key that `split`
    cannot read (ValueError) belongs to no record.
    """

    table: Table
    split: Callable[[str], Mapping[str, Plain]]
    paths: tuple[KeyPath | IndexPath, ...] = ()
    partition: str = ""

    def write_key(self, key: str) -> Item:
        parts = self.split(key).items()
        return write_item({n: _fill(v) if isinstance(v, str) else v for n, v in parts})

    def find_query(self, kind: type[Any], near: Near) -> tuple[Index | None, Condition | None]:
        """What to ask, of which index; no condition if all of the table is to be read."""
        for path in self.paths:
            condition = (
                path.find_condition(near)
                if isinstance(path, KeyPath)
                else path.find_condition(kind, near)
            )
            if condition:
                return path.index, condition
        return None, Condition(self.partition) if self.partition else None

    def find_order(self, along: str) -> IndexPath | None:
        """The index that has all of the kind in the order of this field."""
        for path in self.paths:
            if isinstance(path, IndexPath) and path.along == along and not path.by:
                return path
        return None

    def check(self, record: Record, key: Item) -> None:
        """Refuse a record that a reader would look for in another place."""
        for path in self.paths:
            if isinstance(path, KeyPath):
                values = {name: getattr(record, name) for name in path.by}
                condition = path.find_condition({**values, path.along: Span()})
                if condition is None or not condition.is_met(key, self.table.keys):
                    raise ConfigError(
                        f"{type(record).__name__} {record.key} is not where "
                        f"its {' and '.join(path.by)} would have it in {self.table.name}"
                    )

    def list_attributes(self, record: Record) -> dict[str, Plain]:
        """What the indexes need, and when the item may be removed."""
        attributes: dict[str, Plain] = {}
        for path in self.paths:
            if isinstance(path, IndexPath):
                attributes |= path.list_attributes(record)
        expires_at = getattr(record, "expires_at", None)
        if self.table.ttl and isinstance(expires_at, datetime):
            attributes[self.table.ttl] = int(expires_at.timestamp())
        return attributes


@dataclass(frozen=True, slots=True)
class ItemMap:
    """Where records of one kind lie: in one place or, chosen by their key, in one of each room.

    Without `find_room` they are written to the first place, and may be moved to the others.
    The fields `told_by` name the room as the key does; those in the table of no room may be about
    any.
    """

    kind: type[Any]
    placements: Mapping[str, Placement]
    find_room: Callable[[str], str] | None = None
    told_by: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        for placement in self.placements.values():
            if issubclass(self.kind, Audited) and HEADS not in placement.table.indexes:
                table = placement.table.name
                raise ConfigError(
                    f"{self.kind.__name__} is audited: {table} needs the index {HEADS.name}"
                )

    def place(self, key: str) -> Placement:
        room = self.find_room(key) if self.find_room else ""
        return self.placements[room]

    def list_places(self, key: str) -> list[Placement]:
        """Where a record of this key may lie: in its place or, without rooms, in an archive."""
        return [self.place(key)] if self.find_room else list(self.placements.values())

    def list_placements(self, near: Near) -> list[Placement]:
        """Where to look for what is near."""
        rooms = self._list_rooms([near[name] for name in self.told_by if name in near])
        if not rooms or "" in rooms:
            return list(self.placements.values())
        return [p for room, p in self.placements.items() if room in rooms or not room]

    def put(self, record: Record, *, expected: int) -> Write:
        """Write the record as the one that follows the revision `expected`."""
        placement, key = self._find_place(record)
        item = write_item({**write_plainly(record), "revision": expected + 1})
        item |= write_item(placement.list_attributes(record))
        if isinstance(record, Audited):
            subject = cast("Subject", record).subject
            item |= write_item({"heads_of": ALL, "subject": subject})
        if clash := [name for name in key if item.get(name, key[name]) != key[name]]:
            raise ConfigError(f"{self._name(record)} has two values for {', '.join(clash)}")
        return put(self._name(record), placement.table, item | key, revision=expected)

    def remove(self, record: Record) -> Write:
        placement, key = self._find_place(record)
        return delete(self._name(record), placement.table, key, revision=record.revision)

    def read(self, item: Item) -> Any:
        return read_plainly(self.kind, read_item(item))

    def _find_place(self, record: Record) -> tuple[Placement, Item]:
        placement = self.place(record.key)
        try:
            key = placement.write_key(record.key)
        except ValueError as error:
            raise InputError(f"{self._name(record)}: {error}") from error
        placement.check(record, key)
        rooms = self._list_rooms([getattr(record, name) for name in self.told_by])
        if placement.table.room and rooms - {"", placement.table.room}:
            fields = " and ".join(self.told_by)
            raise ConfigError(
                f"{self._name(record)} is not where its {fields} would have it: "
                f"{placement.table.name} is of {placement.table.room}"
            )
        return placement, key

    def _list_rooms(self, names: Sequence[str]) -> set[str]:
        return {self.find_room(name) for name in names} if self.find_room else set()

    def _name(self, record: Record) -> str:
        return f"{self.kind.__name__} {record.key}"
