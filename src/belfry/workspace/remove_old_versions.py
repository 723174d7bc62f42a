"""Remove earlier versions of the team's files: the older they are, the fewer stay."""

from __future__ import annotations

import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.ports.clock import Clock
from belfry.ports.files import Version, Versions
from belfry.ports.store import AuditLog
from belfry.workspace.docs import TableHead

# Up to these ages every version stays, then the last of each day, then the last of each month.
ALL_FOR, DAILY_FOR, MONTHLY_FOR = timedelta(days=90), timedelta(days=365), timedelta(days=1095)
# More of them would be too long for one call of a function; the next call goes on.
MOST_REMOVED = 200


@dataclass(frozen=True, slots=True)
class RemoveOldVersions:
    """The latest version stays, and so do those that the audit log names."""

    versions: Versions
    audit_log: AuditLog
    clock: Clock
    zone: ZoneInfo

    def __call__(self, under: str = "", *, most: int = MOST_REMOVED) -> int:
        """How many were removed, of the files whose names begin with `under`."""
        removed = 0
        for name in self.versions.names():
            if name.startswith(under) and removed < most:
                old = self._list_old(name)[: most - removed]
                for number in old:
                    self.versions.remove(name, number)
                removed += len(old)
        return removed

    def _list_old(self, name: str) -> list[int]:
        versions = self.versions.list(name, limit=sys.maxsize)
        old = list_superfluous(versions, self.clock.now(), self.zone)
        audited = self._list_audited(name) if old else frozenset()
        return [number for number in old if number not in audited]

    def _list_audited(self, name: str) -> Collection[int]:
        entries = self.audit_log.list_entries(TableHead(name=name).subject)
        facts = [fact for entry in entries for fact in (entry.before, entry.after) if fact]
        return {fact["version"] for fact in facts if "version" in fact}


def list_superfluous(versions: Sequence[Version], now: datetime, zone: ZoneInfo) -> list[int]:
    """The numbers of those that need not stay, oldest first; `versions` begin with the latest."""
    taken: set[str] = set()
    superfluous: list[int] = []
    for version in versions:
        age = now - version.at
        if age <= ALL_FOR:
            continue
        period = version.at.astimezone(zone).strftime("%Y-%m-%d" if age <= DAILY_FOR else "%Y-%m")
        if version is not versions[0] and (age > MONTHLY_FOR or period in taken):
            superfluous.append(version.number)
        taken.add(period)
    return superfluous[::-1]
