"""How numbers are drawn: a row of words for each, with a bar beside it.

The words say all that the bar does. The parts of a bar differ by their pattern, not only by colour.
"""

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
    """All bars to one scale: the longest of them, or the farthest mark, is as wide as there is."""
    reaches = [max(_total(one), one.mark or 0.0) for one in measured]
    longest = max(reaches, default=0.0) or 1.0
    return [_draw_row(one, longest) for one in measured]


def _draw_row(one: Measured, longest: float) -> Row:
    segments, start = [], 0.0
    for look, amount in one.parts:
        width = WIDTH * (amount / longest)
        if width > 0:
            segments.append(Segment(look, round(start, 2), round(width, 2)))
        start += width
    mark = None if one.mark is None else round(WIDTH * (one.mark / longest), 2)
    return Row(one.label, one.words, tuple(segments), mark)


def _total(one: Measured) -> float:
    return sum(amount for _, amount in one.parts)
