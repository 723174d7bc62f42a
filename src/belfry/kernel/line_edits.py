"""Which lines of a text were replaced by which others."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
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
    result: list[str] = []
    at = start
    for edit in edits:
        result += [*old[at : edit.start], *edit.lines]
        at = edit.end
    return [*result, *old[at : len(old) if end is None else end]]


def _count_same(first: Sequence[str], other: Sequence[str]) -> int:
    """How many lines are the same from the beginning on."""
    pairs = enumerate(zip(first, other, strict=False))
    return next((place for place, (a, b) in pairs if a != b), min(len(first), len(other)))


_LINE_END = re.compile(r"\r\n?|\n")


def level_ends(text: str) -> str:
    """The text with every line ended the same way, as a form shows it."""
    return _LINE_END.sub("\n", text)


def keep_ends(typed: str, file: str) -> str:
    """What was typed, each old line ended as it was in the file, and new ones as its first is."""
    lines = cut_lines(file)
    first = _LINE_END.search(file)
    usual = first[0] if first else "\n"
    old = [level_ends(line) for line in lines]
    result: list[str] = []
    at = 0
    for edit in find_edits(old, cut_lines(level_ends(typed))):
        result += lines[at : edit.start]
        result += [line.replace("\n", usual) for line in edit.lines]
        at = edit.end
    text = "".join([*result, *lines[at:]])
    # An old line that ends in a lone CR, before one that begins with LF, would lose its end.
    plain = level_ends(typed)
    return text if level_ends(text) == plain else plain.replace("\n", usual)


AROUND = 1


class LineShown(NamedTuple):
    """One line of the two texts, by its number there; a gap of lines that stayed has none."""

    kind: str
    text: str = ""
    old: int | None = None
    new: int | None = None


REMOVED, ADDED, SAME, GAP = "removed", "added", "same", "gap"


def list_changes(old: str, new: str, *, around: int = AROUND) -> tuple[LineShown, ...]:
    """The lines that changed, each place with the lines around it; none if nothing did."""
    before, after = _cut(old), _cut(new)
    shown: list[LineShown] = []
    at = moved = 0
    for edit in find_edits(before, after):
        shown += _list_between(before, at, edit.start, moved, around, is_first=at == 0)
        shown += _list_edit(before, edit, moved)
        moved += len(edit.lines) - (edit.end - edit.start)
        at = edit.end
    if not shown:
        return ()
    context = before[at : at + around]
    shown += [LineShown(SAME, t, at + n, at + n + moved) for n, t in enumerate(context, 1)]
    return tuple([*shown, LineShown(GAP)] if at + around < len(before) else shown)


def _cut(text: str) -> list[str]:
    return [line.removesuffix("\n") for line in cut_lines(level_ends(text))]


def _list_between(
    lines: Sequence[str], start: int, end: int, moved: int, around: int, *, is_first: bool
) -> Iterator[LineShown]:
    """The lines that stayed between two edits; only those next to one of them are shown."""
    head = start if is_first else min(start + around, end)
    tail = max(head, end - around)
    for place in range(start, head):
        yield LineShown(SAME, lines[place], place + 1, place + 1 + moved)
    if tail > head:
        yield LineShown(GAP)
    for place in range(tail, end):
        yield LineShown(SAME, lines[place], place + 1, place + 1 + moved)


def _list_edit(lines: Sequence[str], edit: LineEdit, moved: int) -> Iterator[LineShown]:
    for place in range(edit.start, edit.end):
        yield LineShown(REMOVED, lines[place], old=place + 1)
    for place, text in enumerate(edit.lines, edit.start + moved + 1):
        yield LineShown(ADDED, text, new=place)


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
    merged: list[str] = []
    collisions = []
    at = 0
    for knot in _tie(my_edits, their_edits):
        merged += lines[at : knot.start]
        my_lines = tuple(apply_edits(lines, knot.mine, knot.start, knot.end))
        their_lines = tuple(apply_edits(lines, knot.theirs, knot.start, knot.end))
        if knot.mine and knot.theirs and my_lines != their_lines:
            old = tuple(lines[knot.start : knot.end])
            collisions.append(Collision(knot.start + 1, old, my_lines, their_lines))
        merged += my_lines if knot.mine else their_lines
        at = knot.end
    if collisions:
        return Merge(None, tuple(collisions))
    text = "".join([*merged, *lines[at:]])
    return Merge(
        text if _is_ended(base, mine, theirs) else text.removesuffix("\n").removesuffix("\r")
    )


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
