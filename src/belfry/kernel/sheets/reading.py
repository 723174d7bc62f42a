"""What stands in a CSV file, whatever program wrote it."""

from __future__ import annotations

import csv
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from belfry.kernel.sheets.codings import decode_text
from belfry.kernel.sheets.forms import SPOKEN, Form, find_form, split_lines
from belfry.kernel.sheets.problems import SheetError, SheetProblem, name_letter
from belfry.kernel.sheets.row_texts import find_open_quote
from belfry.kernel.sheets.sheets import Row, Sheet

if TYPE_CHECKING:
    from collections.abc import Sequence

# A named tuple from three values, without a call of Python's own for each of many rows.
_make_row = partial(tuple.__new__, Row)


def read_sheet(content: bytes, *, name: str) -> Sheet:
    """The file's header and rows; SheetError if there is no reading it at all."""
    text, coding = decode_text(content, name=name)
    lines = split_lines(text)
    form, skipped = find_form(text, lines, coding)
    starts, cells = _find_rows(lines, form, skipped, name)
    if not starts:
        raise SheetError(SheetProblem(name, "the file is empty: expected a line of headers"))
    numbers = [start + 1 for start in starts]
    rows = list(map(_make_row, zip(numbers, cells, _cut_texts(lines, starts), strict=True)))
    head = rows.pop(0)
    sheet = Sheet(name, form, "".join(lines[: starts[0]]), head, _level(rows, len(head.cells)))
    return _with_problems(sheet)


def _find_rows(
    lines: list[str], form: Form, skipped: int, name: str
) -> tuple[list[int], list[tuple[str, ...]]]:
    """Where each row that is not blank begins, in lines from 0, and its cells."""
    rest = lines[skipped:] if skipped else lines
    reader = csv.reader(rest, delimiter=form.delimiter, skipinitialspace=form.skips_spaces)
    starts: list[int] = []
    found: list[tuple[str, ...]] = []
    start = last = skipped
    try:
        for cells in reader:
            if cells and (cells[0].strip() or "".join(cells).strip()):
                starts.append(start)
                found.append(tuple(cells))
            last, start = start, reader.line_num + skipped
    except csv.Error as error:
        said = f"a cell begins here that is too long ({error}): is a quote missing?"
        raise SheetError(SheetProblem(name, said, line=start + 1)) from error
    _check_end("".join(lines[last:]), form, found, SheetProblem(name, "", line=last + 1))
    return starts, found


def _check_end(text: str, form: Form, found: Sequence[tuple[str, ...]], at: SheetProblem) -> None:
    """Refuse a file that ends within a quoted cell: what else it held, nobody can say."""
    place = find_open_quote(text, form) if '"' in text else None
    if place is None:
        return
    headers = found[0] if len(found) > 1 else ()
    header = headers[place].strip() if place < len(headers) else None
    said = "a quote is opened here and never closed: was the file saved whole?"
    problem = SheetProblem(at.file, said, line=at.line, letter=name_letter(place), header=header)
    raise SheetError(problem)


def _cut_texts(lines: list[str], starts: list[int]) -> list[str]:
    """Each row's text, with the blank lines that follow it."""
    ends = [*starts[1:], len(lines)]
    return [
        lines[start] if end - start == 1 else "".join(lines[start:end])
        for start, end in zip(starts, ends, strict=True)
    ]


def _level(rows: list[Row], width: int) -> tuple[Row, ...]:
    """The rows, the short ones filled up."""
    return tuple(
        row
        if len(row.cells) >= width
        else row._replace(cells=row.cells + ("",) * (width - len(row.cells)))
        for row in rows
    )


def _with_problems(sheet: Sheet) -> Sheet:
    """The sheet, with a word on every row that holds more than there are headers for."""
    width = len(sheet.header)
    spoken = SPOKEN[sheet.form.delimiter]
    said = f"there is no header over this cell; a cell that holds a {spoken} must stand in quotes"
    problems = tuple(
        sheet.find_problem(said, line=row.line, place=place)
        for row in sheet.rows
        if len(row.cells) > width
        for place in [_find_overflow(row.cells, width)]
        if place is not None
    )
    return replace(sheet, problems=problems)


def _find_overflow(cells: Sequence[str], width: int) -> int | None:
    filled = (place for place in range(width, len(cells)) if cells[place].strip())
    return next(filled, None)
