"""Read, open and list documents; a document with a mistake keeps its last valid reading."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.rulebook import DocProblem
from belfry.kernel.rulebook.reading import DocSaid
from belfry.kernel.sheets import SheetError
from belfry.kernel.sheets.sheets import decode_text
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions
from belfry.ports.store import AuditLog, Store
from belfry.workspace.docs import MOST_BYTES, Doc, DocKind, KeptDoc, LastChange, S
from belfry.workspace.tables import TableHead

T = TypeVar("T")
Read = Callable[[str], tuple[T | None, Sequence[DocProblem]]]


class NeverRead(InputError):
    """The document has mistakes and no valid reading before; `problems` as (place, text)."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        super().__init__("; ".join(f"{place}: {text}" for place, text in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class DocReading(Generic[T]):
    """The reading in force; `problems` as (place, text) are those of the present file."""

    value: T
    text: str
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadDoc:
    store: Store
    folder: Folder
    clock: Clock

    def __call__(
        self, name: str, read: Read[T], *, read_kept: Read[T] | None = None
    ) -> DocReading[T]:
        """The reading in force; NeverRead if there never was a valid one.

        `read_kept` reads the last valid text, if the rules have become stricter since.
        """
        kept = read_kept or read
        try:
            text, _ = decode_text(self.folder.read(name).content, name=name)
        except NotFound:
            return self._fall_back(name, kept, ((name, "the file is missing"),))
        except SheetError as error:
            return self._fall_back(name, kept, ((error.problem.place, error.problem.what),))
        value, problems = read(text)
        if value is None:
            return self._fall_back(name, kept, tuple(_split(problem) for problem in problems))
        self._keep(name, text)
        return DocReading(value, text)

    def _fall_back(
        self, name: str, read: Read[T], problems: tuple[tuple[str, str], ...]
    ) -> DocReading[T]:
        kept = self.store.find(KeptDoc, name)
        value = read(kept.text)[0] if kept else None
        if kept is None or value is None:
            raise NeverRead(problems)
        return DocReading(value, kept.text, problems)

    def _keep(self, name: str, text: str) -> None:
        kept = self.store.find(KeptDoc, name)
        if kept is None or kept.text != text:
            revision = kept.revision if kept else 0
            doc = KeptDoc(name=name, text=text, at=self.clock.now(), revision=revision)
            try:
                self.store.commit([Put(doc)])
            except Conflict:  # another process has just stored it
                return


def _split(problem: DocProblem) -> tuple[str, str]:
    place, _, text = str(problem).partition(": ")
    return place, text


MOST_VERSIONS = 200
CHANGES = ("edited", "restored")


@dataclass(frozen=True, slots=True)
class OpenDoc:
    """An opened state is stored as a version, so that an edit can be merged with it later."""

    folder: Folder
    versions: Versions
    audit_log: AuditLog
    clock: Clock

    def __call__(self, kind: DocKind[S]) -> Doc[S]:
        """The document, empty if there is no file; SheetError if it is not text."""
        try:
            file = self.folder.read(kind.name, most=MOST_BYTES)
        except NotFound:
            return Doc(kind)
        text, coding = decode_text(file.content, name=kind.name)
        version = self.versions.keep(kind.name, file.content, self.clock.now())
        return Doc(kind, text, file.digest, coding, version)

    def find_state(self, name: str, digest: str) -> str | None:
        """The text of an earlier state of the file; None if it was not kept."""
        if not digest:
            return ""
        versions = self.list_versions(name)
        number = next((version.number for version in versions if version.digest == digest), None)
        return self.get_version(name, number) if number else None

    def list_versions(self, name: str) -> Sequence[Version]:
        return self.versions.list(name, limit=MOST_VERSIONS)

    def get_version(self, name: str, number: int) -> str:
        """The text of a version; NotFound if there is none of that number."""
        return decode_text(self.versions.get(name, number), name=name)[0]

    def find_last_change(self, doc: Doc[S]) -> LastChange | None:
        """Who changed the file last, if it was changed here; None if there is no file."""
        if doc.version is None:
            return None
        entries = self.audit_log.list_entries(TableHead(name=doc.kind.name).subject)
        last = next((entry for entry in reversed(entries) if entry.action in CHANGES), None)
        if last is None or last.at < doc.version.at:
            return LastChange(doc.version.at)
        return LastChange(last.at, last.by)


@dataclass(frozen=True, slots=True)
class DocShown:
    """`fault` says why a file cannot be shown; `kept` is what stays in force meanwhile."""

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
        """The document of that name; NotFound if there is none that can be edited here."""
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
        if doc.digest is None:  # a missing file has no mistakes
            said = DocSaid(unsaid=said.unsaid)
        kept = None if said.is_whole else self.find_kept(name)
        return DocShown(kind, doc, said, self.open_doc.find_last_change(doc), kept=kept)

    def find_kept(self, name: str) -> KeptDoc | None:
        """The last valid reading, which stays in force; None if there never was one."""
        return self.store.find(KeptDoc, name)
