"""A workbook: its tabs read with openpyxl, cells written into them, and tabs added.

Only the parts that change are written anew. openpyxl could save a workbook too, but without the
values of its formulas, and without shapes, slicers and much else that it does not read.
"""

from __future__ import annotations

import posixpath
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from io import BytesIO
from itertools import islice
from threading import RLock
from typing import Any
from xml.etree import ElementTree
from xml.sax.saxutils import quoteattr

from openpyxl import load_workbook
from openpyxl.styles.numbers import BUILTIN_FORMATS

from belfry.adapters.excel.packages import Package, workbook_errors
from belfry.adapters.excel.sheet_parts import NewCell, SheetPart, name_cell
from belfry.adapters.excel.values import TEXT_FORMAT, render_value, store_value
from belfry.kernel.errors import InputError, Permanent
from belfry.kernel.sheets.columns import UNCALCULATED
from belfry.kernel.sheets.grids import CellEdit, Grid, apply_cell_edits, level_grid

LAST_ROW = 1_048_576
MOST_ROWS = 100_000
MOST_COLUMNS = 500
MOST_CELLS = 1_000_000
# A formula without a value beside it: saved by a program that does not calculate. (The formula of
# a text may well have an empty one.)
_BARE_FORMULA = re.compile(
    rb'<c\b(?![^>]*\bt="str")[^>]*?\br="([A-Z]{1,3}\d{1,7})"[^>]*>\s*'
    rb"<f\b(?:[^>]*/>|[^>]*[^/>]>[^<]*</f>|>[^<]*</f>)\s*(?:<v\s*/>|<v>\s*</v>)?\s*</c>"
)
# openpyxl changes warnings for the whole process while it reads.
_READING = RLock()


class Book:
    """Reads a tab when it is asked for; InputError for what is no workbook or too large."""

    def __init__(self, content: bytes, *, name: str) -> None:
        self.package = Package(content, name=name)
        self._grids: dict[str, list[list[str]]] = {}
        with _READING, workbook_errors(name), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._book = load_workbook(BytesIO(content), read_only=True, data_only=True)
            self.epoch: datetime = self._book.epoch
            self._tabs: dict[str, Any] = {
                tab.title: tab for tab in self._book.worksheets if hasattr(tab, "iter_rows")
            }

    @property
    def titles(self) -> list[str]:
        return list(self._tabs)

    def find_part(self, title: str) -> str:
        """The name of the part that holds the tab."""
        part: str = self._tabs[title]._worksheet_path
        return part

    def read_tab(self, title: str) -> list[list[str]]:
        """Every row from the first on, blank ones too, so that a row's place is its number."""
        with _READING:
            if title not in self._grids:
                self._grids[title] = self._read_grid(title)
            return self._grids[title]

    def _read_grid(self, title: str) -> list[list[str]]:
        place = f"tab {title} of {self.package.name}"
        part = self.package.read(self.find_part(title))
        bare = {match[1].decode() for match in _BARE_FORMULA.finditer(part)}
        rows: dict[int, list[str]] = {}
        count = 0
        with workbook_errors(place), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            for number, cells in self._list_rows(title):
                texts = [_render_cell(cell, bare) for cell in cells]
                while texts and not texts[-1]:
                    texts.pop()
                if texts:
                    count += len(texts)
                    _check_size(number, len(texts), count, place)
                    rows[number] = texts
        return [rows.get(number, []) for number in range(max(rows, default=-1) + 1)]

    def _list_rows(self, title: str) -> Iterator[tuple[int, Any]]:
        """What the tab claims of its size is not believed: it would fill rows up to it."""
        tab = self._tabs[title]
        tab.reset_dimensions()
        return enumerate(islice(tab.iter_rows(), LAST_ROW))


def _render_cell(cell: Any, bare: set[str]) -> str:
    value = cell.value
    if value is None:
        return UNCALCULATED if bare and _find_address(cell) in bare else ""
    if isinstance(value, str):
        return value if value.strip() else ""
    is_number = isinstance(value, int | float) and not isinstance(value, bool)
    return render_value(value, cell.number_format if is_number else "")


def _find_address(cell: Any) -> str:
    """EMPTY_CELL, which fills gaps, has none."""
    return str(cell.coordinate) if hasattr(cell, "coordinate") else ""


def _check_size(row: int, width: int, count: int, place: str) -> None:
    if row >= MOST_ROWS or width > MOST_COLUMNS or count > MOST_CELLS:
        raise InputError(
            f"{place} is too large: at most {MOST_ROWS:,} rows, {MOST_COLUMNS} columns and "
            f"{MOST_CELLS:,} cells are read; remove what stands far below or to the right"
        )


