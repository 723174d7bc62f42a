"""Editing a table of the team: a field for every cell, and problems said where they are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, assert_never

from belfry.desk.docs import Doc, DocCrossed, DocOutcome, DocRefused, DocSaved, DocUnchanged
from belfry.desk.list_tables import TableDoc
from belfry.desk.roles import Act, may
from belfry.desk.table_docs import SheetSaid
from belfry.entrypoints.web.pages.grids import Grid, find_page_size, lay_out, list_keys, read_grid
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.entrypoints.web.pages.workflow_list import find_number
from belfry.kernel.errors import Conflict, NotAllowed, NotFound
from belfry.kernel.lines.changes import list_changes
from belfry.kernel.lines.ends import level_ends
from belfry.kernel.sheets import Sheet, SheetError, SheetProblem, make_sheet, read_sheet
from belfry.kernel.sheets.grid_edits import GridEdit, apply_grid_edit, render_text

if TYPE_CHECKING:
    from fastapi import Response

    from belfry.entrypoints.web.pages.visits import Visit

# A longer table is looked through when somebody asks for it, and not at every glance.
MOST_CHECKED = 2000


@dataclass(frozen=True, slots=True)
class Draft:
    """A table on its way: `base` is the state it began from, `typed` what the fields make of it."""

    base: str
    sheet: Sheet
    edit: GridEdit = GridEdit()
    said: SheetSaid = field(default_factory=SheetSaid)
    lines: Mapping[int, str] = field(default_factory=dict)
    is_refused: bool = False
    is_checked: bool = False
    crossed: DocCrossed[SheetSaid] | None = None
    status: int = 200


def get_table(visit: Visit, name: str) -> TableDoc:
    """The table of that name, for those who may see people's addresses; NotFound, NotAllowed."""
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
    said = table.doc.read(doc.text) if is_checked else SheetSaid()
    lines = {row.line: f"c-{place}" for place, row in enumerate(sheet.rows)}
    draft = Draft(doc.digest or "", sheet, said=said, lines=lines, is_checked=is_checked)
    line = find_number(visit.request.query_params.get("line", ""))
    return _show(visit, table, doc, draft, _find_page(visit, sheet, line), line)


def save_table(visit: Visit, name: str) -> Response:
    table = get_table(visit, name)
    base = visit.form.get("seen", "")
    text = visit.services.docs.open_doc.find_state(name, base)
    if text is None:
        raise Conflict("this table has changed too often since you opened it: open it again")
    sheet, faults = _open_sheet(text, table)
    if faults:
        raise Conflict("this table could not be read: open it again")
    edit = read_grid(visit.form, len(sheet.header))
    made = apply_grid_edit(sheet, edit)
    typed = render_text(made)
    said = table.doc.read(level_ends(typed))
    draft = Draft(base, sheet, edit, said, _find_lines(typed, sheet, edit), is_checked=True)
    return _go_on(visit, table, draft, typed, text)


def _go_on(visit: Visit, table: TableDoc, draft: Draft, typed: str, before: str) -> Response:
    if visit.form.get("do") == "check":
        return _show_again(visit, table, draft)
    outcome = _save(visit, table, draft, typed, before)
    place = f"/docs/{table.doc.name}"
    match outcome:
        case DocSaved(is_recoded=is_recoded):
            return visit.go(place, "doc-recoded" if is_recoded else "table-saved")
        case DocUnchanged():
            return visit.go(place, "doc-unchanged")
        case DocRefused():
            return _show_again(visit, table, draft, is_refused=True, status=422)
        case DocCrossed():
            return _show_again(visit, table, draft, crossed=outcome, status=409)
        case _:
            assert_never(outcome)


def _save(
    visit: Visit, table: TableDoc, draft: Draft, typed: str, before: str
) -> DocOutcome[SheetSaid]:
    """A problem that was there before keeps nobody from mending another."""
    edit, do, theirs = visit.services.docs.edit_doc, visit.form.get("do"), visit.form.get("theirs")
    known = {(one.what, one.letter) for one in table.doc.read(level_ends(before)).problems}
    is_news = any((one.what, one.letter) not in known for one in draft.said.problems)
    anyway = do == "anyway" or not is_news
    if do == "merge":
        seen = theirs or ""
        return edit.merge(table.doc, typed, base=draft.base, seen=seen, by=visit.by, anyway=anyway)
    seen = (theirs if do == "mine" else None) or draft.base
    return edit(table.doc, typed, seen=seen, by=visit.by, anyway=anyway)


def _show_again(
    visit: Visit,
    table: TableDoc,
    draft: Draft,
    *,
    is_refused: bool = False,
    crossed: DocCrossed[SheetSaid] | None = None,
    status: int = 200,
) -> Response:
    doc = visit.services.docs.open_doc(table.doc)
    made = Draft(
        *(draft.base, draft.sheet, draft.edit, draft.said, draft.lines, is_refused, True),
        crossed=crossed,
        status=status,
    )
    return _show(visit, table, doc, made, find_number(visit.form.get("page", "")))


def _show(
    visit: Visit, table: TableDoc, doc: Doc[SheetSaid], draft: Draft, page: int, line: int = 0
) -> Response:
    grid: Grid = lay_out(draft.sheet, draft.edit, draft.said.problems, draft.lines, page)
    crossed = draft.crossed
    base = crossed.base if crossed else None
    is_known = crossed is not None and base is not None
    return visit.show(
        "table.html",
        status=draft.status,
        table=table,
        doc=doc,
        draft=draft,
        grid=grid,
        here=draft.lines.get(line, ""),
        last=visit.services.docs.open_doc.find_last_change(doc),
        theirs=list_changes(base or "", crossed.theirs.text) if is_known and crossed else (),
        mine=list_changes(base or "", crossed.typed) if is_known and crossed else (),
        who=WhoIsWho(visit.services),
    )


def _open_sheet(text: str, table: TableDoc) -> tuple[Sheet, Sequence[SheetProblem]]:
    """The table, or one with nothing but our columns; what is wrong if there is no reading it."""
    if not text.strip():
        return make_sheet(table.doc.name, [column.name for column in table.table.columns]), ()
    try:
        return read_sheet(text.encode("utf-8", "replace"), name=table.doc.name), ()
    except SheetError as error:
        return make_sheet(table.doc.name, ["name"]), (error.problem,)


def _find_lines(typed: str, sheet: Sheet, edit: GridEdit) -> dict[int, str]:
    """Which row stands at which line of the table as it was typed."""
    try:
        rows = read_sheet(typed.encode("utf-8", "replace"), name=sheet.name).rows
    except SheetError:
        return {}
    return {row.line: key for row, key in zip(rows, list_keys(sheet, edit), strict=False)}


def _find_page(visit: Visit, sheet: Sheet, line: int) -> int:
    """The page that is asked for, or the one on which a line stands."""
    size = find_page_size(len(sheet.header))
    places = [place for place, row in enumerate(sheet.rows) if row.line == line]
    if places:
        return places[0] // size + 1
    return find_number(visit.request.query_params.get("page", "")) or 1
