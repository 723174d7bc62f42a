"""Many rows of one table, written by one statement.

They go in the order of their keys, so that two commits never wait for each other in a circle.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from belfry.adapters.sql.scribes import Scribe

Row = list[Any]


class Batch(NamedTuple):
    """A statement and its rows; `must_hit` says that each of them must find what it changes."""

    statement: str
    rows: list[Row]
    must_hit: bool = False


def insert_rows(scribe: Scribe, rows: list[Row]) -> Batch:
    return Batch(scribe.insert, sorted(rows, key=scribe.order))


def update_rows(scribe: Scribe, rows: list[Row]) -> Batch:
    return Batch(scribe.update, sorted(rows, key=scribe.guarded_order), must_hit=True)


def delete_rows(scribe: Scribe, rows: list[Row]) -> Batch:
    return Batch(scribe.delete, sorted(rows, key=scribe.guarded_order), must_hit=True)
