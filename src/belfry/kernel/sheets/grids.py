"""The cells of a spreadsheet's tab: as the bytes of a CSV, and what to write so that they change.

A row keeps its number: blank rows between others are written as rows of empty cells.
"""

from __future__ import annotations

import csv
from collections import defaultdict, deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from belfry.kernel.sheets.columns import SheetError, SheetProblem
from belfry.kernel.sheets.sheets import (
    DELIMITERS,
    UTF_8,
    Form,
    decode_text,
    encode_text,
    find_form,
    render_cell,
    split_lines,
)

Grid = Sequence[Sequence[str]]
_Cells = tuple[str, ...]
_FindKey = Callable[[int, _Cells], object]
_FORM = Form()
# What makes a file's reader look for more than commas.
_QUOTED = (*DELIMITERS[1:], '"', "\r")


@dataclass(frozen=True, slots=True, order=True)
class CellEdit:
    """A new value of one cell; row and column count from 0. An empty value clears the cell."""

    row: int
    column: int
    value: str


def render_grid(rows: Grid) -> bytes:
    """The cells as CSV in UTF-8: comma, LF, every row as wide as the widest.

    Blank rows and columns at the end are left out. A cell that holds any delimiter is quoted, so
    that no reader takes another one for the file's.
    """
    text = _render_quickly(rows)
    if text is None:
        text = "".join([",".join(map(_render, cells)) + "\n" for cells in level_grid(rows)])
    return encode_text(text, UTF_8, name="the tab")


def _render_quickly(rows: Grid) -> str | None:
    """The same several times as fast, if no cell needs quotes but for its commas; else None."""
    widths = list(map(len, rows))
    width = max(widths, default=0)
    is_level = width > 1 and any(rows[-1]) and rows[widths.index(width)][-1]
    lines = list(map(",".join, rows))
    if not is_level or any(letter in line for line in ["\n".join(lines)] for letter in _QUOTED):
        return None
    if min(widths) < width:
        missing = [width - max(own, 1) for own in widths]
        lines = [line + "," * count for line, count in zip(lines, missing, strict=True)]
    text, commas = "\n".join([*lines, ""]), width - 1
    if text.count("\n") > len(lines):
        return None
    if text.count(",") > len(lines) * commas:
        for place, line in enumerate(lines):
            if line.count(",") > commas:
                cells = [f'"{cell}"' if "," in cell else cell for cell in rows[place]]
                lines[place] = ",".join(cells) + "," * (width - len(cells))
        text = "\n".join([*lines, ""])
    # A reader would take this for spaces before quotes, and skip those of other cells.
    return None if ', "' in text else text


def parse_grid(content: bytes, *, name: str = "the table") -> list[list[str]]:
    """The cells of a CSV, whatever its coding and delimiter; SheetError if it is none.

    Every row is as wide as the widest; blank rows at the end are left out.
    """
    text, coding = decode_text(content, name=name)
    lines = split_lines(text)
    form, skipped = find_form(text, lines, coding)
    reader = csv.reader(
        lines[skipped:], delimiter=form.delimiter, skipinitialspace=form.skips_spaces
    )
    try:
        rows = list(reader)
    except csv.Error as error:
        line = skipped + reader.line_num + 1
        raise SheetError(SheetProblem(name, f"{error}: is a quote missing?", line=line)) from error
    return [list(cells) for cells in level_grid(rows)]


def level_grid(rows: Grid) -> list[_Cells]:
    """The rows, all of one width, without what is blank at the end."""
    height = next((place for place in range(len(rows), 0, -1) if any(rows[place - 1])), 0)
    grid = list(map(tuple, rows[:height]))
    width = max(map(len, grid), default=0)
    while width and not any(len(cells) >= width and cells[width - 1] for cells in grid):
        width -= 1
    if all(len(cells) == width for cells in grid):
        return grid
    return [cells[:width] + ("",) * (width - len(cells)) for cells in grid]


