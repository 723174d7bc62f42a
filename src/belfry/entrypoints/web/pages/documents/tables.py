"""Editing a table of the team: a field for every cell, with problems shown at the cell."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import assert_never

from fastapi import Response

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.addresses import parse_number
from belfry.entrypoints.web.pages.visits import Upload, Visit
from belfry.kernel.errors import BelfryError, Conflict, NotAllowed, NotFound
from belfry.kernel.line_edits import level_ends, list_changes
from belfry.kernel.sheets import Sheet, SheetError, SheetProblem, make_sheet, read_sheet
from belfry.kernel.sheets.columns import name_letter
from belfry.kernel.sheets.sheets import GridEdit, apply_grid_edit, render_text
from belfry.workspace.docs import Doc, DocCrossed, DocOutcome, DocRefused, DocSaved, DocUnchanged
from belfry.workspace.tables import SheetSaid, TableDoc

# A longer table is checked only on request.
MOST_CHECKED = 2000


@dataclass(frozen=True, slots=True)
class Draft:
    """A table being edited from state `base`."""

    base: str
    sheet: Sheet
    edit: GridEdit = GridEdit()
    reading: SheetSaid = field(default_factory=SheetSaid)
    lines: Mapping[int, str] = field(default_factory=dict)
    is_refused: bool = False
    is_checked: bool = False
    crossed: DocCrossed[SheetSaid] | None = None
    status: int = 200


def get_table(visit: Visit, name: str) -> TableDoc:
    """NotFound, or NotAllowed for those who may not see people's addresses."""
    table = visit.services.docs.list_tables.find(name)
    if table is None:
        raise NotFound(f"{name} is no table of the team")
    if not may(visit.user.role, Act.EDIT):
        raise NotAllowed(f"your role is {visit.user.role}, and that may not {Act.EDIT} here")
    return table


def show_table(visit: Visit, name: str) -> Response:
    table = get_table(visit, name)
    doc = visit.services.docs.open_doc(table.doc)
    sheet, faults = _open_sheet(doc.text, table)
    if faults:
        return visit.show("table_fault.html", table=table, doc=doc, problems=faults)
    is_checked = len(sheet.rows) <= MOST_CHECKED
    page = table.doc.read(doc.text) if is_checked else SheetSaid()
    lines = {row.line: f"c-{place}" for place, row in enumerate(sheet.rows)}
    draft = Draft(doc.digest or "", sheet, reading=page, lines=lines, is_checked=is_checked)
    line = parse_number(visit.request.query_params.get("line", ""))
    return _show(visit, table, doc, draft, _find_page(visit, sheet, line), line)


def save_table(visit: Visit, name: str) -> Response:
    table = get_table(visit, name)
    base = visit.form["seen"]
    text = visit.services.docs.open_doc.find_state(name, base)
    if text is None:
        raise Conflict("this table has changed too often since you opened it: open it again")
    sheet, faults = _open_sheet(text, table)
    if faults:
        raise Conflict("this table could not be read: open it again")
    edit = read_grid(visit.form, len(sheet.header))
    typed = render_text(apply_grid_edit(sheet, edit))
    page = table.doc.read(level_ends(typed))
    draft = Draft(base, sheet, edit, page, _find_lines(typed, sheet, edit), is_checked=True)
    return _go_on(visit, table, draft, typed, text)


def _go_on(visit: Visit, table: TableDoc, draft: Draft, typed: str, before: str) -> Response:
    if visit.form["do"] == "check":
        return _show_again(visit, table, draft)
    outcome, place = _save(visit, table, draft, typed, before), f"/docs/{table.doc.name}"
    match outcome:
        case DocSaved(is_recoded=is_recoded):
            return visit.go(place, "doc-recoded" if is_recoded else "table-saved")
        case DocUnchanged():
            return visit.go(place, "doc-unchanged")
        case DocRefused():
            return _show_again(visit, table, replace(draft, is_refused=True, status=422))
        case DocCrossed():
            return _show_again(visit, table, replace(draft, crossed=outcome, status=409))
        case _:
            assert_never(outcome)


def _save(
    visit: Visit, table: TableDoc, draft: Draft, typed: str, before: str
) -> DocOutcome[SheetSaid]:
    """Saved despite problems that were there before."""
    edit, do, theirs = visit.services.docs.edit_doc, visit.form["do"], visit.form["theirs"]
    known = {
        (problem.what, problem.letter) for problem in table.doc.read(level_ends(before)).problems
    }
    is_news = any((problem.what, problem.letter) not in known for problem in draft.reading.problems)
    anyway = do == "anyway" or not is_news
    if do == "merge":
        base = draft.base
        return edit.merge(table.doc, typed, base=base, seen=theirs, by=visit.by, anyway=anyway)
    seen = (theirs if do == "mine" else "") or draft.base
    return edit(table.doc, typed, seen=seen, by=visit.by, anyway=anyway)


def _show_again(visit: Visit, table: TableDoc, draft: Draft) -> Response:
    doc = visit.services.docs.open_doc(table.doc)
    return _show(visit, table, doc, draft, parse_number(visit.form["page"]))


def _show(
    visit: Visit, table: TableDoc, doc: Doc[SheetSaid], draft: Draft, page: int, line: int = 0
) -> Response:
    crossed = draft.crossed
    base = crossed.base if crossed else None
    return visit.show(
        "table.html",
        status=draft.status,
        table=table,
        doc=doc,
        draft=draft,
        grid=lay_out(draft.sheet, draft.edit, draft.reading.problems, draft.lines, page),
        here=draft.lines.get(line, ""),
        here_column=visit.request.query_params.get("column", ""),
        last=visit.services.docs.open_doc.find_last_change(doc),
        theirs=list_changes(base, crossed.theirs.text) if crossed and base is not None else (),
        mine=list_changes(base, crossed.typed) if crossed and base is not None else (),
    )


