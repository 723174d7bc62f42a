"""Find who did what, when and to what, the newest first, page by page."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.audit import AuditEntry
from belfry.ports.store import AuditLog, Place

AT_ONCE, MOST_READ = 400, 2000


@dataclass(frozen=True, slots=True)
class Stretch:
    """From one moment up to another, which is not part of it; None where it is open."""

    since: datetime | None = None
    until: datetime | None = None


EVER = Stretch()


@dataclass(frozen=True, slots=True)
class FoundEntries:
    """`following` is where the next page goes on, if there may be one.

    `is_cut` if so many had to be looked at that the rest was left for the next page.
    """

    entries: tuple[AuditEntry, ...]
    following: Place | None = None
    is_cut: bool = False


@dataclass(frozen=True, slots=True)
class SearchAuditLog:
    audit_log: AuditLog

    def __call__(
        self,
        is_wanted: Callable[[AuditEntry], bool],
        *,
        within: Stretch = EVER,
        before: Place | None = None,
        limit: int,
        most: int = MOST_READ,
    ) -> FoundEntries:
        """At most `limit` of them, after looking at no more than about `most` entries."""
        if before is None and within.until is not None:
            before = (within.until, "", 0)
        found: list[AuditEntry] = []
        size = min(AT_ONCE, limit + 1)
        read = 0
        while read < most:
            page = self.audit_log.list_latest(before=before, limit=size)
            young = [one for one in page if within.since is None or one.at >= within.since]
            found += filter(is_wanted, young)
            if len(found) > limit:
                return FoundEntries(tuple(found[:limit]), find_place(found[limit - 1]))
            if len(young) < size:
                return FoundEntries(tuple(found))
            before, read, size = find_place(page[-1]), read + size, AT_ONCE
        return FoundEntries(tuple(found), before, is_cut=True)


def find_place(entry: AuditEntry) -> Place:
    return entry.at, entry.subject, entry.seq
