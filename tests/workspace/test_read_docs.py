"""Reading a document of the team's, whole or as it last was whole."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from tests.fakes.crash_points import CrashingPoints
from tests.fakes.files import MemoryFolder
from tests.fakes.store import MemoryStore
from tests.samples import NOON

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.errors import InputError, Temporary
from belfry.kernel.rulebook import DocProblem
from belfry.workspace.docs import DocReading, KeptDoc, NeverRead, ReadDoc

NAME = "jobs/settings.txt"


def read_number(text: str) -> tuple[int | None, Sequence[DocProblem]]:
    """A document that is one number; anything else is a mistake in its second line."""
    if text.strip().isdigit():
        return int(text), ()
    return None, [DocProblem(NAME, 2, 5, text.strip(), "a number")]


class BlobStore:
    def __init__(self) -> None:
        self.folder = MemoryFolder()
        self.store = MemoryStore(CrashingPoints())
        self.read_doc = ReadDoc(self.store, self.folder, VirtualClock(NOON))

    def read(self, content: bytes | None = None) -> DocReading[int]:
        self.folder.files.pop(NAME, None)
        if content is not None:
            self.folder.files[NAME] = content
        return self.read_doc(NAME, read_number)

    @property
    def kept(self) -> KeptDoc | None:
        return self.store.find(KeptDoc, NAME)


def test_a_whole_document_is_read_and_kept() -> None:
    blobs = BlobStore()

    assert blobs.read(b"7\n") == DocReading(7, "7\n")
    assert blobs.kept == KeptDoc(name=NAME, text="7\n", at=NOON, revision=1)


def test_the_same_document_is_kept_once() -> None:
    blobs = BlobStore()
    blobs.read(b"7")
    blobs.read(b"7")
    assert blobs.kept is not None
    assert blobs.kept.revision == 1

    blobs.read(b"8")
    assert (blobs.kept.text, blobs.kept.revision) == ("8", 2)


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(
            b"seven",
            (f"{NAME} line 2, column 5", 'found "seven", expected a number'),
            id="a mistake",
        ),
        pytest.param(None, (NAME, "the file is missing"), id="no file"),
        pytest.param(
            b"PK\x03\x04",
            (
                NAME,
                "this is a workbook (XLSX) and no CSV: save it as CSV, or give it its own ending",
            ),
            id="no text",
        ),
        pytest.param(b"", (f"{NAME} line 2, column 5", "expected a number"), id="saved by half"),
    ],
)
def test_while_it_cannot_be_read_the_last_whole_reading_goes_on(
    content: bytes | None, problem: tuple[str, str]
) -> None:
    blobs = BlobStore()
    blobs.read(b"7")

    assert blobs.read(content) == DocReading(7, "7", (problem,))
    assert blobs.read(b"8") == DocReading(8, "8")


def test_a_document_that_never_was_whole_is_refused_with_its_problems() -> None:
    blobs = BlobStore()

    with pytest.raises(NeverRead) as caught:
        blobs.read(b"seven")

    assert caught.value.problems == (
        (f"{NAME} line 2, column 5", 'found "seven", expected a number'),
    )
    assert isinstance(caught.value, InputError)
    assert str(caught.value) == f'{NAME} line 2, column 5: found "seven", expected a number'


def test_a_document_that_is_being_saved_is_read_later() -> None:
    blobs = BlobStore()
    blobs.read(b"7")
    blobs.folder.busy.add(NAME)

    with pytest.raises(Temporary):
        blobs.read_doc(NAME, read_number)


def test_an_older_reading_that_is_understood_no_more_is_none() -> None:
    blobs = BlobStore()
    blobs.read(b"7")
    blobs.folder.files[NAME] = b"eight"

    with pytest.raises(NeverRead):
        blobs.read_doc(NAME, lambda text: (None, [DocProblem(NAME, 1, 1, text, "a word")]))


def test_document_kept_first_by_another_process_does_no_harm() -> None:
    blobs = BlobStore()
    blobs.folder.files[NAME] = b"7"

    def read_meanwhile(text: str) -> tuple[int | None, Sequence[DocProblem]]:
        if blobs.kept is None:
            blobs.read_doc(NAME, read_number)
        return read_number(text)

    assert blobs.read_doc(NAME, read_meanwhile) == DocReading(7, "7")
