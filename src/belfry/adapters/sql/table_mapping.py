"""Where records of each type live in a database, and how they are found there."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from functools import cached_property
from typing import Any

import sqlalchemy as sa


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