def plan_cell_edits(before: Grid, after: Grid) -> list[CellEdit]:
    """The fewest cells to write so that the tab holds the rows of `after`, in order of place.

    No row moves: formulas and formats belong to the place where a person put them.
    - The first row that is not blank is the header; columns go by their position.
    - A row that is in both stays as it is; one that changed is written where it stands.
    - A row that is gone is cleared, which leaves a blank row; readers skip it.
    - A new row goes below the last one, wherever it stands in `after`.
    """
    old = {place: cells for place, cells in enumerate(level_grid(before)) if any(cells)}
    new = {place: cells for place, cells in enumerate(level_grid(after)) if any(cells)}
    places = _match_rows(old, new)
    wanted = {places[place]: cells for place, cells in new.items() if place in places}
    below = max(wanted, default=-1) + 1
    added = [cells for place, cells in new.items() if place not in places]
    wanted |= dict(enumerate(added, below))
    return [
        edit
        for place in sorted(old.keys() | wanted.keys())
        for edit in _list_edits(place, old.get(place, ()), wanted.get(place, ()))
    ]


def apply_cell_edits(rows: Grid, edits: Iterable[CellEdit]) -> list[list[str]]:
    """The cells once the edits are written."""
    cells = {
        (row, column): value
        for row, values in enumerate(rows)
        for column, value in enumerate(values)
    }
    cells |= {(edit.row, edit.column): edit.value for edit in edits}
    height = max((row for row, _ in cells), default=-1) + 1
    width = max((column for _, column in cells), default=-1) + 1
    grid = [[cells.get((row, column), "") for column in range(width)] for row in range(height)]
    return [list(values) for values in level_grid(grid)]


def _match_rows(old: Mapping[int, _Cells], new: Mapping[int, _Cells]) -> dict[int, int]:
    """The old place of every new row that is not an added one."""
    if not old or not new:
        return {}
    places = {next(iter(new)): next(iter(old))}
    _match_by(lambda place, cells: (place, _strip(cells)), old, new, places)
    _match_by(lambda place, cells: _strip(cells), old, new, places)
    _match_by(lambda place, cells: cells[0].strip().casefold(), old, new, places)
    _match_after_neighbours(old, new, places)
    return places


def _match_by(
    find_key: _FindKey,
    old: Mapping[int, _Cells],
    new: Mapping[int, _Cells],
    places: dict[int, int],
) -> None:
    """Match the rows left over that have the same key, in their order."""
    taken = set(places.values())
    free: defaultdict[object, deque[int]] = defaultdict(deque)
    for place, cells in old.items():
        if place not in taken and (key := find_key(place, cells)):
            free[key].append(place)
    for place, cells in new.items():
        if place not in places and (rows := free.get(find_key(place, cells))):
            places[place] = rows.popleft()


def _match_after_neighbours(
    old: Mapping[int, _Cells], new: Mapping[int, _Cells], places: dict[int, int]
) -> None:
    """Match rows left over that follow matched ones: a row whose first cell was changed."""
    following = dict(zip(old, list(old)[1:], strict=False))
    taken = set(places.values())
    above = next(iter(new))
    for place in new:
        row = following.get(places[above]) if above in places else None
        if place not in places and row is not None and row not in taken:
            places[place] = row
            taken.add(row)
        above = place


def _list_edits(row: int, old: _Cells, new: _Cells) -> Iterator[CellEdit]:
    for column in range(max(len(old), len(new))):
        value = new[column] if column < len(new) else ""
        if value != (old[column] if column < len(old) else ""):
            yield CellEdit(row, column, value)


def _render(cell: str) -> str:
    return render_cell(cell, _FORM, quoted=any(letter in cell for letter in DELIMITERS))


def _count_filled(cells: Sequence[str]) -> int:
    return max((place for place, cell in enumerate(cells, 1) if cell), default=0)


def _strip(cells: _Cells) -> _Cells:
    """The cells without the blank ones at the end: a column more makes no row another one."""
    return cells[: _count_filled(cells)]
