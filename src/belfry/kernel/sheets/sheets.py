"""What a table looks like once it has been read: a header and rows of cells."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from belfry.kernel.sheets.problems import SheetError, SheetProblem, name_letter
from belfry.kernel.sheets.row_texts import cut_row, is_quoted, render_cell, replace_cells

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from belfry.kernel.sheets.forms import Form


class Row(NamedTuple):
    """One row: the line it begins on, its cells, and its text with all up to the next row."""

    line: int
    cells: tuple[str, ...]
    text: str


@dataclass(frozen=True, slots=True)
class Sheet:
    """A file as it was read. `preamble`, the header's and the rows' texts are the whole of it.

    Every row has at least as many cells as the header. `problems` are those of single rows.
    """

    name: str
    form: Form
    preamble: str
    head: Row
    rows: tuple[Row, ...]
    problems: tuple[SheetProblem, ...] = ()

    @property
    def header(self) -> tuple[str, ...]:
        return self.head.cells

    def find_problem(self, what: str, *, line: int, place: int | None = None) -> SheetProblem:
        """The problem, said of a cell by its letter and header."""
        if place is None:
            return SheetProblem(self.name, what, line=line)
        header = self.header[place].strip() if place < len(self.header) else None
        return SheetProblem(self.name, what, line=line, letter=name_letter(place), header=header)


def edit_cells(sheet: Sheet, edits: Mapping[tuple[int, int], str]) -> Sheet:
    """The sheet with new values by (row, column), both counted from 0; no other byte changes."""
    by_row: dict[int, dict[int, str]] = {}
    for (row, column), value in edits.items():
        _check_value(sheet, value, line=sheet.rows[row].line, place=column)
        by_row.setdefault(row, {})[column] = value
    rows = list(sheet.rows)
    for number, values in by_row.items():
        rows[number] = _edit(rows[number], values, sheet.form)
    return replace(sheet, rows=tuple(rows))


def add_column(sheet: Sheet, header: str) -> Sheet:
    """The sheet with one more column at its end; the rows' own text stays as it was."""
    place = len(sheet.header)
    _check_value(sheet, header, line=sheet.head.line, place=place)
    rows = tuple(_pad(row, place + 1) for row in sheet.rows)
    return replace(sheet, head=_edit(sheet.head, {place: header}, sheet.form), rows=rows)


def add_row(sheet: Sheet, cells: Sequence[str]) -> Sheet:
    """The sheet with one more row at its end, quoted as the row before it is."""
    last = sheet.rows[-1] if sheet.rows else sheet.head
    for place, value in enumerate(cells):
        _check_value(sheet, value, line=last.line + 1, place=place)
    pieces, _ = cut_row(last.text, sheet.form)
    wants_quotes = all(is_quoted(piece, sheet.form) for piece in pieces)
    written = [render_cell(value, sheet.form, quoted=wants_quotes) for value in cells]
    text = sheet.form.delimiter.join(written) + sheet.form.line_end
    if not last.text.endswith(("\n", "\r")):
        ended = last._replace(text=last.text + sheet.form.line_end)
        sheet = _put_last(sheet, ended)
    lines = _count_lines(sheet) + 1
    width = max(len(sheet.header), len(cells))
    row = _pad(Row(lines, tuple(cells), text), width)
    return replace(sheet, rows=(*sheet.rows, row))


def _edit(row: Row, values: dict[int, str], form: Form) -> Row:
    padded = _pad(row, max(values) + 1)
    cells = list(padded.cells)
    for place, value in values.items():
        cells[place] = value
    return row._replace(cells=tuple(cells), text=replace_cells(row.text, values, form))


def _pad(row: Row, width: int) -> Row:
    missing = width - len(row.cells)
    return row._replace(cells=row.cells + ("",) * missing) if missing > 0 else row


def _put_last(sheet: Sheet, row: Row) -> Sheet:
    if not sheet.rows:
        return replace(sheet, head=row)
    return replace(sheet, rows=(*sheet.rows[:-1], row))


def _count_lines(sheet: Sheet) -> int:
    last = sheet.rows[-1] if sheet.rows else sheet.head
    ends = last.text.count("\n") + last.text.count("\r") - last.text.count("\r\n")
    return last.line + ends - 1


def _check_value(sheet: Sheet, value: str, *, line: int, place: int) -> None:
    if "\x00" in value:
        said = "a cell cannot hold a NUL character"
        raise SheetError(sheet.find_problem(said, line=line, place=place))
