"""The team's files, Belfry's own, earlier versions, and backups."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Protocol

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime
    from pathlib import Path


LONGEST_NAME = 200
# The team's workbook, whose tabs may be tables.
WORKBOOK = "team.xlsx"


@dataclass(frozen=True, slots=True)
class FileContent:
    """A file as it stood at one moment; `digest` names exactly these bytes.

    `tab` says where a table lies that is no file of its own: `Board of team.xlsx`.
    """

    content: bytes
    digest: str
    tab: str = field(default="", compare=False)


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
      file's content is; it reads no file, so it may also change where the content has not; not
      `is_deep`, it leaves out what lies in folders below;
    - a name that is absolute, hidden, has `..` in it or leads out of the folder raises InputError.
    """

    def read(self, name: str, *, most: int | None = None) -> FileContent: ...

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent: ...

    def exists(self, name: str) -> bool: ...

    def list(self, under: str = "") -> Sequence[str]: ...

    def stamps(self, under: str = "", *, is_deep: bool = True) -> Mapping[str, str]: ...


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
        problem = f"{name[:LONGEST_NAME]!r} is no name of a file here; write it like rota/staff.csv"
        raise InputError(problem, field="name")
    return name


class Workbook(Protocol):
    """A workbook that was opened.

    Every implementation promises:
    - `titles` are those of the tabs with cells, in their order;
    - `read_tab` gives the rows from the first on, blank ones too, each cell as a person would type
      it; InputError if the tab is too large or damaged.
    """

    @property
    def titles(self) -> Sequence[str]: ...

    def read_tab(self, title: str) -> Sequence[Sequence[str]]: ...


class BlobStore(Protocol):
    """Belfry's own files, by relative names such as `photos/J-17/ready.jpg`.

    Every implementation promises:
    - what was `put` is kept for good when `put` returns, in the place of what had the name before;
      a reader meanwhile gets the one or the other, whole;
    - `get` gives the very bytes that were put, or raises NotFound;
    - `remove` is silent if there is nothing; what was removed is gone when it returns;
    - a name is a file or a folder of others: a `put` that would make it both raises Conflict;
    - `list` gives every name, in their order;
    - a name that `Folder` would refuse raises InputError.
    """

    def put(self, name: str, content: bytes) -> None: ...

    def get(self, name: str) -> bytes: ...

    def remove(self, name: str) -> None: ...

    def list(self) -> Sequence[str]: ...


@dataclass(frozen=True, slots=True)
class Version:
    """One state of a file that was kept; numbers count from 1 for each file."""

    number: int
    at: datetime
    digest: str
    size: int


class Versions(Protocol):
    """Every state a file has been seen in.

    Every implementation promises:
    - `keep` is durable when it returns, and gives the version kept; content equal to the latest
      makes no new version, and the latest is given;
    - a number is given once, also when two keep at the same time, and neither version is lost;
    - `list` gives the newest first, at most `limit` of them; none for a file without versions;
    - `get` gives the very bytes that were kept, or raises NotFound;
    - `remove` takes one away for good and is silent if there is none; the latest stays, with an
      InputError, so that no number is given again;
    - `names` gives every file that has versions, in their order;
    - `load` keeps a version as another store had it, with its number and time; the same again
      changes nothing; one that is not later than all there are raises InputError;
    - a name that `Folder` would refuse raises InputError.
    """

    def keep(self, name: str, content: bytes, at: datetime) -> Version: ...

    def list(self, name: str, *, limit: int = 100) -> Sequence[Version]: ...

    def get(self, name: str, number: int) -> bytes: ...

    def remove(self, name: str, number: int) -> None: ...

    def names(self) -> Sequence[str]: ...

    def load(self, name: str, version: Version, content: bytes) -> None: ...


def check_order(name: str, version: Version, latest: Version | None) -> None:
    """Refuse to load a version that is not later than the latest."""
    if latest is not None and latest.number >= version.number:
        problem = f"version {version.number} of {name} cannot follow version {latest.number}"
        raise InputError(problem)


@dataclass(frozen=True, slots=True)
class Backup:
    """What one archive holds, and which files of the folder had to be `left` out of it."""

    made_at: datetime
    files: tuple[str, ...]
    has_records: bool
    left: tuple[str, ...] = ()


def ignore_progress(done: int, total: int) -> None:
    """Ignore the progress."""


class Snapshots(Protocol):
    """Copies of the records in one file.

    Every implementation promises:
    - `take` writes all records as they stood at one moment, while others go on writing, and is
      True; False, and no file, where no records are kept in a file;
    - `check` raises InputError for a file that is damaged or holds no records of ours;
    - `is_own` tells the files the records themselves live in: they are not copied as they lie.
    """

    def take(self, into: Path) -> bool: ...

    def check(self, file: Path) -> None: ...

    def is_own(self, file: Path) -> bool: ...


class Backups(Protocol):
    """Whole teams in single files.

    Every implementation promises:
    - `make` puts the archive in its place whole, or not at all; Conflict if a file is there;
    - `on_progress` is called with how many files are in it already, and of how many;
    - `check` reads an archive as `restore` would, says what is in it, and leaves nothing behind;
    - `restore` fills a folder that is empty or not there yet, whole or not at all; Conflict if
      there is anything in it, InputError for an archive that is damaged, not ours, or would write
      outside the folder.
    """

    def make(
        self,
        top: Path,
        into: Path,
        at: datetime,
        *,
        on_progress: Callable[[int, int], None] = ignore_progress,
    ) -> Backup: ...

    def check(self, archive: Path) -> Backup: ...

    def restore(self, archive: Path, folder: Path) -> Backup: ...


@dataclass(frozen=True, slots=True)
class Stored:
    """One backup: where it lies, when it was made, and how large it is."""

    place: str
    made_at: datetime
    size: int


class BackupStore(Protocol):
    """The place where backups of one whole team lie, a file for each.

    Every implementation promises:
    - `put` keeps the team as it is then, and has read it back to its end: what cannot be read back
      is not kept; the same moment again gives what is there;
    - what goes wrong is Temporary where another try may help, and Permanent where none will;
    - `list` gives what `put` kept, the oldest first, and no other file that lies there;
    - `remove` takes one away, and is silent if it is gone already.
    """

    def put(self, at: datetime) -> Stored: ...

    def list(self) -> Sequence[Stored]: ...

    def remove(self, stored: Stored) -> None: ...
