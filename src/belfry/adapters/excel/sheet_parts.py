"""The XML of one tab: where its rows and cells stand, and new values put in their places.

Every byte that belongs to no edited cell stays.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from xml.parsers import expat
from xml.sax.saxutils import escape

from openpyxl.formula.translate import Translator
from openpyxl.utils.cell import coordinate_to_tuple, get_column_letter, range_boundaries

from belfry.adapters.excel.packages import workbook_errors
from belfry.adapters.excel.values import StoredValue
from belfry.kernel.errors import InputError, Permanent

LONGEST_TEXT = 32_767
_START_TAG = re.compile(rb"""<(?:[^"'>]|"[^"]*"|'[^']*')*>""")
_SPANS = re.compile(rb"""\s+spans\s*=\s*(?:"[^"]*"|'[^']*')""")
_ENCODING = re.compile(rb"""\s*<\?xml[^>]*?encoding\s*=\s*["']([^"']+)["']""")
_COLUMNS = re.compile(rb"<cols>.*?</cols>", re.DOTALL)
_MARK = b"\xef\xbb\xbf"
_UNWRITABLE = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff\ud800-\udfff]")

# Row and column, counted from 0.
Place = tuple[int, int]


@dataclass(slots=True)
class Formula:
    """`text` is empty for a cell that shares the formula of another."""

    start: int
    kind: str
    shared: str
    ref: str
    text: str = ""
    end: int = 0


@dataclass(slots=True)
class Cell:
    """A cell and its bytes. `kind` is that of its value: `n` for a number or nothing."""

    place: Place
    start: int
    style: str
    kind: str
    end: int = 0
    formula: Formula | None = None


@dataclass(slots=True)
class _Row:
    number: int
    start: int
    head: bytes
    end: int = 0
    cells: list[Cell] = field(default_factory=list)


@dataclass(slots=True)
class _Layout:
    """Where everything stands. `head` is the opening tag of the rows, open even if it was empty."""

    rows: dict[int, _Row] = field(default_factory=dict)
    start: int = 0
    inner: int = 0
    end: int = 0
    head: bytes = b""
    prefix: str = ""
    is_protected: bool = False
    has_tables: bool = False


@dataclass(frozen=True, slots=True)
class NewCell:
    """A value to write; None clears the cell and keeps its format."""

    value: StoredValue | None
    style: str


class SheetPart:
    """The tab `title` as it stands in `xml`; Permanent for a tab that cannot be written into."""

    def __init__(self, xml: bytes, *, title: str) -> None:
        self.title = title
        self._xml = xml
        encoding = _ENCODING.match(xml.removeprefix(_MARK))
        if encoding and encoding[1].lower() not in (b"utf-8", b"us-ascii", b"ascii"):
            raise Permanent(f"the tab {title} is not in UTF-8: save the workbook once in Excel")
        with workbook_errors(f"the tab {title}"):
            self._layout = _Scanner(xml, title).scan()
        if not self._layout.head:
            raise Permanent(f"the tab {title} has no cells: nothing can be written there")

    @property
    def is_protected(self) -> bool:
        return self._layout.is_protected

    @property
    def has_tables(self) -> bool:
        return self._layout.has_tables

    @property
    def columns(self) -> bytes:
        """The widths of the columns, as XML."""
        match = _COLUMNS.search(self._xml)
        return match[0] if match else b""

    def find_cell(self, place: Place) -> Cell | None:
        row = self._layout.rows.get(place[0])
        cells = row.cells if row else []
        return next((cell for cell in cells if cell.place == place), None)

    def write(self, cells: Mapping[Place, NewCell]) -> bytes:
        """The XML with the cells written."""
        self._check_arrays(cells)
        by_row: dict[int, dict[int, bytes]] = {}
        for (row, column), cell in cells.items():
            by_row.setdefault(row, {})[column] = self._render((row, column), cell)
        for (row, column), piece in self._unshare(cells):
            by_row.setdefault(row, {})[column] = piece
        return self._splice(by_row)

    def _list_formulas(self) -> Iterator[tuple[Cell, Formula]]:
        for row in self._layout.rows.values():
            for cell in row.cells:
                if cell.formula is not None:
                    yield cell, cell.formula

    def _check_arrays(self, places: Iterable[Place]) -> None:
        """Refuse to write into the result of a formula over several cells."""
        kinds = ("array", "dataTable")
        refs = [formula.ref for _, formula in self._list_formulas() if formula.kind in kinds]
        for ref in filter(None, refs):
            left, top, right, bottom = range_boundaries(ref)
            for row, column in places:
                if top <= row + 1 <= bottom and left <= column + 1 <= right:
                    where = f"tab {self.title}, {name_cell((row, column))}"
                    raise Permanent(f"{where} belongs to a formula over {ref}: type values instead")

    def _unshare(self, edited: Mapping[Place, object]) -> Iterator[tuple[Place, bytes]]:
        """Cells that share a formula which is overwritten, each with the formula of its own."""
        shared = [(cell, f) for cell, f in self._list_formulas() if f.kind == "shared"]
        masters = {f.shared: (cell, f) for cell, f in shared if f.text and cell.place in edited}
        tag = f"{self._layout.prefix}f"
        for cell, formula in shared:
            if formula.shared in masters and cell.place not in edited:
                master, origin = masters[formula.shared]
                text = _translate(origin.text, master.place, cell.place)
                before = self._xml[cell.start : formula.start]
                own = f"<{tag}>{escape(text)}</{tag}>".encode()
                yield cell.place, before + own + self._xml[formula.end : cell.end]

    def _render(self, place: Place, cell: NewCell) -> bytes:
        tag = f"{self._layout.prefix}c"
        style = f' s="{cell.style}"' if cell.style else ""
        head = f'<{tag} r="{name_cell(place)}"{style}'
        if cell.value is None:
            return f"{head}/>".encode()
        return f"{head}{self._render_value(place, cell.value)}</{tag}>".encode()

    def _render_value(self, place: Place, value: StoredValue) -> str:
        prefix, where = self._layout.prefix, f"tab {self.title}, {name_cell(place)}"
        if _UNWRITABLE.search(value.text):
            raise InputError(f"{where}: a workbook cannot hold the control character in this text")
        if len(value.text) > LONGEST_TEXT:
            raise InputError(f"{where}: a cell holds at most {LONGEST_TEXT:,} characters")
        if value.kind != "inlineStr":
            return f' t="{value.kind}"><{prefix}v>{value.text}</{prefix}v>'
        text = escape(value.text, {"\r": "&#13;"})
        inner = f'<{prefix}t xml:space="preserve">{text}</{prefix}t>'
        return f' t="inlineStr"><{prefix}is>{inner}</{prefix}is>'

    def _splice(self, by_row: Mapping[int, Mapping[int, bytes]]) -> bytes:
        layout = self._layout
        numbers = list(layout.rows)
        pieces, at = [self._xml[: layout.start], layout.head], layout.inner
        is_closed = layout.inner == layout.end
        last = layout.end if is_closed else self._xml.rindex(b"</", 0, layout.end)
        for number, cells in sorted(by_row.items()):
            row = layout.rows.get(number)
            following = bisect_left(numbers, number)
            place = layout.rows[numbers[following]].start if following < len(numbers) else last
            pieces.append(self._xml[at:place])
            pieces.append(self._write_row(row, cells) if row else self._make_row(number, cells))
            at = row.end if row else place
        if is_closed:
            pieces.append(f"</{layout.prefix}sheetData>".encode())
        return b"".join([*pieces, self._xml[at:]])

    def _write_row(self, row: _Row, cells: Mapping[int, bytes]) -> bytes:
        """The row with some cells replaced; what `spans` said of its width no longer holds."""
        old = {cell.place[1]: self._xml[cell.start : cell.end] for cell in row.cells}
        written = [piece for _, piece in sorted({**old, **cells}.items())]
        head = _SPANS.sub(b"", row.head)
        if head.endswith(b"/>"):
            close = f"</{self._layout.prefix}row>".encode()
            return b"".join([head[:-2], b">", *written, close])
        after = row.cells[-1].end if row.cells else row.start + len(row.head)
        return b"".join([head, *written, self._xml[after : row.end]])

    def _make_row(self, number: int, cells: Mapping[int, bytes]) -> bytes:
        tag = f"{self._layout.prefix}row"
        written = [piece for _, piece in sorted(cells.items())]
        return b"".join([f'<{tag} r="{number + 1}">'.encode(), *written, f"</{tag}>".encode()])


class _Scanner:
    """Finds the rows and cells of a tab by their byte offsets."""

    def __init__(self, xml: bytes, title: str) -> None:
        self._xml = xml
        self._title = title
        self._layout = _Layout()
        self._row: _Row | None = None
        self._cell: Cell | None = None
        self._formula: Formula | None = None
        self._parser = expat.ParserCreate()

    def scan(self) -> _Layout:
        self._parser.buffer_text = True
        self._parser.StartElementHandler = self._start
        self._parser.EndElementHandler = self._end
        self._parser.CharacterDataHandler = self._take_text
        try:
            self._parser.Parse(self._xml, True)
        except expat.ExpatError as error:
            raise ValueError(str(error)) from error
        return self._layout

    def _start(self, tag: str, attributes: dict[str, str]) -> None:
        prefix, colon, name = tag.rpartition(":")
        at = self._parser.CurrentByteIndex
        match name:
            case "sheetData":
                self._start_data(at, prefix + colon)
            case "row":
                number = int(self._need_place(attributes)) - 1
                self._row = self._layout.rows[number] = _Row(number, at, self._read_tag(at))
            case "c" if self._row is not None:
                self._start_cell(at, attributes)
            case "f" if self._cell is not None:
                kind, shared = attributes.get("t", ""), attributes.get("si", "")
                self._formula = Formula(at, kind, shared, attributes.get("ref", ""))
                self._cell.formula = self._formula
            case "sheetProtection":
                self._layout.is_protected = attributes.get("sheet") in ("1", "true")
            case "tablePart":
                self._layout.has_tables = True

    def _start_data(self, at: int, prefix: str) -> None:
        head = self._read_tag(at)
        self._layout.start, self._layout.inner, self._layout.prefix = at, at + len(head), prefix
        self._layout.head = head[:-2].rstrip() + b">" if head.endswith(b"/>") else head

    def _start_cell(self, at: int, attributes: dict[str, str]) -> None:
        assert self._row is not None
        row, column = coordinate_to_tuple(self._need_place(attributes))
        style, kind = attributes.get("s", ""), attributes.get("t", "n")
        self._cell = Cell((row - 1, column - 1), at, style, kind)
        self._row.cells.append(self._cell)

    def _take_text(self, text: str) -> None:
        if self._formula is not None:
            self._formula.text += text

    def _end(self, tag: str) -> None:
        match tag.rpartition(":")[2]:
            case "f" if self._formula is not None:
                self._formula.end = self._find_end(self._formula.start)
                self._formula = None
            case "c" if self._cell is not None:
                self._cell.end = self._find_end(self._cell.start)
                self._cell = None
            case "row" if self._row is not None:
                self._row.end = self._find_end(self._row.start)
                self._row = None
            case "sheetData":
                self._layout.end = self._find_end(self._layout.start)

    def _find_end(self, start: int) -> int:
        """The place behind the element that began at `start` and ends here."""
        head = self._read_tag(start)
        if head.endswith(b"/>"):
            return start + len(head)
        return self._xml.index(b">", self._parser.CurrentByteIndex) + 1

    def _read_tag(self, at: int) -> bytes:
        match = _START_TAG.match(self._xml, at)
        assert match is not None
        return match[0]

    def _need_place(self, attributes: dict[str, str]) -> str:
        if "r" not in attributes:
            what = "has cells without a place: save the workbook once in Excel"
            raise Permanent(f"the tab {self._title} {what}")
        return attributes["r"]


def name_cell(place: Place) -> str:
    """The cell as a person finds it: C7."""
    return f"{get_column_letter(place[1] + 1)}{place[0] + 1}"


def _translate(formula: str, origin: Place, place: Place) -> str:
    translator = Translator(f"={formula}", origin=name_cell(origin))
    moved: str = translator.translate_formula(name_cell(place))
    return moved.removeprefix("=")
