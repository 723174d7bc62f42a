"""What changed from one text to another, as a person reads it: a few lines, and those around."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from belfry.kernel.lines.edits import LineEdit, cut_lines, find_edits
from belfry.kernel.lines.ends import level_ends

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
    kept = before[at : at + around]
    shown += [LineShown(SAME, t, at + n, at + n + moved) for n, t in enumerate(kept, 1)]
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
