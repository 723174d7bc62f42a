"""The team's documents, and the outcomes of editing one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar

from belfry.kernel.line_edits import Merge
from belfry.kernel.rulebook import Setting
from belfry.kernel.sheets.sheets import UTF_8, UTF_8_MARKED, Coding, can_encode, encode_text
from belfry.ports.files import Version

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
