"""What the store keeps, and how a record is written down plainly.

A record is a frozen dataclass named by its `key` and guarded by its `revision`: the number of
times it has been stored, 0 while it is new. Plain form is what JSON can say, so that a store
without types of its own (a key-value table) keeps records unharmed.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, is_dataclass
from datetime import UTC, date, datetime, timedelta
from enum import StrEnum
from functools import cache
from types import UnionType
from typing import (
    TYPE_CHECKING,
    Any,
    Protocol,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping


class Record(Protocol):
    """Something the store keeps."""

    @property
    def key(self) -> str: ...

    @property
    def revision(self) -> int: ...


R = TypeVar("R", bound=Record)
T = TypeVar("T", bound="Hashable")

Plain = str | int | bool | None


def write_plainly(record: object) -> dict[str, Plain]:
    """Every field as text, a whole number, yes or no, or nothing."""
    if not is_dataclass(record):
        raise TypeError(f"{type(record).__name__} is no record")
    return {field.name: write_value(getattr(record, field.name)) for field in fields(record)}


def read_plainly(kind: type[T], plain: Mapping[str, Any]) -> T:
    """The record that `write_plainly` wrote down; fields it did not know keep their defaults."""
    readers = _readers(kind)
    return kind(**{name: readers[name](plain[name]) for name in readers if name in plain})


def write_value(value: Any) -> Plain:
    """One field as text, a whole number, yes or no, or nothing."""
    match value:
        case StrEnum():
            return value.value
        case datetime():
            return value.astimezone(UTC).isoformat(timespec="microseconds")
        case date():
            return value.isoformat()
        case timedelta():
            return round(value.total_seconds())
        case None | bool() | int() | str():
            return value
        case _:
            return json.dumps(value, sort_keys=True, separators=(",", ":"))


@cache
def _readers(kind: type[Any]) -> dict[str, Callable[[Any], Any]]:
    hints = get_type_hints(kind)
    return {field.name: _reader(hints[field.name]) for field in fields(kind)}


def _reader(hint: Any) -> Callable[[Any], Any]:
    if get_origin(hint) in (Union, UnionType):
        inner = _reader(next(arg for arg in get_args(hint) if arg is not type(None)))
        return lambda value: None if value is None else inner(value)
    if hint is datetime:
        return datetime.fromisoformat
    if hint is date:
        return date.fromisoformat
    if hint is timedelta:
        return lambda value: timedelta(seconds=int(value))
    if hint in (int, bool, str) or (isinstance(hint, type) and issubclass(hint, StrEnum)):
        return hint  # type: ignore[no-any-return]
    return json.loads


@dataclass(frozen=True, slots=True)
class Claim:
    name: str
    owner: str
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name
