"""Read and write records with plain statements on the driver.

SQLAlchemy describes the tables and opens the connections. For single records its statement and type
processing cost several times the database's own work, so that part is done here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from functools import cache, cached_property
from operator import attrgetter, itemgetter
from typing import TYPE_CHECKING, Any

from sqlalchemy.dialects import postgresql

from belfry.adapters.sql.columns import (
    TableMapping,
    Turn,
    as_it_is,
    find_reader,
    find_writer,
    render_soundness,
)
from belfry.adapters.sql.tables import TABLE_MAPPINGS

if TYPE_CHECKING:
    from belfry.adapters.sql.database import Database


_POSTGRES = postgresql.dialect()  # type: ignore[no-untyped-call]


class RowMapper:
    """The statements for one type of record, and the conversion of its values."""

    def __init__(self, mapping: TableMapping, *, is_sqlite: bool) -> None:
        self._mapping = mapping
        self.mark = "?" if is_sqlite else "%s"
        self._is_sqlite = is_sqlite
        self._keys = [column.name for column in mapping.key_columns]
        self._set = [name for name in mapping.names if name not in (*self._keys, "revision")]
        self._fields = attrgetter(*mapping.names)
        self._set_fields = attrgetter(*self._set, "revision", "key")
        self._writers = _turned(self.find_writer(name) for name in mapping.names)
        self._set_writers = _turned(self.find_writer(name) for name in self._set)
        self._readers = _turned(self.find_reader(name) for name in mapping.names)
        self._revision_at = self.place("revision")

    def place(self, name: str) -> int:
        """Where a field stands in a new row."""
        return self._mapping.names.index(name)

    def find_reader(self, name: str) -> Turn:
        return find_reader(self._mapping.table.c[name].type, is_sqlite=self._is_sqlite)

    def find_writer(self, name: str) -> Turn:
        return find_writer(self._mapping.table.c[name].type, is_sqlite=self._is_sqlite)

    @cached_property
    def columns(self) -> str:
        return ", ".join(f'{self._mapping.table.name}."{name}"' for name in self._mapping.names)

    def render_soundness(self, but: Collection[str]) -> str:
        """A condition under which a row can be read, but for the columns that are named."""
        columns = [column for column in self._mapping.table.c if column.name not in but]
        each = (render_soundness(column, is_sqlite=self._is_sqlite) for column in columns)
        return " AND ".join(condition for condition in each if condition) or "TRUE"

    @cached_property
    def insert(self) -> str:
        names = ", ".join(f'"{name}"' for name in self._mapping.names)
        marks = ", ".join(self.mark for _ in self._mapping.names)
        return f"INSERT INTO {self._mapping.table.name} ({names}) VALUES ({marks})"

    @cached_property
    def update(self) -> str:
        """Does not set the key: SQLite would take the row out of every index and put it back."""
        values = ", ".join(f'"{name}" = {self.mark}' for name in (*self._set, "revision"))
        return f"UPDATE {self._mapping.table.name} SET {values} WHERE {self._guard}"

    @cached_property
    def delete(self) -> str:
        return f"DELETE FROM {self._mapping.table.name} WHERE {self._guard}"

    @cached_property
    def select_one(self) -> str:
        return f"SELECT {self.columns} FROM {self._mapping.table.name} WHERE {self._is_key}"

    @cached_property
    def _is_key(self) -> str:
        return " AND ".join(f'"{name}" = {self.mark}' for name in self._keys)

    @cached_property
    def _guard(self) -> str:
        return f'{self._is_key} AND "revision" = {self.mark}'

    def write_new(self, record: Any) -> list[Any]:
        """The row to insert, in the order of the fields."""
        row = list(self._fields(record))
        _turn(row, self._writers)
        row[self._revision_at] = 1
        return row

    def write_next(self, record: Any) -> list[Any]:
        """The row to update: every field but the key, the new revision, then the guard."""
        *row, revision, key = self._set_fields(record)
        _turn(row, self._set_writers)
        row += (revision + 1, *self._mapping.split(key), revision)
        return row

    @cached_property
    def order(self) -> Callable[[list[Any]], Any]:
        """The key of a new row."""
        return itemgetter(*(self.place(name) for name in self._keys))

    @cached_property
    def guarded_order(self) -> Callable[[list[Any]], Any]:
        """The key of a row with a guard."""
        return itemgetter(*(-1 - place for place in range(len(self._keys), 0, -1)))

    def guard(self, record: Any) -> list[Any]:
        """The key, and the revision the row must have."""
        return [*self._mapping.split(record.key), record.revision]

    def read_all(self, rows: Iterable[Sequence[Any]]) -> list[Any]:
        return [self.read(row) for row in rows]

    def read(self, row: Sequence[Any]) -> Any:
        values = list(row)
        _turn(values, self._readers)
        return self._mapping.kind(**dict(zip(self._mapping.names, values, strict=True)))


@cache
def row_mappers_for(*, is_sqlite: bool) -> dict[type[Any], RowMapper]:
    """In the order in which a commit writes its tables."""
    return {
        kind: RowMapper(mapping, is_sqlite=is_sqlite) for kind, mapping in TABLE_MAPPINGS.items()
    }


def _turned(turns: Iterable[Turn]) -> list[tuple[int, Turn]]:
    """Only the places where a value needs a conversion."""
    return [(place, turn) for place, turn in enumerate(turns) if turn is not as_it_is]


def _turn(values: list[Any], turns: list[tuple[int, Turn]]) -> None:
    for place, turn in turns:
        if values[place] is not None:
            values[place] = turn(values[place])


class SqlReader:
    def __init__(self, database: Database) -> None:
        self._database = database
        self._mappers = row_mappers_for(is_sqlite=database.is_sqlite)

    def _list(self, kind: type[Any], table: str, which: str, *given: Any) -> list[Any]:
        mapper = self._mappers[kind]
        rows = self._fetch(f"SELECT {mapper.columns} FROM {table} {which}", *given)
        return mapper.read_all(rows)

    def _fetch(self, statement: str, *given: Any) -> list[Any]:
        if not self._database.is_sqlite:
            statement = statement.replace("?", "%s")
        return self._database.fetch(statement, given)
