"""Keep the whole team as it is tonight, and let go of the oldest nights."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import PortError
from belfry.ports.clock import Clock
from belfry.ports.files import BackupStore, Stored
from belfry.workspace.backups import find_old
from belfry.workspace.keep_data_problems import KeepDataProblems

ROOM = "backup"
PLACE = "the nightly backup"


@dataclass(frozen=True, slots=True)
class BackedUp:
    stored: Stored
    removed: int = 0

    def __str__(self) -> str:
        size = f"{self.stored.size / 1024**2:.1f} MB"
        gone = f"; {self.removed} older removed" if self.removed else ""
        return f"{self.stored.place} ({size}), read back and whole{gone}"


@dataclass(frozen=True, slots=True)
class BackUpTeam:
    """Nothing older goes before the new one has been read back."""

    backup_store: BackupStore
    clock: Clock
    keep_data_problems: KeepDataProblems
    keep: int

    def __call__(self) -> BackedUp:
        try:
            stored = self.backup_store.put(self.clock.now())
            old = find_old(self.backup_store.list(), self.keep)
            for one in old:
                self.backup_store.remove(one)
        except PortError as error:
            self.keep_data_problems(ROOM, [(PLACE, f"it failed: {error}")])
            raise
        self.keep_data_problems(ROOM, [])
        return BackedUp(stored, len(old))
