"""Restore an earlier version of a table, and compare versions."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import partial

from belfry.kernel.errors import NotFound
from belfry.kernel.sheets import Comparison, compare_sheets, read_sheet
from belfry.ports.clock import Clock
from belfry.ports.files import FileContent, Folder, Version, Versions
from belfry.ports.store import Store
from belfry.workspace.tables import TableKind, audit_table


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreTable:
    """The present state is kept first, so that this can be undone the same way.

    File and audit log cannot be written in one commit, so the request is audited first: a file may
    then stay as it was, but it never changes without an audit entry.
    """

    store: Store
    folder: Folder
    versions: Versions
    clock: Clock

    def __call__(self, name: str, number: int, *, by: str) -> Version:
        """The version the file is now; Conflict if the file was saved meanwhile."""
        content = self.versions.get(name, number)
        at = self.clock.now()
        present = self._find_present(name)
        kept = self.versions.keep(name, present.content, at) if present else None
        before = {"version": kept.number if kept else None}
        after = {"version": number}
        audit_table(
            self.store, name, action="restore-asked", by=by, at=at, before=before, after=after
        )
        self.folder.replace(name, content, present.digest if present else None)
        version = self.versions.keep(name, content, at)
        audit_table(
            self.store,
            name,
            action="restored",
            by=by,
            at=at,
            before=before,
            after=after,
            change=partial(replace, restored_version=number, restored_at=at),
        )
        return version

    def _find_present(self, name: str) -> FileContent | None:
        try:
            return self.folder.read(name)
        except NotFound:
            return None


@dataclass(frozen=True, slots=True, kw_only=True)
class CompareVersions:
    versions: Versions

    def __call__(self, kind: TableKind, old: int, new: int) -> Comparison:
        """The differences; NotFound for a version that does not exist."""
        sheets = [
            read_sheet(self.versions.get(kind.name, number), name=f"{kind.name} (version {number})")
            for number in (old, new)
        ]
        return compare_sheets(sheets[0], sheets[1], key=kind.key)
