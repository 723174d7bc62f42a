"""How a record's fields stand in columns: one table from one record type.

Times are UTC on both databases: a timestamp with zone on Postgres, sortable text on SQLite.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints

import sqlalchemy as sa

metadata = sa.MetaData()
# Left alone, Postgres sorts text by the language it was set up with, and SQLite by its bytes.
BY_LETTER = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def partial(name: str, *columns: str, where: str) -> sa.Index:
    """SQLite takes a partial index only for a question that says the index's own condition."""
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
    """A day without an hour, kept as text that sorts as days do."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: date | None, dialect: sa.Dialect) -> str | None:
        return None if value is None else value.isoformat()

    def process_result_value(self, value: str | None, dialect: sa.Dialect) -> date | None:
        return None if value is None else date.fromisoformat(value)


class Word(sa.types.TypeDecorator[StrEnum]):
    """One of a fixed set of words, kept as text."""

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
