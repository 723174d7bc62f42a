"""How a text that was typed into a form gets the line ends of the file it came from."""

from __future__ import annotations

import re

from belfry.kernel.lines.edits import cut_lines, find_edits

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
    made: list[str] = []
    at = 0
    for edit in find_edits(old, cut_lines(level_ends(typed))):
        made += lines[at : edit.start]
        made += [line.replace("\n", usual) for line in edit.lines]
        at = edit.end
    kept = "".join([*made, *lines[at:]])
    # An old line that ends in a lone CR, before one that begins with LF, would lose its end.
    plain = level_ends(typed)
    return kept if level_ends(kept) == plain else plain.replace("\n", usual)
