"""How a table is put together that no file held before."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from belfry.kernel.sheets.forms import Form
from belfry.kernel.sheets.row_texts import render_cell
from belfry.kernel.sheets.sheets import Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# A spreadsheet takes a cell that begins with one of these for something to work out.
_BEGINNINGS = frozenset("=+-@\uff1d\uff0b\uff0d\uff20")
_CONTROL = frozenset("\t\r\n")
# Signs and digits alone: a phone number, a dash, an amount. Nothing a spreadsheet could carry out.
_HARMLESS = re.compile(r"[-+]?[\d ().,/-]*")


def make_sheet(
    name: str,
    header: Sequence[str],
    rows: Iterable[Sequence[str]] = (),
    *,
    form: Form | None = None,
) -> Sheet:
    """A sheet with these cells; every row has as many as the header."""
    form = form or Form()
    head, *made = (_make_row(place, cells, form) for place, cells in enumerate((header, *rows), 1))
    return Sheet(name, form, "", head, tuple(made))


def make_inert(cell: str) -> str:
    """The cell, with an apostrophe before what a spreadsheet would take for a formula."""
    is_formula = cell[:1] in _CONTROL or cell.lstrip()[:1] in _BEGINNINGS
    return f"'{cell}" if is_formula else cell


def guard_cell(cell: str) -> str:
    """The same, but what is a number or a telephone number stays as it is written."""
    return cell if _HARMLESS.fullmatch(cell) else make_inert(cell)


def undo_inert(cell: str) -> str:
    """The cell as it was before `make_inert`; any other as it is."""
    bare = cell.removeprefix("'")
    return bare if make_inert(bare) == cell else cell


def _make_row(line: int, cells: Sequence[str], form: Form) -> Row:
    text = form.delimiter.join(render_cell(cell, form) for cell in cells) + form.line_end
    return Row(line, tuple(cells), text)
