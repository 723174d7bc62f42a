"""List the documents of the team: who changed each last, and whether it can be read."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.rulebook.reading import DocSaid
from belfry.ports.store import Store
from belfry.workspace.docs.docs import Doc, DocKind, LastChange
from belfry.workspace.docs.kept_docs import KeptDoc
from belfry.workspace.docs.open_doc import OpenDoc


@dataclass(frozen=True, slots=True)
class DocShown:
    """`fault` says why a file cannot be shown at all; `kept` is what stays in force meanwhile."""

    kind: DocKind[DocSaid]
    doc: Doc[DocSaid]
    said: DocSaid
    last: LastChange | None = None
    fault: str = ""
    kept: KeptDoc | None = None


@dataclass(frozen=True, slots=True)
class ListDocs:
    store: Store
    open_doc: OpenDoc
    kinds: Mapping[str, DocKind[DocSaid]]

    def __call__(self) -> Sequence[DocShown]:
        return [self.show(name) for name in self.kinds]

    def get(self, name: str) -> DocKind[DocSaid]:
        """The document of that name; NotFound if it is none that can be edited here."""
        kind = self.kinds.get(name)
        if kind is None:
            raise NotFound(f"{name} is no document of the team")
        return kind

    def show(self, name: str) -> DocShown:
        kind = self.get(name)
        try:
            doc = self.open_doc(kind)
        except InputError as error:
            return DocShown(kind, Doc(kind), DocSaid(), fault=str(error))
        said = kind.read(doc.text)
        if doc.digest is None:  # nobody can misread what nobody wrote
            said = DocSaid(unsaid=said.unsaid)
        kept = None if said.is_whole else self.find_kept(name)
        return DocShown(kind, doc, said, self.open_doc.find_last_change(doc), kept=kept)

    def find_kept(self, name: str) -> KeptDoc | None:
        """The last whole reading, which stays in force; None if there never was one."""
        return self.store.find(KeptDoc, name)
