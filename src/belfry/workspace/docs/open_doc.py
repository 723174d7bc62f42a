"""Open a document of the team for reading, and keep what it says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.kernel.errors import NotFound
from belfry.kernel.sheets.sheets import decode_text
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions
from belfry.ports.store import AuditLog
from belfry.workspace.docs.docs import MOST_BYTES, Doc, DocKind, LastChange, S
from belfry.workspace.tables.tables import TableHead

MOST_LOOKED_THROUGH = 200
CHANGES = ("edited", "restored")


@dataclass(frozen=True, slots=True)
class OpenDoc:
    """A state that was looked at is kept, so that what is typed can be held against it later."""

    folder: Folder
    versions: Versions
    audit_log: AuditLog
    clock: Clock

    def __call__(self, kind: DocKind[S]) -> Doc[S]:
        """The document; one without words if there is no file; SheetError if it is no text."""
        try:
            file = self.folder.read(kind.name, most=MOST_BYTES)
        except NotFound:
            return Doc(kind)
        text, coding = decode_text(file.content, name=kind.name)
        version = self.versions.keep(kind.name, file.content, self.clock.now())
        return Doc(kind, text, file.digest, coding, version)

    def find_state(self, name: str, digest: str) -> str | None:
        """What the file said in a state it once had; None if that was not kept."""
        if not digest:
            return ""
        found = (one.number for one in self.list_versions(name) if one.digest == digest)
        number = next(found, None)
        return self.get_version(name, number) if number else None

    def list_versions(self, name: str) -> Sequence[Version]:
        return self.versions.list(name, limit=MOST_LOOKED_THROUGH)

    def get_version(self, name: str, number: int) -> str:
        """What a kept version says; NotFound if there is none of that number."""
        return decode_text(self.versions.get(name, number), name=name)[0]

    def find_last_change(self, doc: Doc[S]) -> LastChange | None:
        """Who changed the file last, as far as that was done here; None if there is no file."""
        if doc.version is None:
            return None
        entries = self.audit_log.list_entries(TableHead(name=doc.kind.name).subject)
        last = next((one for one in reversed(entries) if one.action in CHANGES), None)
        if last is None or last.at < doc.version.at:
            return LastChange(doc.version.at)
        return LastChange(last.at, last.by)
