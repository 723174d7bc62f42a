"""In which table a kind of record is kept, and by which key.

A kind that nobody mapped is kept in the book. A room with tables of its own adds one `ItemMap` for
each kind it keeps there; the store need not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, cast

from belfry.adapters.aws.items import Item, read_item, write_item
from belfry.adapters.aws.tables import ALL, BOOK, HEADS, Table
from belfry.adapters.aws.transactions import Write, delete, put
from belfry.kernel.audit import Audited
from belfry.kernel.errors import ConfigError
from belfry.kernel.records import Plain, read_plainly, write_plainly

if TYPE_CHECKING:
    from belfry.kernel.audit import Subject
    from belfry.kernel.records import Record


@dataclass(frozen=True, slots=True)
class ItemMap:
    """The table of one kind of record, and `split`: from a record's key to its item's key.

    An item's key may be made of the record's own fields, if `split` gives them the same values. A
    key that `split` finds no sense in (ValueError) is nobody's.
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
