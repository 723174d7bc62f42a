"""Bar charts: a row of words for each number, with a bar whose parts differ by pattern too."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

WIDTH = 100.0
SOLID, HATCHED, OUTLINED = "solid", "hatched", "outlined"


@dataclass(frozen=True, slots=True)
class Measured:
    """One row: `parts` follow each other from the left, each with its look; `mark` is a goal."""

    label: str
    words: str
    parts: tuple[tuple[str, float], ...]
    mark: float | None = None


@dataclass(frozen=True, slots=True)
class Segment:
    look: str
    start: float
    width: float


@dataclass(frozen=True, slots=True)
class Row:
    label: str
    words: str
    segments: tuple[Segment, ...]
    mark: float | None


def draw(measured: Sequence[Measured]) -> list[Row]:
    """All bars to one scale: the longest, or the farthest mark, takes the full width."""
    reaches = [max(_total(row), row.mark or 0.0) for row in measured]
    longest = max(reaches, default=0.0) or 1.0
    return [_draw_row(row, longest) for row in measured]


def _draw_row(measured: Measured, longest: float) -> Row:
    segments, start = [], 0.0
    for look, amount in measured.parts:
        width = WIDTH * (amount / longest)
        if width > 0:
            segments.append(Segment(look, round(start, 2), round(width, 2)))
        start += width
    mark = None if measured.mark is None else round(WIDTH * (measured.mark / longest), 2)
    return Row(measured.label, measured.words, tuple(segments), mark)


def _total(measured: Measured) -> float:
    return sum(amount for _, amount in measured.parts)
