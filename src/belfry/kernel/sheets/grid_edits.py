"""What somebody changed in a table on its page: cells, rows that go, and rows that are new."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from belfry.kernel.lines.ends import level_ends
from belfry.kernel.sheets.sheets import Sheet, add_row, edit_cells


@dataclass(frozen=True, slots=True)
class GridEdit:
    """Cells by (row, column) and rows, all counted from 0; an added row goes by its cells."""

    cells: Mapping[tuple[int, int], str] = field(default_factory=dict)
    removed: frozenset[int] = frozenset()
    added: tuple[Sequence[str], ...] = ()


def apply_grid_edit(sheet: Sheet, edit: GridEdit) -> Sheet:
    """The sheet as it was edited; no byte changes of a row that says what it said before."""
    changed = {
        (row, column): value
        for (row, column), value in edit.cells.items()
        if row < len(sheet.rows) and _is_news(sheet, row, column, value)
    }
    made = edit_cells(sheet, changed)
    rows = tuple(row for place, row in enumerate(made.rows) if place not in edit.removed)
    made = replace(made, rows=rows)
    for cells in list_filled(edit.added):
        made = add_row(made, cells)
    return made


def list_filled(rows: Iterable[Sequence[str]]) -> list[Sequence[str]]:
    """Those rows in which anything is written."""
    return [cells for cells in rows if any(cell.strip() for cell in cells)]


def render_text(sheet: Sheet) -> str:
    """The file's text, without the mark of its coding."""
    return "".join([sheet.preamble, sheet.head.text, *(row.text for row in sheet.rows)])


def _is_news(sheet: Sheet, row: int, column: int, value: str) -> bool:
    cells = sheet.rows[row].cells
    old = cells[column] if column < len(cells) else ""
    return level_ends(old) != level_ends(value)
