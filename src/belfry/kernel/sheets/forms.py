"""How a file sets one cell off from the next."""

from __future__ import annotations

import csv
import re
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING

from belfry.kernel.sheets.codings import UTF_8, Coding

if TYPE_CHECKING:
    from collections.abc import Sequence

DELIMITERS = (",", ";", "\t", "|")
SPOKEN = {",": "comma", ";": "semicolon", "\t": "tab", "|": "bar"}
_LOOKED_AT = 30
_BLANK = ' "\r\n'
_LINE = re.compile(r"[^\r\n]*(?:\r\n?|\n)|[^\r\n]+")
_LINE_END = re.compile(r"\r\n?|\n")
# Line ends to Python, but not to a spreadsheet.
_ODD_ENDS = "\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"
# What a spreadsheet writes on the first line to name its delimiter to another of its kind.
_NAMED = re.compile(r"sep=([,;\t|])(?:\r\n?|\n|$)", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Form:
    """What a file keeps when a cell of it changes; `line_end` is its first."""

    coding: Coding = UTF_8
    delimiter: str = ","
    line_end: str = "\n"
    skips_spaces: bool = False


def split_lines(text: str) -> list[str]:
    """The lines with their ends, where a spreadsheet sees them end."""
    if any(end in text for end in _ODD_ENDS):
        return _LINE.findall(text)
    return text.splitlines(keepends=True)


def find_form(text: str, lines: Sequence[str], coding: Coding) -> tuple[Form, int]:
    """The form of a text, and how many lines at its beginning only name the delimiter."""
    named = _NAMED.match(text)
    delimiter = named[1] if named else find_delimiter(lines)
    end = _LINE_END.search(text)
    form = Form(
        coding=coding,
        delimiter=delimiter,
        line_end=end[0] if end else "\n",
        skips_spaces=f'{delimiter} "' in text,
    )
    return form, 1 if named else 0


def find_delimiter(lines: Sequence[str]) -> str:
    """The one that cuts the first rows into as many cells as the header, and into the most."""
    scores = {delimiter: _score(lines, delimiter) for delimiter in DELIMITERS}
    best = max(DELIMITERS, key=scores.__getitem__)
    if scores[best] > (0, 0):
        return best
    # One column alone: whatever its cells do not hold keeps them whole.
    sample = "".join(lines[:_LOOKED_AT])
    absent = [delimiter for delimiter in DELIMITERS if delimiter not in sample]
    return absent[0] if absent and sample.strip("".join(DELIMITERS) + _BLANK) else ","


def _score(lines: Sequence[str], delimiter: str) -> tuple[float, int]:
    try:
        reader = csv.reader(lines, delimiter=delimiter)
        widths = [len(cells) for cells in islice(filter(any, reader), _LOOKED_AT)]
    except csv.Error:
        return 0, 0
    if not widths or widths[0] == 1:
        return 0, 0
    share = widths.count(widths[0]) / len(widths)
    # A quote that is opened and not closed makes one row of all lines: hardly what was meant.
    is_swallowed = len(widths) == 1 and reader.line_num > 1
    return share / _LOOKED_AT if is_swallowed else share, widths[0]
