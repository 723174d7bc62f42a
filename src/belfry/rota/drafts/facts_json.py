"""Store the facts of a week as JSON, so that a draft can be explained later.

The same facts give the same bytes. A field that an older text lacks keeps its default.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from datetime import UTC, date, datetime, time
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import Any, Union, get_args, get_origin, get_type_hints
from zoneinfo import ZoneInfo

from belfry.rota.rules.weeks import Week


def write_week(week: Week) -> str:
    """JSON with sorted keys and no blanks, in ASCII."""
    return json.dumps(_write(week), sort_keys=True, separators=(",", ":"))


def read_week(text: str) -> Week:
    week: Week = _find_reader(Week)(json.loads(text))
    return week


def _write(value: Any) -> Any:
    match value:
        case None | bool() | int():
            return value
        case StrEnum():
            return value.value
        case str():
            return value
        case datetime():
            return value.astimezone(UTC).isoformat()
        case date() | time():
            return value.isoformat()
        case ZoneInfo():
            return value.key
        case _:
            return _write_many(value)


def _write_many(value: Any) -> Any:
    if is_dataclass(value):
        return {
            attribute.name: _write(getattr(value, attribute.name)) for attribute in fields(value)
        }
    if isinstance(value, Mapping):
        return {key: _write(inner) for key, inner in value.items()}
    if isinstance(value, frozenset):
        return sorted(_write(inner) for inner in value)
    return [_write(inner) for inner in value]


@cache
def _find_reader(hint: Any) -> Callable[[Any], Any]:
    """The function that reads a JSON value of this type."""
    args = get_args(hint)
    if get_origin(hint) in (Union, UnionType):
        inner = _find_reader(next(arg for arg in args if arg is not type(None)))
        return lambda value: None if value is None else inner(value)
    if get_origin(hint) in (tuple, frozenset):
        make, inner = get_origin(hint), _find_reader(args[0])
        return lambda values: make(inner(value) for value in values)
    if args:
        inner = _find_reader(args[1])
        return lambda values: {key: inner(value) for key, value in values.items()}
    if is_dataclass(hint):
        return _find_record_reader(hint)
    if hint in (date, datetime, time):
        return hint.fromisoformat  # type: ignore[no-any-return]
    return hint  # type: ignore[no-any-return]


def _find_record_reader(kind: Any) -> Callable[[Any], Any]:
    hints = get_type_hints(kind)
    readers = {attribute.name: _find_reader(hints[attribute.name]) for attribute in fields(kind)}

    def read(plain: Mapping[str, Any]) -> Any:
        return kind(**{name: readers[name](plain[name]) for name in readers if name in plain})

    return read
