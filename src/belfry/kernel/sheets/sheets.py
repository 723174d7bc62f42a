"""What a table looks like once it has been read: a header and rows of cells."""

from __future__ import annotations

import codecs
import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple

from belfry.kernel.line_edits import level_ends
from belfry.kernel.sheets.columns import SheetError, SheetProblem, name_letter

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence


_WORKBOOK = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Coding:
    """A way of writing letters as bytes, and the mark at the front of the file, if it has one."""

    codec: str
    mark: bytes = b""
    spoken: str = "UTF-8"


UTF_8 = Coding("utf-8")
UTF_8_MARKED = Coding("utf-8", codecs.BOM_UTF8, "UTF-8 with a mark")
UTF_16_LE = Coding("utf-16-le", codecs.BOM_UTF16_LE, "UTF-16")
UTF_16_BE = Coding("utf-16-be", codecs.BOM_UTF16_BE, "UTF-16")
WINDOWS = Coding("cp1252", spoken="Windows-1252")
MARKED = (UTF_8_MARKED, UTF_16_LE, UTF_16_BE)


def decode_text(content: bytes, *, name: str) -> tuple[str, Coding]:
    """The text of a file and the coding it came in; SheetError if it is no text."""
    if content.startswith(_WORKBOOK):
        what = "this is a workbook (XLSX) and no CSV: save it as CSV, or give it its own ending"
        raise SheetError(SheetProblem(name, what))
    for coding in MARKED:
        if content.startswith(coding.mark):
            return _decode(content[len(coding.mark) :], coding, name), coding
    try:
        return _without_nul(content.decode("utf-8"), name), UTF_8
    except UnicodeDecodeError as error:
        if _breaks_off(content, error):
            raise _broken_off(
                name, count_lines(content[: error.start].decode("utf-8", "replace")) + 1
            ) from error
    return _decode(content, WINDOWS, name), WINDOWS


def encode_text(text: str, coding: Coding, *, name: str) -> bytes:
    """The bytes of the file; SheetError names the line whose letters it cannot hold."""
    try:
        return coding.mark + text.encode(coding.codec)
    except UnicodeEncodeError as error:
        letter = text[error.start]
        what = f"{letter!r} cannot be written in {coding.spoken}: save the file as UTF-8 first"
        raise SheetError(
            SheetProblem(name, what, line=count_lines(text[: error.start]) + 1)
        ) from error


def can_encode(text: str, coding: Coding) -> bool:
    """Whether the text can stand in a cell of a file in this coding."""
    try:
        text.encode(coding.codec)
    except UnicodeEncodeError:
        return False
    return "\x00" not in text


def count_lines(text: str) -> int:
    """How many line ends the text has, of any kind."""
    return text.count("\n") + text.count("\r") - text.count("\r\n")


def _decode(content: bytes, coding: Coding, name: str) -> str:
    try:
        return _without_nul(content.decode(coding.codec), name)
    except UnicodeDecodeError as error:
        before = content[: error.start].decode(coding.codec, "replace")
        line = count_lines(before) + 1
        if error.end >= len(content) and coding is not WINDOWS:
            raise _broken_off(name, line) from error
        what = f"there are bytes here that mean no letter in {coding.spoken}: save it as UTF-8"
        raise SheetError(SheetProblem(name, what, line=line)) from error


def _breaks_off(content: bytes, error: UnicodeDecodeError) -> bool:
    """Whether this is UTF-8 whose last letter is cut in two, and not some older coding."""
    is_last = error.end == len(content) and error.reason == "unexpected end of data"
    return is_last and not content[: error.start].isascii()


def _broken_off(name: str, line: int) -> SheetError:
    return SheetError(
        SheetProblem(name, "the file breaks off within a letter: was it saved whole?", line=line)
    )


def _without_nul(text: str, name: str) -> str:
    place = text.find("\x00")
    if place < 0:
        return text
    what = "there is a NUL byte here: this is no CSV text, or its coding is not marked"
    raise SheetError(SheetProblem(name, what, line=count_lines(text[:place]) + 1))


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


def write_sheet(sheet: Sheet) -> bytes:
    """The file's bytes; an unedited sheet gives those it was read from."""
    rows = "".join([row.text for row in sheet.rows])
    text = sheet.preamble + sheet.head.text + rows
    return encode_text(text, sheet.form.coding, name=sheet.name)