_TYPES = "[Content_Types].xml"
_ROOT_RELS = "_rels/.rels"
_USUAL = "xl/workbook.xml"
_CHAIN = "calcChain"
_STYLES = "styles"
_SHEET_TYPE = "application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_RELATIONS = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_CALCULATION = re.compile(rb"<((?:\w+:)?)calcPr\b([^>]*?)(/?)>")
_FULL = b' fullCalcOnLoad="1"'
_BEFORE_CALCULATION = ("definedNames", "externalReferences", "functionGroups", "sheets")


class ExcelWorkbook(Book):
    """Makes the bytes of a changed workbook; they are read again and compared before they count."""

    def __init__(self, content: bytes, *, name: str) -> None:
        super().__init__(content, name=name)
        self._workbook = _find_target(self.package, _ROOT_RELS, "officeDocument") or _USUAL
        self._rels = _name_rels(self._workbook)

    def write_cells(self, title: str, edits: Sequence[CellEdit]) -> bytes:
        """The workbook with these cells of a tab written."""
        part = self.find_part(title)
        sheet = SheetPart(self.package.read(part), title=title)
        before = self.read_tab(title)
        header = next((row for row, cells in enumerate(before) if any(cells)), 0)
        self._check_sheet(sheet, edits, before, header)
        styles = _Styles(self.package, self._rels, self.epoch)
        cells = {
            (edit.row, edit.column): styles.make_cell(sheet, edit, header=header) for edit in edits
        }
        parts: dict[str, bytes | None] = {part: sheet.write(cells), **self._recalculate()}
        if any((cell := sheet.find_cell(place)) and cell.formula for place in cells):
            parts |= self._drop_chain(parts)
        return self._check(self.package.rewrite(parts), title, apply_cell_edits(before, edits))

    def add_tab(self, title: str, rows: Grid, *, like: str | None = None) -> bytes:
        """The workbook with one more tab at its end, formatted as the tab `like` is."""
        number = 1
        while (part := f"xl/worksheets/sheet{number}.xml") in self.package.names:
            number += 1
        content = self._make_sheet(title, rows, like)
        types, rels = self.package.read(_TYPES), self.package.read(self._rels)
        relation = f"rIdBelfry{number}"
        override = f'Override PartName="/{part}" ContentType="{_SHEET_TYPE}"/>'
        link = f'Relationship Id="{relation}" Type="{_RELATIONS}/worksheet" Target="/{part}"/>'
        workbook = self.package.read(self._workbook)
        sheet_id = 1 + max(map(int, re.findall(rb'\bsheetId="(\d+)"', workbook)), default=0)
        sheet = f'sheet xmlns:r="{_RELATIONS}" name={quoteattr(title)} sheetId="{sheet_id}"'
        parts: dict[str, bytes | None] = {
            part: content,
            _TYPES: _append(types, "Types", override),
            self._rels: _append(rels, "Relationships", link),
            self._workbook: _append(workbook, "sheets", f'{sheet} r:id="{relation}"/>'),
        }
        return self._check(self.package.rewrite(parts), title, level_grid(rows))

    def _make_sheet(self, title: str, rows: Grid, like: str | None) -> bytes:
        """A tab's XML; a column has the width, and its cells the format, that it has in `like`."""
        pattern = None
        if like is not None:
            pattern = SheetPart(self.package.read(self.find_part(like)), title=like)
        columns = pattern.columns if pattern else b""
        head = f'<worksheet xmlns="{_MAIN}">'.encode()
        empty = SheetPart(head + columns + b"<sheetData/></worksheet>", title=title)
        styles = _Styles(self.package, self._rels, self.epoch)
        grid = level_grid(rows)
        cells = {
            (row, column): styles.make_cell(
                pattern or empty, CellEdit(min(row, 1), column, value), header=0
            )
            for row, values in enumerate(grid)
            for column, value in enumerate(values)
            if value
        }
        return b'<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n' + empty.write(cells)

    def _check_sheet(
        self, sheet: SheetPart, edits: Sequence[CellEdit], before: Grid, header: int
    ) -> None:
        if sheet.is_protected:
            what = "is protected, and nothing is written into it: remove the protection in Excel"
            raise Permanent(f"the tab {sheet.title} {what}")
        for edit in edits:
            old = before[edit.row][edit.column : edit.column + 1] if edit.row < len(before) else []
            if sheet.has_tables and edit.row == header and any(old):
                where = f"tab {sheet.title}, {name_cell((edit.row, edit.column))}"
                raise Permanent(f"{where} is the header of an Excel table: rename it in Excel")

    def _recalculate(self) -> dict[str, bytes]:
        """The workbook part that makes Excel work out every formula when it opens the file."""
        workbook = self.package.read(self._workbook)
        setting = _CALCULATION.search(workbook)
        if setting is None:
            return {self._workbook: _insert_calculation(workbook)}
        rest = re.sub(rb'\s+fullCalcOnLoad="[^"]*"', b"", setting[2])
        tag = b"<" + setting[1] + b"calcPr" + rest.rstrip() + _FULL + setting[3] + b">"
        return {self._workbook: workbook[: setting.start()] + tag + workbook[setting.end() :]}

    def _drop_chain(self, parts: Mapping[str, bytes | None]) -> dict[str, bytes | None]:
        """Without the order of calculation, which would name a formula that is gone."""
        target = _find_target(self.package, self._rels, _CHAIN)
        if target is None:
            return {}
        name = re.escape(target.rpartition("/")[2].encode())
        element = rb"<(?:\w+:)?(?:Override|Relationship)\b[^>]*" + name + rb'"[^>]*?/>'
        return {
            target: None,
            _TYPES: re.sub(element, b"", parts.get(_TYPES) or self.package.read(_TYPES)),
            self._rels: re.sub(element, b"", self.package.read(self._rels)),
        }

    def _check(self, content: bytes, title: str, wanted: Grid) -> bytes:
        """The bytes, if they read as they should; nothing may be lost on the way."""
        written = Book(content, name=self.package.name)
        titles = list(dict.fromkeys([*self.titles, title]))
        if written.titles == titles and level_grid(written.read_tab(title)) == level_grid(wanted):
            return content
        raise Permanent(
            f"the tab {title} of {self.package.name} would not read back as it was written, "
            "so nothing was: save the workbook once in Excel"
        )


