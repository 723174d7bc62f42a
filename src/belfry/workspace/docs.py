"""The team's documents, and the outcomes of editing one."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Generic, Protocol, TypeVar

from belfry.kernel.changes import Audited, Put, put_audited
from belfry.kernel.errors import Conflict, InputError, NotAllowed, NotFound, Permanent
from belfry.kernel.line_edits import Merge, keep_ends, level_ends, merge_lines
from belfry.kernel.rulebook import DocProblem, Setting
from belfry.kernel.rulebook.reading import DocSaid
from belfry.kernel.sheets import (
    SheetError,
)
from belfry.kernel.sheets.sheets import (
    UTF_8,
    UTF_8_MARKED,
    Coding,
    can_encode,
    decode_text,
    encode_text,
)
from belfry.ports.clock import Clock
from belfry.ports.files import Folder, Version, Versions
from belfry.ports.store import AuditLog, Store, retry_on_conflict

MOST_BYTES = 4_000_000


class Heard(Protocol):
    """The result of reading a text: at least whether all of it could be read."""

    @property
    def is_whole(self) -> bool: ...


S = TypeVar("S", bound=Heard)


@dataclass(frozen=True, slots=True)
class DocKind(Generic[S]):
    """A document: its file, its title, what it is for and how it is read.

    An optional one `may_be_missing`; of one that `is_rule` the last valid reading stays in force;
    one that `is_private` is shown only to those who may edit it; `settings` are what it may hold.
    """

    name: str
    title: str
    about: str
    read: Callable[[str], S]
    may_be_missing: bool = True
    is_rule: bool = True
    is_private: bool = False
    settings: tuple[Setting, ...] = ()


@dataclass(frozen=True, slots=True)
class Doc(Generic[S]):
    """A document as it stands; `digest` and `version` are None while there is no file."""

    kind: DocKind[S]
    text: str = ""
    digest: str | None = None
    coding: Coding = UTF_8
    version: Version | None = None


@dataclass(frozen=True, slots=True)
class LastChange:
    """When a file was last changed; `by` is empty if it was changed outside Belfry."""

    at: datetime
    by: str = ""


@dataclass(frozen=True, slots=True)
class DocSaved(Generic[S]):
    """Saved; `is_recoded` if its characters needed another encoding than the file had."""

    doc: Doc[S]
    said: S
    is_recoded: bool = False


@dataclass(frozen=True, slots=True)
class DocUnchanged(Generic[S]):
    """The file has this text already."""

    doc: Doc[S]


@dataclass(frozen=True, slots=True)
class DocRefused(Generic[S]):
    """Nothing was saved: some lines cannot be read."""

    typed: str
    said: S


@dataclass(frozen=True, slots=True)
class DocCrossed(Generic[S]):
    """Nothing was saved: the file changed since it was opened.

    `base` is its text at that time and `merge` the merge of both; None if that text is not kept.
    """

    typed: str
    theirs: Doc[S]
    base: str | None = None
    merge: Merge | None = None


DocOutcome = DocSaved[S] | DocUnchanged[S] | DocRefused[S] | DocCrossed[S]


def encode_doc(text: str, coding: Coding, *, name: str) -> tuple[bytes, bool]:
    """The bytes in the file's own encoding or, if characters do not fit, in UTF-8: then True."""
    if can_encode(text, coding):
        return encode_text(text, coding, name=name), False
    return encode_text(text, UTF_8_MARKED, name=name), True


@dataclass(frozen=True, slots=True, kw_only=True)
class KeptDoc:
    """The last valid text of a document: it stays in force while the file has a mistake."""

    name: str
    text: str
    at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


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
        read_stored = read_kept or read
        try:
            text, _ = decode_text(self.folder.read(name).content, name=name)
        except NotFound:
            return self._fall_back(name, read_stored, ((name, "the file is missing"),))
        except SheetError as error:
            return self._fall_back(name, read_stored, ((error.problem.place, error.problem.what),))
        value, problems = read(text)
        if value is None:
            return self._fall_back(
                name, read_stored, tuple(_split(problem) for problem in problems)
            )
        self._keep(name, text)
        return DocReading(value, text)

    def _fall_back(
        self, name: str, read: Read[T], problems: tuple[tuple[str, str], ...]
    ) -> DocReading[T]:
        kept_doc = self.store.find(KeptDoc, name)
        value = read(kept_doc.text)[0] if kept_doc else None
        if kept_doc is None or value is None:
            raise NeverRead(problems)
        return DocReading(value, kept_doc.text, problems)

    def _keep(self, name: str, text: str) -> None:
        kept_doc = self.store.find(KeptDoc, name)
        if kept_doc is None or kept_doc.text != text:
            revision = kept_doc.revision if kept_doc else 0
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
        reading = kind.read(doc.text)
        if doc.digest is None:  # a missing file has no mistakes
            reading = DocSaid(unsaid=reading.unsaid)
        kept_doc = None if reading.is_whole else self.find_kept(name)
        return DocShown(kind, doc, reading, self.open_doc.find_last_change(doc), kept=kept_doc)

    def find_kept(self, name: str) -> KeptDoc | None:
        """The last valid reading, which stays in force; None if there never was one."""
        return self.store.find(KeptDoc, name)


