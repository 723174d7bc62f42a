"""A table that a person uploads: what its columns mean, and what it would change.

Nothing is stored. The page sends the text back when the person confirms it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import PurePosixPath

from belfry.kernel.errors import InputError
from belfry.kernel.sheets import (
    Comparison,
    Form,
    Sheet,
    SheetError,
    SheetProblem,
    compare_sheets,
    make_sheet,
    match_columns,
    read_sheet,
)
from belfry.kernel.sheets.columns import Columns, plain_header
from belfry.kernel.sheets.grids import render_grid
from belfry.kernel.sheets.sheets import decode_text, render_text
from belfry.ports.files import Workbook
from belfry.workspace.docs import OpenDoc
from belfry.workspace.tables import TableDoc

MOST_FILE_BYTES = 20_000_000
# As text, it goes to the page and back.
MOST_TEXT_BYTES = 900_000
ROWS_SHOWN = 5
_ZIP = b"PK\x03\x04"
_COMPOUND = b"\xd0\xcf\x11\xe0"

OpenWorkbook = Callable[[bytes, str], Workbook]


@dataclass(frozen=True, slots=True)
class UploadedColumn:
    """A header of the file; `column` is what Belfry calls it, empty if it knows none such."""

    header: str
    column: str


@dataclass(frozen=True, slots=True)
class UploadPreview:
    """What an upload says. `text` is the table as it would be saved over the state `seen`.

    With a `fault` it cannot be used at all.
    """

    file: str
    seen: str
    fault: SheetProblem | None = None
    text: str = ""
    headers: tuple[str, ...] = ()
    columns: tuple[UploadedColumn, ...] = ()
    missing: tuple[str, ...] = ()
    problems: tuple[SheetProblem, ...] = ()
    rows: tuple[tuple[str, ...], ...] = ()
    total: int = 0
    changes: Comparison = Comparison()

    @property
    def is_same(self) -> bool:
        return self.fault is None and self.changes == Comparison()


@dataclass(frozen=True, slots=True)
class ReadUpload:
    """`find_table` gives the table's name that a tab's title stands for."""

    open_doc: OpenDoc
    open_workbook: OpenWorkbook
    find_table: Callable[[str], str | None]

    def __call__(
        self, table: TableDoc, content: bytes, *, file: str, tab: str = ""
    ) -> UploadPreview:
        """InputError for a file that is no table; `tab` is needed if a workbook has several."""
        file = PurePosixPath(file.replace("\\", "/")).name[:100] or "the file"
        if not content:
            raise InputError("choose a file first", field="chosen")
        if len(content) > MOST_FILE_BYTES:
            raise InputError(f"a file may have {MOST_FILE_BYTES // 1_000_000} MB at most")
        text, title = self._read_text(table, content, file, tab)
        if len(text.encode()) > MOST_TEXT_BYTES:
            most = f"{MOST_TEXT_BYTES:,}"
            what = f"the table has more than {most} bytes: put it into the team's folder instead"
            raise InputError(what)
        return self._preview(table, text, file, title)

    def _read_text(self, table: TableDoc, content: bytes, file: str, tab: str) -> tuple[str, str]:
        """The table as text, and the title of its tab if it is one."""
        if not content.startswith((_ZIP, _COMPOUND)):
            return decode_text(content, name=file)[0], ""
        book = self.open_workbook(content, file)
        title = self._find_tab(table, book, tab)
        return render_grid(book.read_tab(title)).decode(), title

    def _find_tab(self, table: TableDoc, book: Workbook, wanted: str) -> str:
        """The tab asked for, else the only one, else the one that is called like the table."""
        titles = book.titles
        if wanted.strip():
            known = {plain_header(title): title for title in titles}
            if title := known.get(plain_header(wanted)):
                return title
            raise InputError(f"the workbook has the tabs {_join(titles)}", field="tab")
        named = [title for title in titles if self.find_table(title) == table.doc.name]
        if len(named) == 1:
            return named[0]
        if len(titles) == 1:
            return titles[0]
        raise InputError(f"say which tab: the workbook has {_join(titles)}", field="tab")

    def _preview(self, table: TableDoc, text: str, file: str, title: str) -> UploadPreview:
        doc = self.open_doc(table.doc)
        seen = doc.digest or ""
        try:
            sheet = read_sheet(text.encode(), name=file, tab=title)
            columns = match_columns(sheet, table.table.columns)
        except SheetError as error:
            return UploadPreview(file, seen, error.problem)
        present = _read_present(doc.text, table)
        aligned = _align(sheet, present, table.doc.name)
        return UploadPreview(
            file,
            seen,
            text=render_text(aligned),
            headers=tuple(header.strip() for header in sheet.header),
            columns=_list_columns(sheet, columns),
            missing=tuple(c.name for c in table.table.columns if c.name not in columns.places),
            problems=_list_problems(table, text, sheet),
            rows=tuple(row.cells[: len(sheet.header)] for row in sheet.rows[:ROWS_SHOWN]),
            total=len(sheet.rows),
            changes=_compare(present, aligned, table),
        )


def _read_present(text: str, table: TableDoc) -> Sheet:
    """The table as it is now; an empty one if there is none, or none that can be read."""
    try:
        return read_sheet(text.encode(), name=table.doc.name)
    except SheetError:
        return make_sheet(table.doc.name, [])


def _align(sheet: Sheet, present: Sheet, name: str) -> Sheet:
    """The uploaded rows in the form of the present table, its columns first and in their order."""
    plain = [plain_header(header) for header in sheet.header]
    known = [plain_header(header) for header in present.header]
    first = [plain.index(header) for header in known if header and header in plain]
    order = list(dict.fromkeys([*first, *range(len(plain))]))
    old = dict(zip(known, present.header, strict=True))
    header = [old.get(plain[place], sheet.header[place]) for place in order]
    width = len(sheet.header)
    rows = [[*(row.cells[place] for place in order), *row.cells[width:]] for row in sheet.rows]
    form = present.form if present.header else Form()
    return make_sheet(name, header, rows, form=form)


def _compare(present: Sheet, uploaded: Sheet, table: TableDoc) -> Comparison:
    """What would change; without a table yet, every row is added and no column."""
    before = present if present.header else make_sheet(present.name, uploaded.header)
    return compare_sheets(before, uploaded, key=table.table.key)


def _list_columns(sheet: Sheet, columns: Columns) -> tuple[UploadedColumn, ...]:
    names = {place: name for name, place in columns.places.items()}
    return tuple(
        UploadedColumn(header.strip(), names.get(place, ""))
        for place, header in enumerate(sheet.header)
        if header.strip() or place in names
    )


def _list_problems(table: TableDoc, text: str, sheet: Sheet) -> tuple[SheetProblem, ...]:
    """What is wrong in its rows, by their places in the uploaded file."""
    rows = zip(read_sheet(text.encode(), name=sheet.name).rows, sheet.rows, strict=True)
    numbers = {row.line: uploaded.line for row, uploaded in rows}
    return tuple(
        replace(
            problem,
            file=sheet.name,
            tab=sheet.tab,
            line=numbers.get(problem.line or 0, problem.line),
        )
        for problem in table.doc.read(text).problems
    )


def _join(titles: Sequence[str]) -> str:
    return ", ".join(titles) or "no tabs"
