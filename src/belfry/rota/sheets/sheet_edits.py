"""How a sheet looks with some cells written, or with rows more than it had."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from belfry.kernel.sheets import (
    Column,
    Sheet,
    add_column,
    add_row,
    edit_cells,
    make_inert,
    match_columns,
)
from belfry.kernel.sheets.sheets import can_encode

# By the line that a row stands on: what its cells are to say, by column.
Cells = Mapping[str, str]


def write_cells(sheet: Sheet, columns: Sequence[Column], edits: Mapping[int, Cells]) -> Sheet:
    """The sheet with the cells written; a column that it lacks is added at its end."""
    sheet = _add_missing(sheet, columns, edits.values())
    places = match_columns(sheet, columns).places
    rows = {row.line: number for number, row in enumerate(sheet.rows)}
    return edit_cells(
        sheet,
        {
            (rows[line], places[name]): _fit(value, sheet)
            for line, cells in edits.items()
            for name, value in cells.items()
        },
    )


def add_rows(sheet: Sheet, columns: Sequence[Column], rows: Sequence[Cells]) -> Sheet:
    """The sheet with these rows at its end."""
    sheet = _add_missing(sheet, columns, rows)
    places = match_columns(sheet, columns).places
    for cells in rows:
        written = [""] * len(sheet.header)
        for name, value in cells.items():
            if name in places:
                written[places[name]] = _fit(value, sheet)
        sheet = add_row(sheet, written)
    return sheet


def _add_missing(sheet: Sheet, columns: Sequence[Column], all_cells: Iterable[Cells]) -> Sheet:
    known = match_columns(sheet, columns).places
    wanted = [name for cells in all_cells for name, value in cells.items() if value]
    for name in dict.fromkeys(wanted):
        if name not in known:
            sheet = add_column(sheet, name)
    return sheet


def _fit(value: str, sheet: Sheet) -> str:
    """What a spreadsheet would work out is made plain, and what the file cannot hold is marked."""
    plain = make_inert(value)
    coding = sheet.form.coding
    if can_encode(plain, coding):
        return plain
    return "".join(sign if can_encode(sign, coding) else "?" for sign in plain)