class _Styles:
    """The formats of a workbook's cells by the number that a cell's XML has."""

    def __init__(self, package: Package, rels: str, epoch: datetime) -> None:
        self._epoch = epoch
        self._formats: list[str] = []
        part = _find_target(package, rels, _STYLES)
        if part is not None:
            with workbook_errors(package.name):
                self._formats = _list_formats(ElementTree.fromstring(package.read(part)))

    def make_cell(self, sheet: SheetPart, edit: CellEdit, *, header: int) -> NewCell:
        """A new cell takes the format of the one above it, unless that is the header."""
        place = (edit.row, edit.column)
        cell = sheet.find_cell(place)
        above = sheet.find_cell((edit.row - 1, edit.column)) if edit.row - 1 > header else None
        style = next((known.style for known in (cell, above) if known is not None), "")
        if not edit.value:
            return NewCell(None, style)
        was = next((known.kind for known in (cell, above) if known is not None), "n")
        number_format = self._find_format(style)
        if number_format == TEXT_FORMAT:
            was = "s"
        stored = store_value(edit.value, number_format=number_format, was=was, epoch=self._epoch)
        return NewCell(stored, style)

    def _find_format(self, style: str) -> str:
        number = int(style or 0)
        return self._formats[number] if number < len(self._formats) else "General"


def _list_formats(root: ElementTree.Element) -> list[str]:
    names = {
        int(element.attrib["numFmtId"]): element.attrib.get("formatCode", "General")
        for element in root.iter()
        if _local(element) == "numFmt"
    }
    formats = {**BUILTIN_FORMATS, **names}
    cell_formats = next((element for element in root if _local(element) == "cellXfs"), None)
    return [
        formats.get(int(element.attrib.get("numFmtId", 0)), "General")
        for element in (cell_formats if cell_formats is not None else ())
    ]


def _find_target(package: Package, rels: str, kind: str) -> str | None:
    """The part that a relationship of this kind leads to."""
    folder = posixpath.dirname(posixpath.dirname(rels))
    with workbook_errors(package.name):
        for element in ElementTree.fromstring(package.read(rels)):
            if element.attrib.get("Type", "").endswith(f"/{kind}"):
                target = element.attrib["Target"]
                joined = posixpath.normpath(posixpath.join("/", folder, target)).lstrip("/")
                return joined if joined in package.names else None
    return None


def _name_rels(part: str) -> str:
    folder, _, name = part.rpartition("/")
    return f"{folder}/_rels/{name}.rels"


def _append(xml: bytes, parent: str, element: str) -> bytes:
    """The XML with one more element at the end of `parent`."""
    closing = re.search(rb"</((?:\w+:)?)" + parent.encode() + rb"\s*>", xml)
    if closing is None:
        raise Permanent(f"the workbook has no list of {parent}: save it once in Excel")
    start = closing.start()
    return xml[:start] + b"<" + closing[1] + element.encode() + xml[start:]


def _insert_calculation(workbook: bytes) -> bytes:
    for name in _BEFORE_CALCULATION:
        if closing := re.search(rb"</((?:\w+:)?)" + name.encode() + rb"\s*>", workbook):
            tag = b"<" + closing[1] + b"calcPr" + _FULL + b"/>"
            return workbook[: closing.end()] + tag + workbook[closing.end() :]
    return workbook


def _local(element: ElementTree.Element) -> str:
    return element.tag.rpartition("}")[2]
