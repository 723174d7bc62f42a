"""Save what somebody typed into a document of the team, unless that would lose somebody's words.

The last whole reading of a document stays in force while it has a mistake; so what is there is read
before anything else takes its place.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime

from belfry.accounts.users.book import insist
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Put
from belfry.kernel.errors import Conflict
from belfry.kernel.line_edits import keep_ends, level_ends, merge_lines
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions
from belfry.ports.store import Store
from belfry.workspace.docs.docs import (
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
from belfry.workspace.docs.open_doc import OpenDoc
from belfry.workspace.docs.read_doc import NeverRead, ReadDoc
from belfry.workspace.tables.tables import TableHead


@dataclass(frozen=True, slots=True)
class EditDoc:
    """As with a version that is brought back, who wants to save is written down first: a file may
    stay as it was after that, but it never changes without a word in the trail.
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
        """Save what comes of `typed` and of the state `seen`, both made from the state `base`."""
        old, theirs = (self.open_doc.find_state(kind.name, one) for one in (base, seen))
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
        self._note(name, "edit-asked", by=by, at=at, before=before, after={})
        self.folder.replace(name, content, doc.digest)
        version = self.versions.keep(name, content, at)
        after = {"version": version.number}
        self._note(name, "edited", by=by, at=at, before=before, after=after)
        return version

    def _keep_whole(self, kind: DocKind[S]) -> None:
        """What can be read as it stands counts from now on, also once it cannot."""
        if kind.is_rule:
            with suppress(NeverRead):
                self.read_doc(kind.name, lambda text: (kind.read(text).is_whole or None, ()))

    def _note(
        self,
        name: str,
        action: str,
        *,
        by: str,
        at: datetime,
        before: Mapping[str, int | None],
        after: Mapping[str, int | None],
    ) -> None:
        def write() -> None:
            head = self.store.find(TableHead, name) or TableHead(name=name)
            noted, entry = write_entry(
                head, action=action, by=by, at=at, before=before, after=after
            )
            self.store.commit([Put(noted), Audit(entry)])

        insist(write)
