"""Copy what the team keeps online into its folder.

Everything else reads the folder, so no page and no poll of a table waits for the network. The
content that a file had before is kept as a version.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Protocol

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotFound, PortError
from belfry.kernel.records import Claim
from belfry.kernel.sheets import SheetError
from belfry.kernel.sheets.grids import parse_grid
from belfry.ports.clock import Clock
from belfry.ports.files import FileContent, Folder, Versions
from belfry.ports.store import Store, try_commit
from belfry.workspace.tables import KeepDataProblems

ROOM = "google"
PICTURES_AT_ONCE = 20
_TABLE = ".csv"

Problem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class OnlinePicture:
    """`name` is its file in the team's folder, `stamp` another one once the picture is."""

    name: str
    id: str
    stamp: str


@dataclass(frozen=True, slots=True)
class Fetched:
    """The files of one source by their names; `problems` as (place, text)."""

    files: Mapping[str, bytes] = field(default_factory=dict)
    pictures: Sequence[OnlinePicture] = ()
    problems: tuple[Problem, ...] = ()


class Drive(Protocol):
    """The tables, documents and pictures that a team keeps online.

    Every implementation promises:
    - `list_sources` names what is kept online, below `under` where it is given, and asks nobody;
    - `find_stamp` gives another text once the source has changed; it reads no content;
    - `fetch` gives the files as they are now; a part that is missing is one of its problems;
    - `read_picture` gives the bytes of a picture that `fetch` listed;
    - what cannot be reached or is busy raises Temporary, what is not there or not shared Permanent.
    """

    def list_sources(self, under: str = "") -> Sequence[str]: ...

    def find_stamp(self, source: str) -> str: ...

    def fetch(self, source: str) -> Fetched: ...

    def read_picture(self, picture: OnlinePicture) -> bytes: ...


@dataclass(slots=True)
class SyncedDrive:
    """The names of the files that changed, and what could not be copied, as (place, text)."""

    changed: list[str] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)

    def __str__(self) -> str:
        changed = f"copied from Google: {', '.join(self.changed)}" if self.changed else ""
        problems = [f"{place}: {text}" for place, text in self.problems]
        return "; ".join(part for part in (changed, *problems) if part)


@dataclass(frozen=True, slots=True, kw_only=True)
class SyncDrive:
    """`folder` is the one that is copied into, not one that writes to the drive; all that is kept
    online lies in its `folders`.
    """

    drive: Drive
    folder: Folder
    versions: Versions
    store: Store
    clock: Clock
    keep_data_problems: KeepDataProblems
    folders: Sequence[str] = ("", "rota", "controls", "jobs")

    def __call__(self, under: str = "", *, is_whole: bool = False) -> SyncedDrive:
        """One look at the sources below `under`; `is_whole` copies those that did not change, too.

        A source that fails is a data problem until it works again, and stops no other.
        """
        synced = SyncedDrive()
        for source in self.drive.list_sources(under):
            seen = self.store.find(Claim, _name_seen(source)) or Claim(_name_seen(source), "")
            try:
                stamp = self._sync(source, "" if is_whole else seen.owner, synced)
            except PortError as error:
                problems = [(source, str(error))]
                synced.problems += problems
                self.keep_data_problems(_name_room(source), problems)
                stamp = ""
            # Last of all: a source that was not copied whole is copied again.
            if stamp != seen.owner:
                try_commit(self.store, [Put(replace(seen, owner=stamp))])
        return synced

    def _sync(self, source: str, seen: str, synced: SyncedDrive) -> str:
        """The stamp up to which the source is copied; empty if some of it is not."""
        stamp = self.drive.find_stamp(source)
        if stamp == seen:
            return stamp
        before = self._list_stamps()
        fetched = self.drive.fetch(source)
        changed = dict(self._find_changed(fetched.files))
        is_copied = not changed or self._put_all(fetched.files, changed, before, synced)
        is_copied &= self._copy_pictures(fetched.pictures, synced)
        synced.problems += fetched.problems
        self.keep_data_problems(_name_room(source), fetched.problems)
        return stamp if is_copied else ""

    def _find_changed(self, files: Mapping[str, bytes]) -> Iterator[tuple[str, FileContent | None]]:
        """The files that say something else than online, as they are here."""
        for name, content in files.items():
            current = find_file(self.folder, name)
            if current is None or not is_same_content(name, current.content, content):
                yield name, current

    def _put_all(
        self,
        files: Mapping[str, bytes],
        changed: Mapping[str, FileContent | None],
        before: Mapping[str, str],
        synced: SyncedDrive,
    ) -> bool:
        """Whether all were replaced; a file written since `before` is newer than what was read."""
        now = self._list_stamps()
        for name, current in changed.items():
            if now.get(name) != before.get(name) or not self._put(name, files[name], current):
                return False
            synced.changed.append(name)
        return True

    def _put(self, name: str, content: bytes, current: FileContent | None) -> bool:
        if current:
            self.versions.keep(name, current.content, self.clock.now())
        try:
            self.folder.replace(name, content, current.digest if current else None)
        except Conflict:
            return False
        return True

    def _copy_pictures(self, pictures: Sequence[OnlinePicture], synced: SyncedDrive) -> bool:
        """Copy those that are new, so many at once; whether none is left."""
        fresh = [picture for picture in pictures if not self._is_copied(picture)]
        for picture in fresh[:PICTURES_AT_ONCE]:
            content = self.drive.read_picture(picture)
            current = find_file(self.folder, picture.name)
            if current is None or current.content != content:
                digest = current.digest if current else None
                self.folder.replace(picture.name, content, digest)
                synced.changed.append(picture.name)
            seen = self._find_seen(picture)
            try_commit(self.store, [Put(replace(seen, owner=picture.stamp))])
        return len(fresh) <= PICTURES_AT_ONCE

    def _is_copied(self, picture: OnlinePicture) -> bool:
        return self._find_seen(picture).owner == picture.stamp

    def _find_seen(self, picture: OnlinePicture) -> Claim:
        name = _name_seen(picture.name)
        return self.store.find(Claim, name) or Claim(name, "")

    def _list_stamps(self) -> dict[str, str]:
        stamps: dict[str, str] = {}
        for under in self.folders:
            stamps |= self.folder.stamps(under, is_deep=False)
        return stamps


def find_file(folder: Folder, name: str) -> FileContent | None:
    try:
        return folder.read(name)
    except NotFound:
        return None


def is_same_content(name: str, content: bytes, other: bytes) -> bool:
    """Whether both say the same: a table by its cells, however they are written."""
    if content == other or not name.endswith(_TABLE):
        return content == other
    if _differ_plainly(content, other):
        return False
    try:
        return parse_grid(content) == parse_grid(other)
    except SheetError:
        return False


def _differ_plainly(content: bytes, other: bytes) -> bool:
    """Whether a line differs in which nothing is quoted: that is quicker than to read the cells."""
    for line, its in zip(content.split(b"\n"), other.split(b"\n"), strict=False):
        if line != its:
            return b'"' not in line + its and line.rstrip(b",\r") != its.rstrip(b",\r")
    return False


def _name_seen(source: str) -> str:
    return f"{ROOM}/{source}"


def _name_room(source: str) -> str:
    return f"{ROOM}-{source}"
