"""Why some words of a sentence were not understood, and what was probably meant."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

from belfry.kernel.hours.clock_times import ReadingError

T = TypeVar("T")


class UnknownWord(ReadingError):
    """Words that nobody knows here; `nearest` is a known one that is near, if there is one."""

    def __init__(self, *, column: int, said: str, expected: str, nearest: str | None) -> None:
        super().__init__(column=column, said=said, expected=expected)
        self.nearest = nearest


def refuse(
    text: str, start: int, end: int, expected: str, nearest: str | None = None
) -> ReadingError:
    """The error for the words of a text between two offsets."""
    said = text[start:end].strip()
    return UnknownWord(column=start, said=said, expected=expected, nearest=nearest)


def read_part(read: Callable[[str], T], text: str, start: int, end: int) -> T:
    """What `read` makes of a part of a text; errors count from where the whole text begins."""
    try:
        return read(text[start:end])
    except ReadingError as error:
        column, nearest = start + error.column, getattr(error, "nearest", None)
        said, expected = error.said, error.expected
        raise UnknownWord(column=column, said=said, expected=expected, nearest=nearest) from error
