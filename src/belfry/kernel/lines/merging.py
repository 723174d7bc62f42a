"""Whether what two people made of one text goes together, and what they made of it in all.

Both begin with the same text. Lines that only one of them touched are as that one left them; lines
that both touched in the same way count once; any others collide, and a person must choose.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from belfry.kernel.lines.edits import LineEdit, apply_edits, cut_lines, find_edits


@dataclass(frozen=True, slots=True)
class Collision:
    """Lines that both changed, each in their own way; `line` is where they began, from 1."""

    line: int
    base: tuple[str, ...]
    mine: tuple[str, ...]
    theirs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Merge:
    """`text` has both people's changes; None if some of them collide."""

    text: str | None
    collisions: tuple[Collision, ...] = ()


@dataclass(slots=True)
class _Knot:
    """Edits of both that touch each other."""

    start: int
    end: int
    mine: list[LineEdit]
    theirs: list[LineEdit]


def merge_lines(base: str, mine: str, theirs: str) -> Merge:
    """The text that has both people's changes, or where they collide."""
    lines = _end_all(cut_lines(base))
    my_edits = find_edits(lines, _end_all(cut_lines(mine)))
    their_edits = find_edits(lines, _end_all(cut_lines(theirs)))
    made: list[str] = []
    collisions = []
    at = 0
    for knot in _tie(my_edits, their_edits):
        made += lines[at : knot.start]
        my_lines = tuple(apply_edits(lines, knot.mine, knot.start, knot.end))
        their_lines = tuple(apply_edits(lines, knot.theirs, knot.start, knot.end))
        if knot.mine and knot.theirs and my_lines != their_lines:
            old = tuple(lines[knot.start : knot.end])
            collisions.append(Collision(knot.start + 1, old, my_lines, their_lines))
        made += my_lines if knot.mine else their_lines
        at = knot.end
    if collisions:
        return Merge(None, tuple(collisions))
    text = "".join([*made, *lines[at:]])
    return Merge(text if _is_ended(base, mine, theirs) else _drop_end(text))


def _tie(mine: Sequence[LineEdit], theirs: Sequence[LineEdit]) -> Iterator[_Knot]:
    """The edits of both, in order; those that touch one another in one knot."""
    marked = [(edit, True) for edit in mine] + [(edit, False) for edit in theirs]
    knot: _Knot | None = None
    for edit, is_mine in sorted(marked, key=lambda pair: (pair[0].start, pair[0].end)):
        if knot is None or not _touches(edit, knot):
            if knot is not None:
                yield knot
            knot = _Knot(edit.start, edit.end, [], [])
        (knot.mine if is_mine else knot.theirs).append(edit)
        knot.end = max(knot.end, edit.end)
    if knot is not None:
        yield knot


def _touches(edit: LineEdit, knot: _Knot) -> bool:
    """Two changed lines may stand side by side; what is put in between touches either of them."""
    if edit.start < knot.end:
        return True
    is_between = edit.start == edit.end or knot.start == knot.end
    return edit.start == knot.end and is_between


def _end_all(lines: list[str]) -> list[str]:
    """A last line without an end is the same line as one with it."""
    if lines and not lines[-1].endswith(("\n", "\r")):
        lines[-1] += "\n"
    return lines


def _is_ended(base: str, mine: str, theirs: str) -> bool:
    """Whether the last line has an end: as the one who changed that says."""
    was, my, their = (text.endswith(("\n", "\r")) or not text for text in (base, mine, theirs))
    return their if my == was else my


def _drop_end(text: str) -> str:
    return text.removesuffix("\n").removesuffix("\r")
