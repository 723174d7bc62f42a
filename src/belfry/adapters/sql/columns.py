"""Tables from record types: column types, and how the driver writes and reads their values.

Times are UTC on both databases: a timestamp with zone on Postgres, sortable text on SQLite.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import cached_property, lru_cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import sqlalchemy as sa

from belfry.adapters.sql.database import write_moment

metadata = sa.MetaData()
# By default Postgres sorts text by its locale, and SQLite by its bytes.
BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def partial(name: str, *columns: str, where: str) -> sa.Index:
    """SQLite uses a partial index only for a query that repeats its condition."""
    condition = sa.text(where)
    return sa.Index(name, *columns, sqlite_where=condition, postgresql_where=condition)


class UtcTime(sa.DateTime):
    """An aware moment; what comes back is in UTC."""

    def __init__(self) -> None:
        super().__init__(timezone=True)


class Seconds(sa.Integer):
    """A timedelta, stored as whole seconds."""


class Day(sa.Text):
    """A date, stored as ISO text."""


class Word(sa.Text):
    """An enum, stored as text."""

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = words


@dataclass(frozen=True)
class TableMapping:
    """Where records of one type live; a key is the values of the key columns, with slashes between.

    Only the first of them may hold slashes itself, or with `is_last_open` only the last.
    """

    kind: type[Any]
    table: sa.Table
    key: tuple[str, ...]
    is_last_open: bool

    def split(self, key: str) -> list[Any]:
        """The values of the key columns; ValueError if it is no key of this type."""
        most = len(self.key) - 1
        parts = key.split("/", most) if self.is_last_open else key.rsplit("/", most)
        return [read(part) for read, part in zip(self._readers, parts, strict=True)]

    @cached_property
    def _readers(self) -> list[Callable[[str], Any]]:
        columns = [self.table.c[name] for name in self.key]
        return [int if isinstance(column.type, sa.Integer) else str for column in columns]


TABLE_MAPPINGS: dict[type[Any], TableMapping] = {}


def table_of(
    kind: type[Any],
    name: str,
    key: tuple[str, ...],
    *indexes: sa.Index,
    is_last_open: bool = False,
) -> sa.Table:
    """Map records of a type to a table with one column for each field, in their order."""
    hints = get_type_hints(kind)
    columns = [_column(field.name, hints[field.name], field.name in key) for field in fields(kind)]
    table = sa.Table(name, metadata, *columns, *indexes)
    TABLE_MAPPINGS[kind] = TableMapping(kind, table, key, is_last_open)
    return table


def _column(name: str, hint: Any, is_key: bool) -> sa.Column[Any]:
    optional = get_origin(hint) in (Union, UnionType)
    if optional:
        hint = next(arg for arg in get_args(hint) if arg is not type(None))
    return sa.Column(
        name, _type_of(hint), primary_key=is_key, nullable=optional, autoincrement=False
    )


def _type_of(hint: Any) -> sa.types.TypeEngine[Any]:
    origin = get_origin(hint) or hint
    plain: dict[Any, sa.types.TypeEngine[Any]] = {
        bool: sa.Boolean(),
        int: sa.Integer(),
        str: sa.Text(),
        datetime: UtcTime(),
        date: Day(),
        timedelta: Seconds(),
        Mapping: sa.JSON(none_as_null=True),
    }
    if origin in plain:
        return plain[origin]
    if isinstance(origin, type) and issubclass(origin, StrEnum):
        return Word(origin)
    raise TypeError(f"no column type for {hint}")


Turn = Callable[[Any], Any]

UNREADABLE = (ValueError, LookupError, TypeError, OverflowError)
_MOST_SECONDS = 86_399_999_900_000  # a timedelta holds a little more
_DAY = f"[12]{3 * '[0-9]'}-[01][0-9]-[0-3][0-9]"
_MOMENT = f"[12]{18 * '?'}.{6 * '[0-9]'}"


def as_it_is(value: Any) -> Any:
    return value


def find_writer(column: sa.types.TypeEngine[Any], *, is_sqlite: bool) -> Turn:
    """For any value but None."""
    match column:
        case UtcTime() if is_sqlite:
            return _write_text_moment
        case Day():
            return date.isoformat
        case Seconds():
            return _write_seconds
        case Word():
            return str
        case sa.JSON():
            return json.dumps
        case _:
            return as_it_is


def find_reader(column: sa.types.TypeEngine[Any], *, is_sqlite: bool) -> Turn:
    """For any value but None; an invalid one raises one of UNREADABLE."""
    match column:
        case UtcTime():
            return _read_text_moment if is_sqlite else _read_moment
        case Day():
            return date.fromisoformat
        case Seconds():
            return _read_seconds
        case Word():
            # A dictionary takes a fraction of the time that the enum's own lookup takes.
            return {word.value: word for word in column.words}.__getitem__
        case sa.JSON() if is_sqlite:
            return _read_json
        case sa.Boolean():
            return bool
        case _:
            return as_it_is


def render_soundness(column: sa.Column[Any], *, is_sqlite: bool) -> str | None:
    """A condition under which a column's value can be read; None where it always can.

    It may reject what could be read after all, never the other way round.
    """
    name = f'{column.table.name}."{column.name}"'
    condition = _render_condition(column.type, name, is_sqlite)
    if condition is None or not column.nullable:
        return condition
    return f"({name} IS NULL OR {condition})"


def _render_condition(column: sa.types.TypeEngine[Any], name: str, is_sqlite: bool) -> str | None:
    match column:
        case Word():
            words = ", ".join(f"'{word.value}'" for word in column.words)
            return f"{name} IN ({words})"
        case Day() if is_sqlite:
            return f"({name} GLOB '{_DAY}' AND date({name}, '+0 days') = {name})"
        case Day():
            return f"{name} ~ '^[12][0-9]{{3}}-[01][0-9]-[0-3][0-9]$'"
        case _ if not is_sqlite:  # Postgres holds only what fits the column's type
            return None
        case UtcTime():
            # Adding nothing makes SQLite normalise the date: 31 February becomes another day.
            seconds = f"substr({name}, 1, 19)"
            is_counted = f"datetime({seconds}, '+0 days') = {seconds}"
            return f"({name} GLOB '{_MOMENT}' AND {is_counted})"
        case Seconds():
            return f"{name} BETWEEN {-_MOST_SECONDS} AND {_MOST_SECONDS}"
        case sa.JSON():
            return f"(typeof({name}) = 'text' AND json_valid({name}))"
        case _:
            return None


# A batch has few moments, and many rows with each of them.
_write_text_moment = lru_cache(maxsize=1024)(write_moment)


@lru_cache(maxsize=1024)
def _read_text_moment(text: str) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=UTC)


def _read_moment(moment: datetime) -> datetime:
    return moment.astimezone(UTC)


def _read_json(text: str) -> Any:
    return {} if text == "{}" else json.loads(text)


def _write_seconds(span: timedelta) -> int:
    return round(span.total_seconds())


def _read_seconds(seconds: int) -> timedelta:
    return timedelta(seconds=seconds)
