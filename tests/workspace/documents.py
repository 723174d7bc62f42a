"""A document of the team in which every line is a number, and the use cases about it."""

from __future__ import annotations

from dataclasses import dataclass, field

from tests.accounts.rig import Rig
from tests.fakes.files import MemoryVersions
from tests.workspace.team_folders import MeddledFolder

from belfry.kernel.rulebook import DocProblem
from belfry.kernel.rulebook.reading import DocSaid, LineSaid, Unsaid
from belfry.workspace.docs import (
    Doc,
    DocKind,
    DocOutcome,
    EditDoc,
    KeptDoc,
    ListDocs,
    OpenDoc,
    ReadDoc,
)
from belfry.workspace.tables import RestoreTable

NAME = "rota/rules.txt"
MAX, ANN = "user/1", "user/2"


def read_numbers(text: str) -> DocSaid:
    lines, problems = [], []
    for number, line in enumerate(text.splitlines(), 1):
        if line.isdecimal():
            lines.append(LineSaid(number, f"That is {line}."))
        elif line:
            problems.append(DocProblem(NAME, number, 1, line, "a number"))
    return DocSaid(tuple(lines), tuple(problems), unsaid=(Unsaid("Zero", "0"),))


NUMBERS = DocKind(NAME, "Numbers", "All numbers.", read_numbers)


@dataclass(frozen=True)
class DocStore:
    rig: Rig = field(default_factory=Rig)
    folder: MeddledFolder = field(default_factory=MeddledFolder)
    versions: MemoryVersions = field(default_factory=MemoryVersions)

    @property
    def open_doc(self) -> OpenDoc:
        return OpenDoc(self.folder, self.versions, self.rig.book.audit_log, self.rig.clock)

    @property
    def edit_doc(self) -> EditDoc:
        store, clock = self.rig.book.store, self.rig.clock
        read_doc = ReadDoc(store, self.folder, clock)
        return EditDoc(store, self.folder, self.versions, clock, self.open_doc, read_doc)

    @property
    def list_docs(self) -> ListDocs:
        return ListDocs(self.rig.book.store, self.open_doc, {NAME: NUMBERS})

    @property
    def restore(self) -> RestoreTable:
        store, clock = self.rig.book.store, self.rig.clock
        return RestoreTable(store=store, folder=self.folder, versions=self.versions, clock=clock)

    @property
    def file(self) -> bytes | None:
        return self.folder.files.get(NAME)

    @property
    def kept(self) -> str | None:
        kept_doc = self.rig.book.store.find(KeptDoc, NAME)
        return kept_doc.text if kept_doc else None

    def write(self, content: bytes) -> Doc[DocSaid]:
        """Save the file as another program would, and open it."""
        self.folder.files[NAME] = content
        return self.open_doc(NUMBERS)

    def save(
        self, typed: str, opened: Doc[DocSaid] | None, *, by: str = MAX, anyway: bool = False
    ) -> DocOutcome[DocSaid]:
        """Send a form, with the line ends of browsers."""
        seen = (opened.digest or "") if opened else ""
        sent = typed.replace("\n", "\r\n")
        return self.edit_doc(NUMBERS, sent, seen=seen, by=by, anyway=anyway)

    def list_actions(self) -> list[tuple[str, str]]:
        entries = self.rig.book.audit_log.list_entries(f"table/{NAME}")
        return [(entry.action, entry.by) for entry in entries]
