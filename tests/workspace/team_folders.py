"""A team's folder with one table in it, and the use cases that read and write it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from tests.accounts.rig import Rig
from tests.fakes.files import MemoryFolder, MemoryVersions

from belfry.kernel.sheets import Column
from belfry.ports.files import FileContent
from belfry.workspace.mirrors import MirrorTable
from belfry.workspace.tables import CompareVersions, ReadTable, RestoreTable, TableKind

TASKS = TableKind(
    "controls/tasks.csv",
    (
        Column("name", is_needed=True),
        *(Column("owner"), Column("last_done", ("done",)), Column("paused"), Column("room")),
    ),
    key=("name",),
)


class MeddledFolder(MemoryFolder):
    """Right before a file is replaced the next of `meddles` is done, while there is one.

    Likewise the next of `after_reads`, right after one was read.
    """

    def __init__(self) -> None:
        super().__init__()
        self.meddles: list[Callable[[], object]] = []
        self.after_reads: list[Callable[[], object]] = []

    def read(self, name: str, *, most: int | None = None) -> FileContent:
        content = super().read(name, most=most)
        if self.after_reads:
            self.after_reads.pop(0)()
        return content

    def replace(self, name: str, content: bytes, expected_digest: str | None) -> FileContent:
        if self.meddles:
            self.meddles.pop(0)()
        return super().replace(name, content, expected_digest)


@dataclass(frozen=True)
class TeamFolder:
    rig: Rig = field(default_factory=Rig)
    folder: MeddledFolder = field(default_factory=MeddledFolder)
    versions: MemoryVersions = field(default_factory=MemoryVersions)

    def save(self, content: bytes) -> None:
        self.folder.files[TASKS.name] = content

    @property
    def saved(self) -> bytes:
        return self.folder.files[TASKS.name]

    def contents(self) -> list[bytes]:
        """Every version kept, the oldest first."""
        versions = reversed(self.versions.list(TASKS.name))
        return [self.versions.get(TASKS.name, version.number) for version in versions]

    @property
    def read_table(self) -> ReadTable:
        return ReadTable(folder=self.folder, versions=self.versions, clock=self.rig.clock)

    @property
    def mirror_table(self) -> MirrorTable:
        return MirrorTable(
            folder=self.folder, versions=self.versions, clock=self.rig.clock, country="GB"
        )

    @property
    def restore_table(self) -> RestoreTable:
        return RestoreTable(
            store=self.rig.book.store,
            folder=self.folder,
            versions=self.versions,
            clock=self.rig.clock,
        )

    @property
    def compare_versions(self) -> CompareVersions:
        return CompareVersions(versions=self.versions)
