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


class UtcTime(sa.types.TypeDecorator[datetime]):
    """An aware moment; what comes back is in UTC."""

    impl = sa.DateTime(timezone=True)
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None or dialect.name != "sqlite":
            return value
        return value.astimezone(UTC).replace(tzinfo=None)

    def process_result_value(self, value: datetime | None, dialect: sa.Dialect) -> datetime | None:
        if value is None:
            return None
        return value.replace(tzinfo=UTC) if value.tzinfo is None else value.astimezone(UTC)


class Seconds(sa.types.TypeDecorator[timedelta]):
    impl = sa.Integer
    cache_ok = True

    def process_bind_param(self, value: timedelta | None, dialect: sa.Dialect) -> int | None:
        return None if value is None else round(value.total_seconds())

    def process_result_value(self, value: int | None, dialect: sa.Dialect) -> timedelta | None:
        return None if value is None else timedelta(seconds=value)


class Day(sa.types.TypeDecorator[date]):
    """A date, stored as ISO text."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> date | None:
        return None if value is None else date.fromisoformat(value)


class Word(sa.types.TypeDecorator[StrEnum]):
    """An enum, stored as text."""

    impl = sa.Text
    cache_ok = True

    def __init__(self, words: type[StrEnum]) -> None:
        super().__init__()
        self.words = words

    def process_bind_param(self, value: StrEnum | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else value.value

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> StrEnum | None:
        return None if value is None else self.words(value)


def table_of(
    kind: type[Any], name: str, metadata: sa.MetaData, key: tuple[str, ...], *more: sa.Index
) -> sa.Table:
    """A table with one column for each field of the record type, in their order."""
    hints = get_type_hints(kind)
    columns = [_column(field.name, hints[field.name], field.name in key) for field in fields(kind)]
    return sa.Table(name, metadata, *columns, *more)


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


@dataclass(frozen=True)
class TableMapping:
    """Where records of one type live, and how their key is spread over the key columns."""

    kind: type[Any]
    table: sa.Table
    split: Callable[[str], tuple[Any, ...]]

    @cached_property
    def names(self) -> tuple[str, ...]:
        return tuple(field.name for field in fields(self.kind))

    @cached_property
    def key_columns(self) -> tuple[sa.Column[Any], ...]:
        return tuple(self.table.primary_key.columns)

    def record(self, row: Any) -> Any:
        return self.kind(**dict(zip(self.names, row, strict=True)))


def by_number(key: str) -> tuple[int]:
    return (int(key),)


def by_text(key: str) -> tuple[str]:
    return (key,)


def by_text_and_number(key: str) -> tuple[str, int]:
    text, _, number = key.rpartition("/")
    return text, int(number)


def by_three_texts(key: str) -> tuple[str, str, str]:
    """The first of them may hold slashes."""
    first, second, third = key.rsplit("/", 2)
    return first, second, third
