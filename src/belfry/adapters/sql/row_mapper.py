"""Read and write records with plain statements on the driver.

SQLAlchemy describes the tables and opens the connections. For single records its statement and type
processing cost several times the database's own work, so that part is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import fields, is_dataclass
from functools import cache, cached_property
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any, TypeVar

import sqlalchemy as sa

from belfry.adapters.sql.columns import Turn, as_it_is, find_reader, find_writer, render_soundness
from belfry.adapters.sql.tables import TABLE_MAPPINGS

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database

T = TypeVar("T")
Turns = list[tuple[int, Turn]]


class RowMapper:
    """The values of a type that stands in a table, in the order of its fields."""

    def __init__(self, kind: type[Any], table: sa.Table, *, is_sqlite: bool) -> None:
        self._kind, self.table, self._is_sqlite = kind, table, is_sqlite
        self.names = (
            [field.name for field in fields(kind)] if is_dataclass(kind) else list(kind._fields)
        )
        self.columns = ", ".join(f'{table.name}."{name}"' for name in self.names)
        self.select = f"SELECT {self.columns} FROM {table.name}"
        self.insert = render_insert(table.name, self.names)
        self._fields = attrgetter(*self.names)
        self._writers = self._list_writers(self.names)
        self._readers = _list_turns(self.find_reader(name) for name in self.names)

    def _list_writers(self, names: Iterable[str]) -> Turns:
        types = (self.table.c[name].type for name in names)
        return _list_turns(find_writer(column, is_sqlite=self._is_sqlite) for column in types)

    def find_reader(self, name: str) -> Turn:
        return find_reader(self.table.c[name].type, is_sqlite=self._is_sqlite)

    def write(self, record: Any) -> list[Any]:
        return _turn(list(self._fields(record)), self._writers)

    def read(self, row: Iterable[Any]) -> Any:
        values = _turn(list(row), self._readers)
        return self._kind(**dict(zip(self.names, values, strict=True)))


class RecordMapper(RowMapper):
    """The statements for one type of record, and the rows for them."""

    def __init__(
        self, kind: type[Any], table: sa.Table, keys: Sequence[str], *, is_sqlite: bool
    ) -> None:
        super().__init__(kind, table, is_sqlite=is_sqlite)
        self._keys = list(keys)
        self._set = [name for name in self.names if name not in (*keys, "revision")]
        self._guarded = attrgetter(*self._keys, "revision")
        self._guard_writers = self._list_writers(self._keys)
        self._set_fields = attrgetter(*self._set, "revision")
        self._set_writers = self._list_writers(self._set)
        self._revision_at = self.names.index("revision")
        is_key = " AND ".join(f'"{name}" = ?' for name in keys)
        guard = f'{is_key} AND "revision" = ?'
        values = ", ".join(f'"{name}" = ?' for name in (*self._set, "revision"))
        self.select_one = f"{self.select} WHERE {is_key}"
        self.delete = f"DELETE FROM {table.name} WHERE {guard}"
        # Does not set the key: SQLite would take the row out of every index and put it back.
        self.update = f"UPDATE {table.name} SET {values} WHERE {guard}"

    def render_soundness(self, but: Collection[str]) -> str:
        """A condition under which a row can be read, but for the columns that are named."""
        columns = [column for column in self.table.c if column.name not in but]
        each = (render_soundness(column, is_sqlite=self._is_sqlite) for column in columns)
        return " AND ".join(condition for condition in each if condition) or "TRUE"

    def write_new(self, record: Any) -> list[Any]:
        """The row to insert."""
        row = self.write(record)
        row[self._revision_at] = 1
        return row

    def write_next(self, record: Any) -> list[Any]:
        """The row to update: every field but the key, the new revision, then the guard."""
        row = _turn(list(self._set_fields(record)), self._set_writers)
        row[-1] += 1
        return row + self.guard(record)

    def guard(self, record: Any) -> list[Any]:
        """The key, and the revision the row must have."""
        return _turn(list(self._guarded(record)), self._guard_writers)

    @cached_property
    def order(self) -> Callable[[list[Any]], Any]:
        """The key of a new row."""
        return itemgetter(*(self.names.index(name) for name in self._keys))

    @cached_property
    def guarded_order(self) -> Callable[[list[Any]], Any]:
        """The key of a row with a guard."""
        return itemgetter(*(-1 - place for place in range(len(self._keys), 0, -1)))


@cache
def row_mappers_for(*, is_sqlite: bool) -> dict[type[Any], RecordMapper]:
    """In the order in which a commit writes its tables."""
    return {
        kind: RecordMapper(kind, mapping.table, mapping.key, is_sqlite=is_sqlite)
        for kind, mapping in TABLE_MAPPINGS.items()
    }


def render_insert(table: str, columns: Sequence[str]) -> str:
    names = ", ".join(f'"{column}"' for column in columns)
    return f"INSERT INTO {table} ({names}) VALUES ({', '.join('?' for _ in columns)})"


def _list_turns(turns: Iterable[Turn]) -> Turns:
    """Only the places where a value needs a conversion."""
    return [(place, turn) for place, turn in enumerate(turns) if turn is not as_it_is]


def _turn(values: list[Any], turns: Turns) -> list[Any]:
    for place, turn in turns:
        if values[place] is not None:
            values[place] = turn(values[place])
    return values


class SqlReader:
    """Asks the database; `?` stands for a value, which is written as its type needs."""

    def __init__(self, database: Database) -> None:
        self._database = database
        self._mappers = row_mappers_for(is_sqlite=database.is_sqlite)

    def _list(self, kind: type[T], which: str, *given: Any) -> list[T]:
        return self._read_all(self._mappers[kind], which, *given)

    def _read_all(self, mapper: RowMapper, which: str, *given: Any) -> list[Any]:
        return [mapper.read(row) for row in self._fetch(f"{mapper.select} {which}", *given)]

    def _find(self, kind: type[T], which: str, *given: Any) -> T | None:
        records = self._list(kind, which, *given)
        return records[0] if records else None

    def _fetch(self, statement: str, *given: Any) -> list[Any]:
        return self._database.fetch(statement, given)


def is_any_of(column: str, values: Collection[Any]) -> str:
    """Whether a row has one of these; where there is none, no row has."""
    return f"{column} IN ({', '.join('?' for _ in values)})" if values else "FALSE"
