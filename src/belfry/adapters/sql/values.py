"""How one value is written and read in the driver's own terms, and when it can be read at all."""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from typing import Any

import sqlalchemy as sa

from belfry.adapters.sql.columns import Day, Seconds, UtcTime, Word
from belfry.adapters.sql.sqlite import write_moment

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
    """For any value but None; what makes no sense raises one of UNREADABLE."""
    match column:
        case UtcTime():
            return _read_text_moment if is_sqlite else _read_moment
        case Day():
            return date.fromisoformat
        case Seconds():
            return _read_seconds
        case Word():
            # To ask the words themselves takes several times as long.
            return {word.value: word for word in column.words}.__getitem__
        case sa.JSON() if is_sqlite:
            return _read_json
        case sa.Boolean():
            return bool
        case _:
            return as_it_is


def render_soundness(column: sa.Column[Any], *, is_sqlite: bool) -> str | None:
    """A condition under which a column's value can be read; None where it always can.

    It may turn away what could be read after all, but never the other way round.
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
            # Asked to add nothing, SQLite counts the days, and 31 February becomes another one.
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