@dataclass(frozen=True, slots=True, kw_only=True)
class TableHead(Audited):
    """The head of a table's audit log, and the version last restored."""

    name: str
    restored_version: int | None = None
    restored_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name

    @property
    def subject(self) -> str:
        return f"table/{self.name}"


def audit_table(
    store: Store,
    name: str,
    *,
    action: str,
    by: str,
    at: datetime,
    before: Mapping[str, Any] | None = None,
    after: Mapping[str, Any] | None = None,
    change: Callable[[TableHead], TableHead] = lambda head: head,
) -> None:
    """Add an entry to the audit log of a table or document."""

    def write() -> None:
        head = change(store.find(TableHead, name) or TableHead(name=name))
        store.commit(put_audited(head, action=action, by=by, at=at, before=before, after=after))

    retry_on_conflict(write)


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
        self,
        kind: DocKind[S],
        typed: str,
        *,
        seen: str,
        by: str,
        anyway: bool = False,
        upload: str = "",
    ) -> DocOutcome[S]:
        """`seen` is the digest of what the editor was shown; `anyway` saves mistakes, too.

        `upload` names the file that the text was uploaded in.
        """
        doc = self.open_doc(kind)
        typed = level_ends(typed)
        if typed == level_ends(doc.text) and (doc.digest or typed == ""):
            return DocUnchanged(doc)
        if (doc.digest or "") != seen:
            return self._cross(kind, typed, seen, doc)
        reading = kind.read(typed)
        if not reading.is_whole and not anyway:
            return DocRefused(typed, reading)
        content, is_recoded = encode_doc(keep_ends(typed, doc.text), doc.coding, name=kind.name)
        try:
            self._replace(doc, content, by=by, upload=upload)
        except Conflict:
            return self._cross(kind, typed, seen, self.open_doc(kind))
        self._keep_whole(kind)
        return DocSaved(self.open_doc(kind), reading, is_recoded)

    def merge(
        self, kind: DocKind[S], typed: str, *, base: str, seen: str, by: str, anyway: bool = False
    ) -> DocOutcome[S]:
        """Save the merge of `typed` and the state `seen`, both made from the state `base`."""
        old, saved = (self.open_doc.find_state(kind.name, state) for state in (base, seen))
        if old is not None and saved is not None:
            text = merge_lines(level_ends(old), level_ends(typed), level_ends(saved)).text
            if text is not None:
                return self(kind, text, seen=seen, by=by, anyway=anyway)
        return self._cross(kind, level_ends(typed), base, self.open_doc(kind))

    def _cross(self, kind: DocKind[S], typed: str, seen: str, saved: Doc[S]) -> DocCrossed[S]:
        base = self.open_doc.find_state(kind.name, seen)
        if base is None:
            return DocCrossed(typed, saved)
        base = level_ends(base)
        merge = merge_lines(base, typed, level_ends(saved.text))
        return DocCrossed(typed, saved, base, merge)

    def _replace(self, doc: Doc[S], content: bytes, *, by: str, upload: str) -> Version:
        name, at = doc.kind.name, self.clock.now()
        self._keep_whole(doc.kind)
        before = {"version": doc.version.number if doc.version else None}
        asked = {"upload": upload} if upload else {}
        audit_table(self.store, name, action="edit-asked", by=by, at=at, before=before, after=asked)
        try:
            self.folder.replace(name, content, doc.digest)
        except Permanent as error:  # it is read-only, or its owner lets Belfry only read it
            raise NotAllowed(f"{name} cannot be written: {error}") from error
        version = self.versions.keep(name, content, at)
        after = {"version": version.number, **asked}
        audit_table(self.store, name, action="edited", by=by, at=at, before=before, after=after)
        return version

    def _keep_whole(self, kind: DocKind[S]) -> None:
        """Keep the present text if it is valid, so that it stays in force after a bad edit."""
        if kind.is_rule:
            with suppress(NeverRead):
                self.read_doc(kind.name, lambda text: (kind.read(text).is_whole or None, ()))
