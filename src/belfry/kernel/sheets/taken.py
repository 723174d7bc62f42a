"""What a cell was taken for, and what was put right in taking it.

Spreadsheets change what people type: a phone number loses its 0, a date becomes a number. Where
only one reading is left it is taken, and said; where digits are gone nothing is guessed.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")

_SCIENCE = re.compile(r"(\d)(?:[.,](\d+))?E\+?(\d{1,2})", re.IGNORECASE)
_WHOLE = re.compile(r"(\d+)[.,]0+")


@dataclass(frozen=True, slots=True)
class Repair:
    """What stood in the cell, what it was taken for, and why."""

    found: str
    taken_for: str
    why: str

    def __str__(self) -> str:
        return f"{self.found!r} was taken for {self.taken_for}: {self.why}"


@dataclass(frozen=True, slots=True)
class Taken(Generic[T]):
    value: T
    repair: Repair | None = None


@dataclass(frozen=True, slots=True)
class Unread:
    """The cell cannot be read; `why` says what is wrong and what was expected."""

    why: str


def take_repaired(value: T, *, found: str, shown: str, why: str) -> Taken[T]:
    return Taken(value, Repair(found, shown, why))


def restore_digits(text: str) -> str | Unread | None:
    """The digits of a number a spreadsheet wrote its own way; None if it is no such number.

    `4.47700900123E+11` still has them all, `4.47701E+11` does not, `2042.0` has one too many.
    """
    if whole := _WHOLE.fullmatch(text):
        return whole[1]
    science = _SCIENCE.fullmatch(text)
    if science is None:
        return None
    first, decimals, power = science[1], science[2] or "", int(science[3])
    if len(decimals) < power:
        return Unread(f"{text!r} has lost digits in a spreadsheet: type it again, as text")
    if decimals[power:].strip("0"):
        return None
    return first + decimals[:power]
