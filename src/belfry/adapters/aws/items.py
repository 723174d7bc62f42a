"""How a plain value is written in DynamoDB, and how much room an item takes there."""

from __future__ import annotations

from datetime import UTC
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime

    from belfry.kernel.records import Plain

Item = dict[str, dict[str, Any]]

MOST_DIGITS = 38


def write_item(plain: Mapping[str, Plain]) -> Item:
    return {name: _write(value) for name, value in plain.items()}


def read_item(item: Mapping[str, Mapping[str, Any]]) -> dict[str, Plain]:
    return {name: _read(*next(iter(value.items()))) for name, value in item.items()}


def write_moment(at: datetime) -> str:
    """Text whose order is the order of the moments."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def weigh(item: Mapping[str, Mapping[str, Any]]) -> int:
    """How many bytes DynamoDB counts for the item, at most.

    https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/CapacityUnitCalculations.html
    """
    return sum(
        len(name.encode()) + _weight(*next(iter(value.items()))) for name, value in item.items()
    )


def _write(value: Plain) -> dict[str, Any]:
    match value:
        case None:
            return {"NULL": True}
        case bool():
            return {"BOOL": value}
        case int() if abs(value) < 10**MOST_DIGITS:
            return {"N": str(value)}
        case _:
            # A number too long for DynamoDB is kept as text; a record's field reads it back.
            return {"S": str(value)}


def _read(sort: str, value: Any) -> Plain:
    match sort:
        case "NULL":
            return None
        case "N":
            return int(Decimal(value))
        case "BOOL":
            return bool(value)
        case _:
            return str(value)


def _weight(sort: str, value: Any) -> int:
    match sort:
        case "S":
            return len(value.encode())
        case "N":
            return len(value) // 2 + 2
        case _:
            return 1