def read_sheet(content: bytes, *, name: str, tab: str = "") -> Sheet:
    """The file's header and rows; SheetError if there is no reading it at all.

    Of a `tab` that was rendered as CSV, a row goes by its number in the tab.
    """
    text, coding = decode_text(content, name=name)
    lines = split_lines(text)
    form, skipped = find_form(text, lines, coding)
    starts, cells = _find_rows(lines, form, skipped, name)
    if not starts:
        what = f"the {'tab' if tab else 'file'} is empty: expected a line of headers"
        raise SheetError(SheetProblem(name, what, tab=tab))
    numbers = _list_numbers(starts, cells) if tab else [start + 1 for start in starts]
    texts = _cut_texts(lines, starts)
    rows = list(map(Row._make, zip(numbers, cells, texts, strict=True)))
    head = rows.pop(0)
    preamble = "".join(lines[: starts[0]])
    sheet = Sheet(name, form, preamble, head, _level(rows, len(head.cells)), tab=tab)
    return _with_problems(sheet)


def _list_numbers(starts: Sequence[int], rows: Sequence[tuple[str, ...]]) -> list[int]:
    """The number of each row: a cell of several lines does not count as several rows."""
    numbers, broken = [], 0
    for start, cells in zip(starts, rows, strict=True):
        numbers.append(start + 1 - broken)
        broken += sum(map(count_lines, cells))
    return numbers


def _find_rows(
    lines: list[str], form: Form, skipped: int, name: str
) -> tuple[list[int], list[tuple[str, ...]]]:
    """Where each row that is not blank begins, in lines from 0, and its cells."""
    rest = lines[skipped:] if skipped else lines
    reader = csv.reader(rest, delimiter=form.delimiter, skipinitialspace=form.skips_spaces)
    starts: list[int] = []
    rows: list[tuple[str, ...]] = []
    start = last = skipped
    try:
        for cells in reader:
            if cells and (cells[0].strip() or "".join(cells).strip()):
                starts.append(start)
                rows.append(tuple(cells))
            last, start = start, reader.line_num + skipped
    except csv.Error as error:
        what = f"a cell begins here that is too long ({error}): is a quote missing?"
        raise SheetError(SheetProblem(name, what, line=start + 1)) from error
    _check_end("".join(lines[last:]), form, rows, SheetProblem(name, "", line=last + 1))
    return starts, rows


def _check_end(text: str, form: Form, rows: Sequence[tuple[str, ...]], at: SheetProblem) -> None:
    """Refuse a file that ends within a quoted cell: the rest of it is lost."""
    place = find_open_quote(text, form) if '"' in text else None
    if place is None:
        return
    headers = rows[0] if len(rows) > 1 else ()
    header = headers[place].strip() if place < len(headers) else None
    what = "a quote is opened here and never closed: was the file saved whole?"
    problem = SheetProblem(at.file, what, line=at.line, letter=name_letter(place), header=header)
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
    what = f"there is no header over this cell; a cell that holds a {spoken} must stand in quotes"
    problems = tuple(
        sheet.find_problem(what, line=row.line, place=place)
        for row in sheet.rows
        if len(row.cells) > width
        for place in [_find_overflow(row.cells, width)]
        if place is not None
    )
    return replace(sheet, problems=problems)


def _find_overflow(cells: Sequence[str], width: int) -> int | None:
    filled = (place for place in range(width, len(cells)) if cells[place].strip())
    return next(filled, None)


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
    tab: str = ""

    @property
    def header(self) -> tuple[str, ...]:
        return self.head.cells

    def find_problem(self, what: str, *, line: int, place: int | None = None) -> SheetProblem:
        """The problem, said of a cell by its letter and header."""
        if place is None:
            return SheetProblem(self.name, what, line=line, tab=self.tab)
        header = self.header[place].strip() if place < len(self.header) else None
        letter = name_letter(place)
        return SheetProblem(self.name, what, line, letter, header, self.tab)


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
        what = "a cell cannot hold a NUL character"
        raise SheetError(sheet.find_problem(what, line=line, place=place))


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
    head, *body_rows = (
        _make_row(place, cells, form) for place, cells in enumerate((header, *rows), 1)
    )
    return Sheet(name, form, "", head, tuple(body_rows))


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
    edited = edit_cells(sheet, changed)
    rows = tuple(row for place, row in enumerate(edited.rows) if place not in edit.removed)
    edited = replace(edited, rows=rows)
    for cells in list_filled(edit.added):
        edited = add_row(edited, cells)
    return edited


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
