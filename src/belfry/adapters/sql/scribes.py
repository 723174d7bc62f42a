"""How one type of record is written and read in the driver's own terms.

The clock and the API live by small reads and writes. SQLAlchemy describes the tables, opens the
connections and answers the rooms' questions; for a record by its key, its statements and type
processing cost several times the database's own work, so that part is done here, once for each
type and database.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cached_property
from operator import attrgetter
from typing import Any

import sqlalchemy as sa

from belfry.adapters.sql.columns import Seconds, UtcTime, Word
from belfry.adapters.sql.sqlite import write_moment
from belfry.adapters.sql.tables import HOMES, Home

Turn = Callable[[Any], Any]


class Scribe:
    """Statements with their places in the order of the fields, and both ways of each value."""

    def __init__(self, home: Home, *, is_sqlite: bool) -> None:
        self._home = home
        self._mark = "?" if is_sqlite else "%s"
        types = [column.type for column in home.table.c]
        self._writers = _turned(_writer(one, is_sqlite) for one in types)
        self._readers = _turned(_reader(one, is_sqlite) for one in types)
        self._fields = attrgetter(*home.names)
        self._revision_at = home.names.index("revision")

    @cached_property
    def columns(self) -> str:
        return ", ".join(f'{self._home.table.name}."{name}"' for name in self._home.names)

    @cached_property
    def insert(self) -> str:
        names = ", ".join(f'"{name}"' for name in self._home.names)
        marks = ", ".join(self._mark for _ in self._home.names)
        return f"INSERT INTO {self._home.table.name} ({names}) VALUES ({marks})"

    @cached_property
    def update(self) -> str:
        values = ", ".join(f'"{name}" = {self._mark}' for name in self._home.names)
        return f"UPDATE {self._home.table.name} SET {values} WHERE {self._guard}"

    @cached_property
    def delete(self) -> str:
        return f"DELETE FROM {self._home.table.name} WHERE {self._guard}"

    @cached_property
    def select_one(self) -> str:
        return f"SELECT {self.columns} FROM {self._home.table.name} WHERE {self._is_key}"

    @cached_property
    def _is_key(self) -> str:
        return " AND ".join(f'"{column.name}" = {self._mark}' for column in self._home.key_columns)

    @cached_property
    def _guard(self) -> str:
        return f'{self._is_key} AND "revision" = {self._mark}'

    def write(self, record: Any, *, revision: int) -> list[Any]:
        """The record's values, as it will be stored."""
        values = list(self._fields(record))
        for place, write in self._writers:
            if values[place] is not None:
                values[place] = write(values[place])
        values[self._revision_at] = revision
        return values

    def guard(self, record: Any) -> tuple[Any, ...]:
        """Which row it is, and the revision it must have."""
        return (*self._home.split(record.key), record.revision)

    def read(self, row: Sequence[Any]) -> Any:
        values = list(row)
        for place, read in self._readers:
            if values[place] is not None:
                values[place] = read(values[place])
        return self._home.kind(**dict(zip(self._home.names, values, strict=True)))


def scribes_for(*, is_sqlite: bool) -> dict[type[Any], Scribe]:
    """In the order in which a commit writes its tables."""
    return {kind: Scribe(home, is_sqlite=is_sqlite) for kind, home in HOMES.items()}


def _turned(turns: Iterable[Turn | None]) -> list[tuple[int, Turn]]:
    """Only the places where a value is not kept as it is."""
    return [(place, turn) for place, turn in enumerate(turns) if turn]


def _writer(column: sa.types.TypeEngine[Any], is_sqlite: bool) -> Turn | None:
    match column:
        case UtcTime() if is_sqlite:
            return write_moment
        case Seconds():
            return _write_seconds
        case Word():
            return str
        case sa.JSON():
            return json.dumps
        case _:
            return None


def _reader(column: sa.types.TypeEngine[Any], is_sqlite: bool) -> Turn | None:
    match column:
        case UtcTime():
            return _read_text_moment if is_sqlite else _read_moment
        case Seconds():
            return _read_seconds
        case Word():
            return column.words
        case sa.JSON() if is_sqlite:
            return json.loads
        case sa.Boolean():
            return bool
        case _:
            return None


def _read_text_moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _read_moment(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _write_seconds(span: timedelta) -> int:
    return round(span.total_seconds())


def _read_seconds(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)
