"""Move everything a team has to another home: records, audit log, files and their versions.

The homes are marked first, so that neither is used meanwhile: commands refuse a marked home. All is
copied, compared on both sides, and only then is the new home unmarked. A move that was cut off goes
on where it stopped.
"""

from __future__ import annotations

import hashlib
import json
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC
from typing import Any

from belfry.kernel.changes import AuditEntry, Change, Put, Remove
from belfry.kernel.errors import ConfigError, Conflict, NotFound
from belfry.kernel.records import Claim, write_plainly
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, Folder, Versions, digest_content, ignore_progress
from belfry.ports.store import Store
from belfry.ports.transfer import Counter, Transfer, WaitingEvent

MARK = "home/moved"
MOVING = "moving from"
# Claims that name one database or one home.
_OWN = ("database/", "home/")
# The settings say which home is used, and are written there in its own way.
SETTINGS = "belfry.toml"


@dataclass(frozen=True, kw_only=True)
class Home:
    """`find_life` says what is running there; blank if nothing is."""

    name: str
    transfer: Transfer
    store: Store
    folder: Folder
    blobs: BlobStore
    versions: Versions
    find_life: Callable[[], str]


@dataclass(frozen=True, slots=True)
class Moved:
    """How many records of each kind, and how many files, blobs and versions were compared equal.

    `left` are files of the new home that the old one does not have.
    """

    records: Mapping[str, int]
    files: int
    blobs: int
    versions: int
    left: tuple[str, ...] = ()


def check_home(store: Store) -> None:
    """ConfigError for a home that the team has left, or is being moved to."""
    mark = store.find(Claim, MARK)
    if mark is None:
        return
    if mark.owner.startswith(MOVING):
        problem = f"this home is not whole yet: the team is {mark.owner}"
        raise ConfigError(f"{problem}. Run the same `belfry move` again")
    raise ConfigError(f"the team was {mark.owner}; `belfry move` brings it back")


@dataclass(frozen=True, kw_only=True)
class MoveHome:
    """`kinds` are all kinds of records."""

    source: Home
    target: Home
    kinds: Sequence[type[Any]]
    clock: Clock

    def __call__(self, *, on_progress: Callable[[int, int], None] = ignore_progress) -> Moved:
        """What is at the new home now; Conflict if a home is in use, or changes meanwhile."""
        self._check()
        now = self.clock.now().astimezone(UTC)
        self._mark(self.target, f"{MOVING} {self.source.name}")
        self._mark(self.source, f"moved to {self.target.name} on {now:%Y-%m-%d at %H:%M} UTC")
        kinds = [*self.kinds, AuditEntry, Counter, WaitingEvent]
        for done, kind in enumerate(kinds):
            on_progress(done, len(kinds) + 1)
            self._copy_records(kind)
        files = self._copy_files()
        on_progress(len(kinds), len(kinds) + 1)
        records = {kind.__name__: self._compare(kind) for kind in kinds}
        moved = replace(files, records=records)
        self._unmark(self.target)
        return moved

    def _check(self) -> None:
        for home in (self.source, self.target):
            if running := home.find_life():
                raise Conflict(f"the team is in use at home {home.name}: {running}")
        mark = self.source.store.find(Claim, MARK)
        if mark is not None and not mark.owner.startswith(f"moved to {self.target.name}"):
            raise Conflict(f"home {self.source.name} is not where the team is: it was {mark.owner}")
        mark = self.target.store.find(Claim, MARK)
        if mark is None and self.target.transfer.list(AuditEntry):
            raise Conflict(f"there is a team at home {self.target.name} already")

    def _mark(self, home: Home, owner: str) -> None:
        mark = home.store.find(Claim, MARK) or Claim(MARK, "")
        home.store.commit([Put(replace(mark, owner=owner))])

    def _unmark(self, home: Home) -> None:
        mark = home.store.find(Claim, MARK)
        changes: list[Change] = [Remove(mark)] if mark else []
        home.store.commit(changes)

    def _copy_records(self, kind: type[Any]) -> None:
        theirs, all_ours = _list(self.source, kind), self.target.transfer.list(kind)
        own = [record for record in all_ours if _is_own(record)]
        if _digest([*theirs, *own]) != _digest(all_ours):
            self.target.transfer.replace(kind, [*theirs, *own])

    def _compare(self, kind: type[Any]) -> int:
        """How many there are; Conflict if they are not the same on both sides."""
        theirs, ours = _list(self.source, kind), _list(self.target, kind)
        if _digest(theirs) != _digest(ours):
            problem = f"{kind.__name__}: {len(theirs)} at home {self.source.name}"
            raise Conflict(
                f"{problem}, {len(ours)} at home {self.target.name}, and they differ. Stop what is "
                "running, then move again"
            )
        return len(ours)

    def _copy_files(self) -> Moved:
        names, blobs = _list_files(self.source.folder), self.source.blobs.list()
        for name in names:
            self._copy_file(name)
        for name in blobs:
            content = self.source.blobs.get(name)
            if _find_blob(self.target.blobs, name) != content:
                self.target.blobs.put(name, content)
        for name in set(self.target.blobs.list()) - set(blobs):
            self.target.blobs.remove(name)
        versions = sum(self._copy_versions(name) for name in self.source.versions.names())
        left = tuple(sorted(set(_list_files(self.target.folder)) - set(names)))
        return Moved({}, len(names), len(blobs), versions, left)

    def _copy_file(self, name: str) -> None:
        """Conflict if it is changed meanwhile."""
        content, present = self.source.folder.read(name).content, None
        if self.target.folder.exists(name):
            present = self.target.folder.read(name).digest
        if present != digest_content(content):
            self.target.folder.replace(name, content, present)

    def _copy_versions(self, name: str) -> int:
        """How many there are; those that were removed at the old home are removed, too."""
        theirs = self.source.versions.list(name, limit=sys.maxsize)
        ours = self.target.versions.list(name, limit=sys.maxsize)
        for version in reversed([version for version in theirs if version not in ours]):
            content = self.source.versions.get(name, version.number)
            self.target.versions.load(name, version, content)
        for version in ours:
            if version not in theirs:
                self.target.versions.remove(name, version.number)
        return len(theirs)


def _list(home: Home, kind: type[Any]) -> list[Any]:
    return [record for record in home.transfer.list(kind) if not _is_own(record)]


def _list_files(folder: Folder) -> list[str]:
    return [name for name in folder.list() if name != SETTINGS]


def _find_blob(blobs: BlobStore, name: str) -> bytes | None:
    try:
        return blobs.get(name)
    except NotFound:
        return None


def _is_own(record: Any) -> bool:
    return isinstance(record, Claim) and record.name.startswith(_OWN)


def _digest(records: Iterable[Any]) -> str:
    """Equal for equal records, in any order and from any store."""
    texts = sorted(json.dumps(write_plainly(record), sort_keys=True) for record in records)
    return hashlib.sha256("\n".join(texts).encode()).hexdigest()
