"""Search, verify and export the audit log."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from belfry.kernel.changes import AuditEntry, Break, find_breaks
from belfry.kernel.sheets import UTF_8_MARKED, Form, guard_cell, make_sheet, write_sheet
from belfry.ports.store import AuditLog, Place

AT_ONCE, MOST_READ = 400, 2000


@dataclass(frozen=True, slots=True)
class Stretch:
    """A half-open time range; None where it is open."""

    since: datetime | None = None
    until: datetime | None = None


EVER = Stretch()


@dataclass(frozen=True, slots=True)
class FoundEntries:
    """`following` is where the next page starts, if there may be one.

    `is_cut` if so many were read that the rest was left for the next page.
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
        """At most `limit` entries, the newest first, after reading no more than about `most`."""
        if before is None and within.until is not None:
            before = (within.until, "", 0)
        matches: list[AuditEntry] = []
        size = min(AT_ONCE, limit + 1)
        read = 0
        while read < most:
            page = self.audit_log.list_latest(before=before, limit=size)
            recent = [entry for entry in page if within.since is None or entry.at >= within.since]
            matches += filter(is_wanted, recent)
            if len(matches) > limit:
                return FoundEntries(tuple(matches[:limit]), find_place(matches[limit - 1]))
            if len(recent) < size:
                return FoundEntries(tuple(matches))
            before, read, size = find_place(page[-1]), read + size, AT_ONCE
        return FoundEntries(tuple(matches), before, is_cut=True)


def find_place(entry: AuditEntry) -> Place:
    return entry.at, entry.subject, entry.seq


@dataclass(frozen=True, slots=True)
class Verified:
    subjects: int
    entries: int
    redacted: int
    breaks: tuple[Break, ...]


@dataclass(frozen=True, slots=True)
class VerifyAuditLog:
    audit_log: AuditLog

    def __call__(self, *, on_progress: Callable[[int], None] = lambda subjects: None) -> Verified:
        """`on_progress` is called with the number of subjects done."""
        subjects = entries = redacted = 0
        breaks: list[Break] = []
        for head in self.audit_log.heads():
            written = self.audit_log.list_entries(head.subject)
            breaks += find_breaks(written, head)
            subjects += 1
            entries += len(written)
            redacted += sum(entry.is_redacted for entry in written)
            on_progress(subjects)
        return Verified(subjects, entries, redacted, tuple(breaks))


NAME = "audit.csv"
HEADER = ("at", "by", "name", "action", "subject", "entry", "before", "after", "hash")
MOST_ROWS, MOST_EXPORTED = 10_000, 100_000


@dataclass(frozen=True, slots=True)
class ExportAuditLog:
    search: SearchAuditLog

    def __call__(
        self,
        is_wanted: Callable[[AuditEntry], bool],
        name_of: Callable[[str], str],
        *,
        within: Stretch = EVER,
    ) -> bytes:
        """A CSV for spreadsheets, the newest first; no cell is read as a formula."""
        matches = self.search(is_wanted, within=within, limit=MOST_ROWS, most=MOST_EXPORTED)
        rows = [write_row(entry, name_of(entry.by)) for entry in matches.entries]
        form = Form(coding=UTF_8_MARKED, line_end="\r\n")
        return write_sheet(make_sheet(NAME, HEADER, rows, form=form))


def write_row(entry: AuditEntry, name: str) -> Sequence[str]:
    cells = (
        *(entry.at.astimezone(UTC).isoformat(timespec="seconds"), entry.by, name, entry.action),
        *(entry.subject, str(entry.seq), _write(entry.before), _write(entry.after), entry.hash),
    )
    return [guard_cell(cell) for cell in cells]


def _write(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True) if value else ""
