"""A table as a form: a field for every cell, and what was typed into them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from belfry.kernel.sheets import Sheet, SheetProblem
from belfry.kernel.sheets.grid_edits import GridEdit
from belfry.kernel.sheets.problems import name_letter

MOST_CELLS = 1000
MOST_ROWS = 100
NEW_ROWS = 3
_CELL = re.compile(r"(?P<kind>[cn])-(?P<row>\d{1,7})-(?P<column>\d{1,4})", re.ASCII)
_GONE = re.compile(r"x-(?P<row>\d{1,7})", re.ASCII)


@dataclass(frozen=True, slots=True)
class Cell:
    """`problems` are what is wrong with it, in words."""

    field: str
    header: str
    value: str
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class GridRow:
    """`number` is its place in the table, from 1; None for a row that is not there yet."""

    cells: tuple[Cell, ...]
    number: int | None = None
    field: str = ""
    is_removed: bool = False
    problems: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Grid:
    """One page of a table; `others` are problems of rows that stand on other pages."""

    headers: tuple[str, ...]
    rows: tuple[GridRow, ...]
    page: int
    pages: int
    total: int
    others: tuple[SheetProblem, ...] = ()


# By the row's key, then by the letter of the column; no letter for the row as a whole.
Faults = Mapping[str, Mapping[str, Sequence[str]]]


def read_grid(form: Mapping[str, str], width: int) -> GridEdit:
    """What was typed into the fields of a table with so many columns."""
    cells: dict[tuple[int, int], str] = {}
    added: dict[int, list[str]] = {}
    removed = set()
    for name, value in form.items():
        if match := _CELL.fullmatch(name):
            row, column = int(match["row"]), int(match["column"])
            if column >= width:
                continue
            if match["kind"] == "c":
                cells[row, column] = value
            elif row < NEW_ROWS:
                added.setdefault(row, [""] * width)[column] = value
        elif value and (match := _GONE.fullmatch(name)):
            removed.add(int(match["row"]))
    rows = tuple(added.get(row, [""] * width) for row in range(NEW_ROWS))
    return GridEdit(cells, frozenset(removed), rows)


def find_page_size(width: int) -> int:
    return max(10, min(MOST_ROWS, MOST_CELLS // max(1, width)))


def lay_out(
    sheet: Sheet,
    edit: GridEdit,
    problems: Sequence[SheetProblem],
    lines: Mapping[int, str],
    page: int,
) -> Grid:
    """One page of the table as it was edited; `lines` gives the key of the row at each line."""
    size = find_page_size(len(sheet.header))
    pages = max(1, -(-len(sheet.rows) // size))
    page = min(max(1, page), pages)
    faults, others = _sort_problems(problems, lines)
    shown = range((page - 1) * size, min(page * size, len(sheet.rows)))
    rows = [
        *(_lay_row(sheet, edit, place, faults) for place in shown),
        *(_lay_new(sheet, edit, place, faults) for place in range(NEW_ROWS)),
    ]
    here = {f"c-{place}" for place in shown} | {f"n-{place}" for place in range(NEW_ROWS)}
    away = [one for key, found in others.items() if key not in here for one in found]
    headers = tuple(header.strip() for header in sheet.header)
    return Grid(headers, tuple(rows), page, pages, len(sheet.rows), tuple(away))


def list_keys(sheet: Sheet, edit: GridEdit) -> list[str]:
    """The keys of the rows that are left once a sheet is edited, in their order."""
    old = [f"c-{place}" for place in range(len(sheet.rows)) if place not in edit.removed]
    filled = [place for place, cells in enumerate(edit.added) if any(c.strip() for c in cells)]
    return [*old, *(f"n-{place}" for place in filled)]


def _sort_problems(
    problems: Sequence[SheetProblem], lines: Mapping[int, str]
) -> tuple[dict[str, dict[str, list[str]]], dict[str, list[SheetProblem]]]:
    faults: dict[str, dict[str, list[str]]] = {}
    by_key: dict[str, list[SheetProblem]] = {}
    for problem in problems:
        key = lines.get(problem.line or 0, "")
        faults.setdefault(key, {}).setdefault(problem.letter or "", []).append(problem.what)
        by_key.setdefault(key, []).append(problem)
    return faults, by_key


def _lay_row(sheet: Sheet, edit: GridEdit, place: int, faults: Faults) -> GridRow:
    cells = sheet.rows[place].cells
    values = [edit.cells.get((place, column), cell) for column, cell in enumerate(cells)]
    key = f"c-{place}"
    made = tuple(_lay_cells(sheet, values, key, faults))
    rest = tuple(faults.get(key, {}).get("", ()))
    return GridRow(made, place + 1, f"x-{place}", place in edit.removed, rest)


def _lay_new(sheet: Sheet, edit: GridEdit, place: int, faults: Faults) -> GridRow:
    blank = [""] * len(sheet.header)
    values = edit.added[place] if place < len(edit.added) else blank
    return GridRow(tuple(_lay_cells(sheet, values, f"n-{place}", faults)))


def _lay_cells(sheet: Sheet, values: Sequence[str], key: str, faults: Faults) -> Iterator[Cell]:
    found = faults.get(key, {})
    for column, header in enumerate(sheet.header):
        name = header.strip() or f"column {name_letter(column)}"
        problems = tuple(found.get(name_letter(column), ()))
        yield Cell(f"{key}-{column}", name, values[column], problems)
