"""The team's documents: the list, editing with a live reading, and earlier versions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import assert_never

from fastapi import APIRouter, Response

from belfry.accounts.users import Act, may
from belfry.entrypoints.web.pages.addresses import parse_number
from belfry.entrypoints.web.pages.documents.tables import (
    save_table,
    show_table,
    show_upload,
    take_upload,
)
from belfry.entrypoints.web.pages.routes import PageRoute, tell_on
from belfry.entrypoints.web.pages.visits import Editor, Looker, TableUploaded, Visit
from belfry.kernel.changes import AuditEntry
from belfry.kernel.errors import NotFound
from belfry.kernel.line_edits import cut_lines, level_ends, list_changes
from belfry.kernel.rulebook import DocProblem
from belfry.kernel.rulebook.reading import DocSaid
from belfry.ports.files import Version
from belfry.workspace.docs import (
    DocCrossed,
    DocKind,
    DocOutcome,
    DocRefused,
    DocSaved,
    DocShown,
    DocUnchanged,
    TableHead,
)
from belfry.workspace.tables import SheetSaid

router = APIRouter(route_class=PageRoute)


@router.get("/docs")
def show_docs(visit: Looker) -> Response:
    docs = [shown for shown in visit.services.docs.list_docs() if _is_used(visit, shown.kind.name)]
    tables = visit.services.docs.list_tables() if may(visit.user.role, Act.EDIT) else ()
    used = [table for table in tables if _is_used(visit, table.doc.name)]
    return visit.show("docs.html", docs=docs, tables=used)


def _is_used(visit: Visit, name: str) -> bool:
    """Whether a document belongs to the whole team, or to a room that the team uses."""
    room, _, below = name.partition("/")
    return not below or room in visit.services.settings.rooms


SHOWN = 50


@router.get("/docs/{doc:path}/versions")
def show_versions(visit: Editor, doc: str) -> Response:
    """Compares the two versions that are named, else the latest with the one before."""
    kind = _get(visit, doc)
    versions = visit.services.docs.open_doc.list_versions(kind.name)[:SHOWN]
    get_version, query = visit.services.docs.open_doc.get_version, visit.request.query_params
    newest = versions[0].number if versions else 0
    before = versions[1].number if len(versions) > 1 else newest
    new = parse_number(query.get("new", "")) or newest
    old = parse_number(query.get("old", "")) or before
    texts = [get_version(kind.name, number) for number in (old, new)] if versions else ["", ""]
    return visit.show(
        "doc_versions.html",
        kind=kind,
        versions=versions,
        old=old,
        new=new,
        changes=list_changes(*texts),
        entries=_find_entries(visit, kind.name, versions),
    )


@router.post("/docs/{doc:path}/restore")
def restore(visit: Editor, doc: str) -> Response:
    kind = _get(visit, doc)
    number = parse_number(visit.form["version"])
    if not number:
        raise NotFound("there is no such version")
    visit.services.accounts.restore_table(kind.name, number, by=visit.by)
    return visit.go(f"/docs/{doc}", "doc-restored")


def _get(visit: Visit, name: str) -> DocKind[DocSaid] | DocKind[SheetSaid]:
    table = visit.services.docs.list_tables.find(name)
    return table.doc if table else visit.services.docs.list_docs.get(name)


def _find_entries(visit: Visit, name: str, versions: Sequence[Version]) -> Mapping[int, AuditEntry]:
    """The audit entry of each version that was made on the pages, by its number."""
    audit_log = visit.services.ports.audit_log.list_entries(TableHead(name=name).subject)
    moments = {version.at: version.number for version in versions}
    entries = {}
    for entry in audit_log:
        if entry.action == "edited":
            entries[int(entry.after["version"])] = entry
        elif entry.action == "restored" and entry.at in moments:
            entries[moments[entry.at]] = entry
    return entries


TABLE = ".csv"


@router.get("/docs/{doc:path}/upload")
def show_upload_form(visit: Editor, doc: str) -> Response:
    return show_upload(visit, doc)


@router.post("/docs/{doc:path}/upload")
@tell_on(show_upload)
def upload_table(visit: TableUploaded, doc: str) -> Response:
    """Shows what the file says; the page's own form then saves it."""
    return take_upload(visit, doc)