def _open_sheet(text: str, table: TableDoc) -> tuple[Sheet, Sequence[SheetProblem]]:
    """The table, or an empty one with its columns; the problems if it cannot be read."""
    if not text.strip():
        return make_sheet(table.doc.name, [column.name for column in table.table.columns]), ()
    try:
        return read_sheet(text.encode("utf-8", "replace"), name=table.doc.name), ()
    except SheetError as error:
        return make_sheet(table.doc.name, ["name"]), (error.problem,)


def _find_lines(typed: str, sheet: Sheet, edit: GridEdit) -> dict[int, str]:
    """The key of the row at each line of the edited table."""
    try:
        rows = read_sheet(typed.encode("utf-8", "replace"), name=sheet.name).rows
    except SheetError:
        return {}
    return {row.line: key for row, key in zip(rows, list_keys(sheet, edit), strict=False)}


def _find_page(visit: Visit, sheet: Sheet, line: int) -> int:
    """The page with that line, else the page asked for."""
    size = find_page_size(len(sheet.header))
    places = [place for place, row in enumerate(sheet.rows) if row.line == line]
    if places:
        return places[0] // size + 1
    return parse_number(visit.request.query_params.get("page", "")) or 1


def show_upload(visit: Visit, doc: str, error: BelfryError | None = None) -> Response:
    """The form that takes a file; `error` says why the last one was not taken."""
    return visit.show("table_upload.html", table=get_table(visit, doc), error=error)


def take_upload(visit: Upload, name: str) -> Response:
    """What the file says, or the table saved once that was confirmed."""
    table = get_table(visit, name)
    if visit.form["do"] == "save":
        return _save_upload(visit, table)
    read_upload, tab = visit.services.docs.read_upload, visit.form["tab"]
    preview = read_upload(table, visit.content, file=visit.file_name, tab=tab)
    return visit.show("table_preview.html", table=table, preview=preview)


def _save_upload(visit: Upload, table: TableDoc) -> Response:
    """Save what was previewed, if the table still is what it was compared with."""
    form, place = visit.form, f"/docs/{table.doc.name}"
    edit = visit.services.docs.edit_doc
    outcome = edit(
        table.doc, form["text"], seen=form["seen"], by=visit.by, anyway=True, upload=form["file"]
    )
    match outcome:
        case DocSaved():
            return visit.go(place, "table-uploaded")
        case DocUnchanged():
            return visit.go(place, "doc-unchanged")
        case DocCrossed() | DocRefused():
            raise Conflict("the table was changed since you uploaded the file: upload it again")
        case _:
            assert_never(outcome)


MOST_CELLS = 1000
MOST_ROWS = 100
NEW_ROWS = 3
_CELL = re.compile(r"(?P<kind>[cn])-(?P<row>\d{1,7})-(?P<column>\d{1,4})", re.ASCII)
_GONE = re.compile(r"x-(?P<row>\d{1,7})", re.ASCII)


@dataclass(frozen=True, slots=True)
class GridRow:
    """Its problems are by the column's letter; without one they are about the whole row.

    `number` is its place in the table, from 1; None for a new row.
    """

    key: str
    values: Sequence[str]
    problems: Mapping[str, Sequence[str]]
    number: int | None = None
    is_removed: bool = False


@dataclass(frozen=True, slots=True)
class Grid:
    """One page of a table; `others` are problems of rows on other pages."""

    headers: Sequence[str]
    letters: Sequence[str]
    rows: Sequence[GridRow]
    page: int
    pages: int
    total: int
    others: Sequence[SheetProblem]


def read_grid(form: Mapping[str, str], width: int) -> GridEdit:
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
    """One page of the edited table; `lines` gives the key of the row at each line."""
    width = len(sheet.header)
    size = find_page_size(width)
    pages = max(1, -(-len(sheet.rows) // size))
    page = min(max(1, page), pages)
    by_key: dict[str, dict[str, list[str]]] = {}
    for problem in problems:
        row_problems = by_key.setdefault(lines.get(problem.line or 0, ""), {})
        row_problems.setdefault(problem.letter or "", []).append(problem.what)
    rows = []
    for place in range((page - 1) * size, min(page * size, len(sheet.rows))):
        cells = enumerate(sheet.rows[place].cells)
        values = [edit.cells.get((place, column), cell) for column, cell in cells]
        key, is_removed = f"c-{place}", place in edit.removed
        rows.append(GridRow(key, values, by_key.get(key, {}), place + 1, is_removed))
    for place, added in enumerate([*edit.added, *[[""] * width] * NEW_ROWS][:NEW_ROWS]):
        rows.append(GridRow(f"n-{place}", added, by_key.get(f"n-{place}", {})))
    here = {row.key for row in rows}
    return Grid(
        headers=[header.strip() for header in sheet.header],
        letters=[name_letter(column) for column in range(width)],
        rows=rows,
        page=page,
        pages=pages,
        total=len(sheet.rows),
        others=[problem for problem in problems if lines.get(problem.line or 0, "") not in here],
    )


def list_keys(sheet: Sheet, edit: GridEdit) -> list[str]:
    """The keys of the rows that the edited sheet has, in order."""
    old = [f"c-{place}" for place in range(len(sheet.rows)) if place not in edit.removed]
    filled = [
        place for place, cells in enumerate(edit.added) if any(cell.strip() for cell in cells)
    ]
    return [*old, *(f"n-{place}" for place in filled)]
