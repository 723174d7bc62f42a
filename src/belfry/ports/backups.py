"""How a whole team is put into one file, and taken out of it again."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Backup:
    """What one archive holds, and which files of the folder had to be `left` out of it."""

    made_at: datetime
    files: tuple[str, ...]
    has_records: bool
    left: tuple[str, ...] = ()


def hear_nothing(done: int, total: int) -> None:
    """For whoever does not care how far it is."""


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
    - `hear` is told how many files are in it already, and of how many;
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
        hear: Callable[[int, int], None] = hear_nothing,
    ) -> Backup: ...

    def check(self, archive: Path) -> Backup: ...

    def restore(self, archive: Path, folder: Path) -> Backup: ...
