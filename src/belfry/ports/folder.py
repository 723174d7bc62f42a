"""Where the files are that a team owns and edits as it likes."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

LONGEST_NAME = 200


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file as it stood at one moment; `digest` names exactly these bytes."""

    content: bytes
    digest: str


class Folder(Protocol):
    """The team's files, by relative names such as `rota/staff.csv`.

    Every implementation promises:
    - `read` gives one whole state of the file, never half of two; NotFound if there is none; one of
      more than `most` bytes raises InputError, and is not read;
    - a file that is locked, being saved, or changes while it is read raises Temporary;
    - `replace` puts the content in the file's place at once and for good, if the file still is
      what was read (`expected_digest`; None if there must be no file yet); otherwise it raises
      Conflict and changes nothing;
    - a file that is read-only is not replaced: that raises Permanent;
    - of two that replace the same state, one meets a Conflict;
    - `list` gives names in their order, below `under` where it is given; hidden files are never
      listed;
    - `stamps` gives the same names in the same order, each with a text that is another one once the
      file's content is; it reads no file, so it may also change where the content has not;
    - a name that is absolute, hidden, has `..` in it or leads out of the folder raises InputError.
    """

    def read(self, name: str, *, most: int | None = None) -> FileContent: ...

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent: ...

    def exists(self, name: str) -> bool: ...

    def list(self, under: str = "") -> Sequence[str]: ...

    def stamps(self, under: str = "") -> Mapping[str, str]: ...


def digest_content(content: bytes) -> str:
    """SHA-256, as 64 hex digits."""
    return hashlib.sha256(content).hexdigest()


def check_size(size: int, most: int | None) -> None:
    """Refuse a file that is larger than its reader can use."""
    if most is not None and size > most:
        raise InputError(f"the file has {size:,} bytes; at most {most:,} are taken")


def check_file_name(name: str) -> str:
    """The name, if it can only mean a file below the folder, on every system; else InputError."""
    parts = name.split("/")
    is_sound = (
        len(name) <= LONGEST_NAME
        and name.isprintable()
        and not any(letter in name for letter in '\\:*?"<>|')
    )
    if not is_sound or any(not part or part != part.strip() or part[0] == "." for part in parts):
        said = f"{name[:LONGEST_NAME]!r} is no name of a file here; write it like rota/staff.csv"
        raise InputError(said, field="name")
    return name