@dataclass(frozen=True, slots=True)
class Draft:
    """A text being edited from state `seen`; `crossed` is an edit made meanwhile."""

    text: str
    reading: DocSaid
    seen: str
    base: str = ""
    crossed: DocCrossed[DocSaid] | None = None
    is_refused: bool = False
    is_checked: bool = False
    status: int = 200


@router.post("/docs/{doc:path}/check")
def check(visit: Editor, doc: str) -> Response:
    """The reading alone, for an open page; nothing is stored."""
    kind = visit.services.docs.list_docs.get(doc)
    text = level_ends(visit.form["text"])
    page = kind.read(text)
    return visit.show("doc_reading.html", reading=page, lines=list_read(text, page), here=None)


@router.get("/docs/{doc:path}")
def show_doc(visit: Looker, doc: str) -> Response:
    if doc.endswith(TABLE):
        return show_table(visit, doc)
    shown = visit.services.docs.list_docs.show(doc)
    draft = Draft(level_ends(shown.doc.text), shown.said, shown.doc.digest or "")
    return _show(visit, shown, draft)


@router.post("/docs/{doc:path}")
def save(visit: Editor, doc: str) -> Response:
    if doc.endswith(TABLE):
        return save_table(visit, doc)
    list_docs, form = visit.services.docs.list_docs, visit.form
    kind = list_docs.get(doc)
    if form["do"] == "check":
        text = level_ends(form["text"])
        draft = Draft(text, kind.read(text), form["seen"], form["base"], is_checked=True)
        return _show(visit, list_docs.show(doc), draft)
    outcome = _save(visit, kind)
    match outcome:
        case DocSaved(said=reading, is_recoded=is_recoded):
            if not reading.is_whole:
                return visit.go(f"/docs/{doc}", "doc-saved-unread")
            return visit.go(f"/docs/{doc}", "doc-recoded" if is_recoded else "doc-saved")
        case DocUnchanged():
            return visit.go(f"/docs/{doc}", "doc-unchanged")
        case DocRefused(typed, reading):
            draft = Draft(typed, reading, form["seen"], is_refused=True, status=422)
            return _show(visit, list_docs.show(doc), draft)
        case DocCrossed(typed=typed, theirs=theirs):
            base = form["base"] if form["do"] == "merge" else form["seen"]
            seen = theirs.digest or ""
            draft = Draft(typed, kind.read(typed), seen, base, crossed=outcome, status=409)
            return _show(visit, list_docs.show(doc), draft)
        case _:
            assert_never(outcome)


def _save(visit: Visit, kind: DocKind[DocSaid]) -> DocOutcome[DocSaid]:
    form, edit = visit.form, visit.services.docs.edit_doc
    typed, seen = form["text"], form["seen"]
    do = form["do"]
    if do == "merge":
        return edit.merge(kind, typed, base=form["base"], seen=seen, by=visit.by)
    return edit(kind, typed, seen=seen, by=visit.by, anyway=do == "anyway")


def _show(visit: Visit, shown: DocShown, draft: Draft) -> Response:
    crossed = draft.crossed
    base = crossed.base if crossed else None
    return visit.show(
        "doc.html",
        status=draft.status,
        shown=shown,
        kind=shown.kind,
        draft=draft,
        reading=draft.reading,
        lines=list_read(draft.text, draft.reading),
        here=parse_number(visit.request.query_params.get("line", "")),
        theirs=list_changes(base, level_ends(crossed.theirs.text))
        if crossed and base is not None
        else (),
        mine=list_changes(base, draft.text) if base is not None else (),
    )


LONGEST_SHOWN = 160


@dataclass(slots=True)
class LineRead:
    """A line of the text: `words` are its meaning, `hints` why it has none yet."""

    number: int
    text: str
    words: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    problems: list[DocProblem] = field(default_factory=list)


def list_read(text: str, reading: DocSaid) -> Sequence[LineRead]:
    lines = cut_lines(text)
    read: dict[int, LineRead] = {}

    def find(number: int) -> LineRead:
        shown = lines[number - 1].strip() if number <= len(lines) else ""
        return read.setdefault(number, LineRead(number, shown[:LONGEST_SHOWN]))

    for line, words in reading.lines:
        find(line).words.append(words)
    for line, words in reading.hints:
        find(line).hints.append(words)
    for problem in reading.problems:
        find(problem.line).problems.append(problem)
    return [read[number] for number in sorted(read)]
