"""Which lines of a text were replaced by which others."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import SequenceMatcher
from typing import NamedTuple

# Beyond this many lines that differ, looking for the fewest edits would take seconds.
MOST_COMPARED = 3000
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")


class LineEdit(NamedTuple):
    """The lines from `start` up to `end`, counted from 0, gave way to `lines`."""

    start: int
    end: int
    lines: tuple[str, ...]


def cut_lines(text: str) -> list[str]:
    """The lines with their ends; put together again they are the text."""
    return _LINE.findall(text)


def find_edits(old: Sequence[str], new: Sequence[str]) -> list[LineEdit]:
    """What makes `new` of `old`, in order; no two of the edits touch."""
    first = _count_same(old, new)
    last = _count_same(old[first:][::-1], new[first:][::-1])
    before, after = old[first : len(old) - last], new[first : len(new) - last]
    if max(len(before), len(after)) > MOST_COMPARED:
        return [LineEdit(first, first + len(before), tuple(after))]
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    return [
        LineEdit(first + start, first + end, tuple(after[begin:stop]))
        for tag, start, end, begin, stop in matcher.get_opcodes()
        if tag != "equal"
    ]


def apply_edits(
    old: Sequence[str], edits: Sequence[LineEdit], start: int = 0, end: int | None = None
) -> list[str]:
    """The lines from `start` up to `end` as the edits, all of them within, leave them."""
    made: list[str] = []
    at = start
    for edit in edits:
        made += [*old[at : edit.start], *edit.lines]
        at = edit.end
    return [*made, *old[at : len(old) if end is None else end]]


def _count_same(one: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same from the beginning on."""
    pairs = enumerate(zip(one, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(one), len(other)))
