"""Editing a document of the team, with its reading beside it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import assert_never

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.documents.table_page import save_table, show_table
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_list import find_number
from belfry.entrypoints.web.pages.visits import Editor, Looker, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.line_edits import cut_lines, level_ends, list_changes
from belfry.kernel.rulebook import DocProblem
from belfry.kernel.rulebook.reading import DocSaid
from belfry.workspace.docs import (
    DocCrossed,
    DocKind,
    DocOutcome,
    DocRefused,
    DocSaved,
    DocUnchanged,
)
from belfry.workspace.read_docs import DocShown

router = APIRouter(route_class=PageRoute)

TABLE = ".csv"


@dataclass(frozen=True, slots=True)
class Draft:
    """A text on its way: `seen` is the state it began from, `crossed` what came between."""

    text: str
    said: DocSaid
    seen: str
    base: str = ""
    crossed: DocCrossed[DocSaid] | None = None
    is_refused: bool = False
    is_checked: bool = False
    status: int = 200


@router.post("/docs/{doc:path}/check")
def check(visit: Editor, doc: str) -> Response:
    """The reading alone, for a page that is open; nothing is kept."""
    kind = visit.services.docs.list_docs.get(doc)
    text = level_ends(visit.form.get("text", ""))
    said = kind.read(text)
    return visit.show("doc_reading.html", said=said, lines=list_read(text, said), here=None)


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
    kind = visit.services.docs.list_docs.get(doc)
    if visit.form.get("do") == "check":
        return _show_checked(visit, kind)
    outcome = _save(visit, kind)
    match outcome:
        case DocSaved(said=said, is_recoded=is_recoded):
            if not said.is_whole:
                return visit.go(f"/docs/{doc}", "doc-saved-unread")
            return visit.go(f"/docs/{doc}", "doc-recoded" if is_recoded else "doc-saved")
        case DocUnchanged():
            return visit.go(f"/docs/{doc}", "doc-unchanged")
        case DocRefused(typed, said):
            seen = visit.form.get("seen", "")
            draft = Draft(typed, said, seen, is_refused=True, status=422)
            return _show(visit, visit.services.docs.list_docs.show(doc), draft)
        case DocCrossed():
            return _show_crossed(visit, kind, outcome)
        case _:
            assert_never(outcome)


def _save(visit: Visit, kind: DocKind[DocSaid]) -> DocOutcome[DocSaid]:
    form, edit = visit.form, visit.services.docs.edit_doc
    typed, seen = form.get("text", ""), form.get("seen", "")
    do = form.get("do", "")
    if do == "merge":
        return edit.merge(kind, typed, base=form.get("base", ""), seen=seen, by=visit.by)
    return edit(kind, typed, seen=seen, by=visit.by, anyway=do == "anyway")


def _show_checked(visit: Visit, kind: DocKind[DocSaid]) -> Response:
    text = level_ends(visit.form.get("text", ""))
    seen, base = visit.form.get("seen", ""), visit.form.get("base", "")
    draft = Draft(text, kind.read(text), seen, base, is_checked=True)
    return _show(visit, visit.services.docs.list_docs.show(kind.name), draft)


def _show_crossed(visit: Visit, kind: DocKind[DocSaid], crossed: DocCrossed[DocSaid]) -> Response:
    theirs = crossed.theirs.digest or ""
    base = visit.form.get("base") if visit.form.get("do") == "merge" else visit.form.get("seen")
    said = kind.read(crossed.typed)
    draft = Draft(crossed.typed, said, theirs, base or "", crossed, status=409)
    return _show(visit, visit.services.docs.list_docs.show(kind.name), draft)


def _show(visit: Visit, shown: DocShown, draft: Draft) -> Response:
    crossed = draft.crossed
    base = crossed.base if crossed else None
    return visit.show(
        "doc.html",
        status=draft.status,
        shown=shown,
        kind=shown.kind,
        draft=draft,
        said=draft.said,
        lines=list_read(draft.text, draft.said),
        here=find_number(visit.request.query_params.get("line", "")),
        theirs=list_changes(base, level_ends(crossed.theirs.text))
        if crossed and base is not None
        else (),
        mine=list_changes(base, draft.text) if base is not None else (),
        who=WhoIsWho(visit.services),
    )


LONGEST_SHOWN = 160


@dataclass(slots=True)
class LineRead:
    """One line of the text, by its number; `words` are its meaning, `hints` why it has none yet."""

    number: int
    text: str
    words: list[str] = field(default_factory=list)
    hints: list[str] = field(default_factory=list)
    problems: list[DocProblem] = field(default_factory=list)


def list_read(text: str, said: DocSaid) -> Sequence[LineRead]:
    """The lines that there is something to say of, in their order."""
    lines = cut_lines(text)
    found: dict[int, LineRead] = {}

    def find(number: int) -> LineRead:
        shown = lines[number - 1].strip() if number <= len(lines) else ""
        return found.setdefault(number, LineRead(number, shown[:LONGEST_SHOWN]))

    for line, words in said.lines:
        find(line).words.append(words)
    for line, words in said.hints:
        find(line).hints.append(words)
    for problem in said.problems:
        find(problem.line).problems.append(problem)
    return [found[number] for number in sorted(found)]
