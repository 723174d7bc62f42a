"""Save an edited document, unless that would overwrite another person's edit.

The last valid reading of a document stays in force while it has a mistake, so the present file is
read before it is replaced.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from belfry.kernel.errors import Conflict
from belfry.kernel.line_edits import keep_ends, level_ends, merge_lines
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions
from belfry.ports.store import Store
from belfry.workspace.docs import (
    Doc,
    DocCrossed,
    DocKind,
    DocOutcome,
    DocRefused,
    DocSaved,
    DocUnchanged,
    S,
    encode_doc,
)
from belfry.workspace.read_docs import NeverRead, OpenDoc, ReadDoc
from belfry.workspace.tables import audit_table


@dataclass(frozen=True, slots=True)
class EditDoc:
    """The request is audited before the file is written: a file may then stay as it was, but it
    never changes without an audit entry.
    """

    store: Store
    folder: Folder
    versions: Versions
    clock: Clock
    open_doc: OpenDoc
    read_doc: ReadDoc

    def __call__(
        self, kind: DocKind[S], typed: str, *, seen: str, by: str, anyway: bool = False
    ) -> DocOutcome[S]:
        """`seen` is the digest of what the editor was shown; `anyway` saves mistakes, too."""
        doc = self.open_doc(kind)
        typed = level_ends(typed)
        if typed == level_ends(doc.text) and (doc.digest or typed == ""):
            return DocUnchanged(doc)
        if (doc.digest or "") != seen:
            return self._cross(kind, typed, seen, doc)
        said = kind.read(typed)
        if not said.is_whole and not anyway:
            return DocRefused(typed, said)
        content, is_recoded = encode_doc(keep_ends(typed, doc.text), doc.coding, name=kind.name)
        try:
            self._replace(doc, content, by=by)
        except Conflict:
            return self._cross(kind, typed, seen, self.open_doc(kind))
        self._keep_whole(kind)
        return DocSaved(self.open_doc(kind), said, is_recoded)

    def merge(
        self, kind: DocKind[S], typed: str, *, base: str, seen: str, by: str, anyway: bool = False
    ) -> DocOutcome[S]:
        """Save the merge of `typed` and the state `seen`, both made from the state `base`."""
        old, theirs = (self.open_doc.find_state(kind.name, state) for state in (base, seen))
        if old is not None and theirs is not None:
            made = merge_lines(level_ends(old), level_ends(typed), level_ends(theirs)).text
            if made is not None:
                return self(kind, made, seen=seen, by=by, anyway=anyway)
        return self._cross(kind, level_ends(typed), base, self.open_doc(kind))

    def _cross(self, kind: DocKind[S], typed: str, seen: str, theirs: Doc[S]) -> DocCrossed[S]:
        base = self.open_doc.find_state(kind.name, seen)
        if base is None:
            return DocCrossed(typed, theirs)
        base = level_ends(base)
        merge = merge_lines(base, typed, level_ends(theirs.text))
        return DocCrossed(typed, theirs, base, merge)

    def _replace(self, doc: Doc[S], content: bytes, *, by: str) -> Version:
        name, at = doc.kind.name, self.clock.now()
        self._keep_whole(doc.kind)
        before = {"version": doc.version.number if doc.version else None}
        audit_table(self.store, name, action="edit-asked", by=by, at=at, before=before)
        self.folder.replace(name, content, doc.digest)
        version = self.versions.keep(name, content, at)
        after = {"version": version.number}
        audit_table(self.store, name, action="edited", by=by, at=at, before=before, after=after)
        return version

    def _keep_whole(self, kind: DocKind[S]) -> None:
        """Keep the present text if it is valid, so that it stays in force after a bad edit."""
        if kind.is_rule:
            with suppress(NeverRead):
                self.read_doc(kind.name, lambda text: (kind.read(text).is_whole or None, ()))
