"""Nightly backups: make one, remove old ones, and judge the age of the last."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.kernel.errors import PortError
from belfry.ports.clock import Clock
from belfry.ports.files import BackupStore, Stored
from belfry.workspace.tables import KeepDataProblems

TOO_OLD = timedelta(days=2)


def find_old(stored: Sequence[Stored], keep: int) -> list[Stored]:
    """Backups to remove: all but the newest of each of the last `keep` days that have one."""
    newest_of_day = {backup.made_at.date(): backup for backup in sorted(stored, key=_made_at)}
    newest = sorted(newest_of_day.values(), key=_made_at)[-keep:]
    return [backup for backup in stored if backup not in newest]


def judge_age(stored: Sequence[Stored], *, since: datetime, now: datetime) -> str:
    """The problem if the last backup is too old; `since` is when backups were first wanted."""
    if not stored:
        return "there is no nightly backup yet" if now - since > TOO_OLD else ""
    age = now - max(backup.made_at for backup in stored)
    return f"the last nightly backup is {age.days} days old" if age > TOO_OLD else ""


def _made_at(stored: Stored) -> datetime:
    return stored.made_at


ROOM = "backup"
PLACE = "the nightly backup"


@dataclass(frozen=True, slots=True)
class BackedUp:
    stored: Stored
    removed: int = 0

    def __str__(self) -> str:
        size = f"{self.stored.size / 1024**2:.1f} MB"
        removed = f"; {self.removed} older removed" if self.removed else ""
        return f"{self.stored.place} ({size}), read back and whole{removed}"


@dataclass(frozen=True, slots=True)
class BackUpTeam:
    """No old backup is removed before the new one has been read back."""

    backup_store: BackupStore
    clock: Clock
    keep_data_problems: KeepDataProblems
    keep: int

    def __call__(self) -> BackedUp:
        try:
            stored = self.backup_store.put(self.clock.now())
            old = find_old(self.backup_store.list(), self.keep)
            for backup in old:
                self.backup_store.remove(backup)
        except PortError as error:
            self.keep_data_problems(ROOM, [(PLACE, f"it failed: {error}")])
            raise
        self.keep_data_problems(ROOM, [])
        return BackedUp(stored, len(old))
