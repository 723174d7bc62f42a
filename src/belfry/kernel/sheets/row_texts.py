"""How the text of one row is cut into its cells, and put together again."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.kernel.sheets.forms import Form

_QUOTED = '"[^"]*+(?:""[^"]*+)*+"'


def cut_row(text: str, form: Form) -> tuple[list[str], str]:
    """A row's cells as they are written, and what follows the row: its line end and empty lines.

    A cell whose quote is never closed is given up to its first line end.
    """
    pattern = _cell(form.delimiter, form.skips_spaces)
    pieces, place = [], 0
    while True:
        match = pattern.match(text, place)
        end = match.end() if match else place
        pieces.append(text[place:end])
        if not text.startswith(form.delimiter, end):
            return pieces, text[end:]
        place = end + len(form.delimiter)


def find_open_quote(text: str, form: Form) -> int | None:
    """Which cell of a row opens a quote and never closes it."""
    pieces, _ = cut_row(text, form)
    quoted = re.compile(" *" + _QUOTED if form.skips_spaces else _QUOTED)
    for place, piece in enumerate(pieces):
        if is_quoted(piece, form) and not quoted.match(piece):
            return place
    return None


def is_quoted(piece: str, form: Form) -> bool:
    return (piece.lstrip(" ") if form.skips_spaces else piece).startswith('"')


def render_cell(value: str, form: Form, *, quoted: bool = False) -> str:
    """The value as it stands in the file: in quotes where it must be, or was before."""
    must = (
        form.delimiter in value
        or '"' in value
        or "\n" in value
        or "\r" in value
        or value.startswith(" ")
    )
    return '"' + value.replace('"', '""') + '"' if quoted or must else value


def replace_cells(text: str, values: dict[int, str], form: Form) -> str:
    """A row's text with some cells changed and every other byte as it was."""
    pieces, tail = cut_row(text, form)
    pieces.extend([""] * (max(values) + 1 - len(pieces)))
    for place, value in values.items():
        quoted = is_quoted(pieces[place], form)
        pieces[place] = render_cell(value, form, quoted=quoted)
    return form.delimiter.join(pieces) + tail


@cache
def _cell(delimiter: str, skips_spaces: bool) -> re.Pattern[str]:
    plain = rf"[^{re.escape(delimiter)}\r\n]*+"
    spaces = " *+" if skips_spaces else ""
    return re.compile(f"{spaces}{_QUOTED}{plain}|{plain}")
