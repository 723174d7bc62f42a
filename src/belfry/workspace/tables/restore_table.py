"""Bringing back an earlier version of a table."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from belfry.accounts.users.book import insist
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Put
from belfry.kernel.errors import NotFound
from belfry.ports.clock import Clock
from belfry.ports.files import FileContent, Folder, Version, Versions
from belfry.ports.store import Store
from belfry.workspace.tables.tables import TableHead

if TYPE_CHECKING:
    from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class RestoreTable:
    """The present state is kept first, so that this can be undone the same way.

    The file and the trail cannot be written in one go. Who asked is written down first: a file
    may stay as it was after that, but it never changes without a word in the trail.
    """

    store: Store
    folder: Folder
    versions: Versions
    clock: Clock

    def __call__(self, name: str, number: int, *, by: str) -> Version:
        """The version the file is now; Conflict if somebody saved the file meanwhile."""
        content = self.versions.get(name, number)
        at = self.clock.now()
        present = self._find_present(name)
        kept = self.versions.keep(name, present.content, at) if present else None
        before = {"version": kept.number if kept else None}
        self._note(name, number, "restore-asked", by=by, at=at, before=before)
        self.folder.replace(name, content, present.digest if present else None)
        version = self.versions.keep(name, content, at)
        self._note(name, number, "restored", by=by, at=at, before=before)
        return version

    def _find_present(self, name: str) -> FileContent | None:
        try:
            return self.folder.read(name)
        except NotFound:
            return None

    def _note(
        self,
        name: str,
        number: int,
        action: str,
        *,
        by: str,
        at: datetime,
        before: dict[str, int | None],
    ) -> None:
        def write() -> None:
            head = self.store.find(TableHead, name) or TableHead(name=name)
            if action == "restored":
                head = replace(head, restored_version=number, restored_at=at)
            after = {"version": number}
            noted, entry = write_entry(
                head, action=action, by=by, at=at, before=before, after=after
            )
            self.store.commit([Put(noted), Audit(entry)])

        insist(write)
