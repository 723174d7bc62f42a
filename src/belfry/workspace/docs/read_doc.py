"""Read a document the team wrote, and go on with its last whole reading while it has a mistake."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.kernel.rulebook import DocProblem
from belfry.kernel.sheets import SheetError
from belfry.kernel.sheets.sheets import decode_text
from belfry.ports.clock import Clock
from belfry.ports.files import Folder
from belfry.ports.store import Store
from belfry.workspace.docs.kept_docs import KeptDoc

T = TypeVar("T")
Read = Callable[[str], tuple[T | None, Sequence[DocProblem]]]


class NeverRead(InputError):
    """The document has mistakes, and there is no older reading; `problems` as (place, text)."""

    def __init__(self, problems: tuple[tuple[str, str], ...]) -> None:
        super().__init__("; ".join(f"{place}: {text}" for place, text in problems))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class DocReading(Generic[T]):
    """What counts now; `problems` as (place, text) are those of the document as it stands."""

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
        """The reading that counts; NeverRead if there never was a whole one.

        `read_kept` reads the last whole text, where rules have become stricter since it was.
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
            except Conflict:  # somebody else has just kept it
                return


def _split(problem: DocProblem) -> tuple[str, str]:
    """Where it is, and what it is."""
    place, _, text = str(problem).partition(": ")
    return place, text
