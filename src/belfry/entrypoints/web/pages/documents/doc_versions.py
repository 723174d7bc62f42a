"""What a document of the team said before, and bringing that back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from fastapi import APIRouter, Response

from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.scheduler.workflow_list import find_number
from belfry.entrypoints.web.pages.visits import Editor, Visit
from belfry.entrypoints.web.pages.who import WhoIsWho
from belfry.kernel.audit import AuditEntry
from belfry.kernel.errors import NotFound
from belfry.kernel.line_edits import LineShown, list_changes
from belfry.kernel.rulebook.reading import DocSaid
from belfry.ports.files import Version
from belfry.workspace.docs import DocKind
from belfry.workspace.tables import SheetSaid, TableHead

router = APIRouter(route_class=PageRoute)

SHOWN = 50


@router.get("/docs/{doc:path}/versions")
def show_versions(visit: Editor, doc: str) -> Response:
    """Two of them side by side, if two are named; else what the latest changed."""
    kind = _get(visit, doc)
    versions = visit.services.docs.open_doc.list_versions(kind.name)[:SHOWN]
    newest = versions[0].number if versions else 0
    before = versions[1].number if len(versions) > 1 else newest
    new = find_number(visit.request.query_params.get("new", "")) or newest
    old = find_number(visit.request.query_params.get("old", "")) or before
    return visit.show(
        "doc_versions.html",
        kind=kind,
        versions=versions,
        old=old,
        new=new,
        changes=_compare(visit, kind.name, old, new) if versions else (),
        entries=_find_entries(visit, kind.name, versions),
        who=WhoIsWho(visit.services),
    )


@router.post("/docs/{doc:path}/restore")
def restore(visit: Editor, doc: str) -> Response:
    kind = _get(visit, doc)
    number = find_number(visit.form.get("version", ""))
    if not number:
        raise NotFound("there is no such version")
    visit.services.accounts.restore_table(kind.name, number, by=visit.by)
    return visit.go(f"/docs/{doc}", "doc-restored")


def _get(visit: Visit, name: str) -> DocKind[DocSaid] | DocKind[SheetSaid]:
    table = visit.services.docs.list_tables.find(name)
    return table.doc if table else visit.services.docs.list_docs.get(name)


def _compare(visit: Visit, name: str, old: int, new: int) -> Sequence[LineShown]:
    texts = [visit.services.docs.open_doc.get_version(name, number) for number in (old, new)]
    return list_changes(*texts)


def _find_entries(visit: Visit, name: str, versions: Sequence[Version]) -> Mapping[int, AuditEntry]:
    """Who made each version, by its number, as far as that was done here."""
    audit_log = visit.services.ports.audit_log.list_entries(TableHead(name=name).subject)
    moments = {version.at: version.number for version in versions}
    found = {}
    for entry in audit_log:
        if entry.action == "edited":
            found[int(entry.after["version"])] = entry
        elif entry.action == "restored" and entry.at in moments:
            found[moments[entry.at]] = entry
    return found
