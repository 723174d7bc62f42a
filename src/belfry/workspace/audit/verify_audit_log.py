"""Check that every trail is still as it was written."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from belfry.kernel.audit import Break, find_breaks
from belfry.ports.store import AuditLog


@dataclass(frozen=True, slots=True)
class Verified:
    subjects: int
    entries: int
    breaks: tuple[Break, ...]


@dataclass(frozen=True, slots=True)
class VerifyAuditLog:
    audit_log: AuditLog

    def __call__(self, *, hear: Callable[[int], None] = lambda subjects: None) -> Verified:
        """`hear` is told how many subjects are done."""
        subjects = entries = 0
        breaks: list[Break] = []
        for head in self.audit_log.heads():
            written = self.audit_log.list_entries(head.subject)
            breaks += find_breaks(written, head)
            subjects += 1
            entries += len(written)
            hear(subjects)
        return Verified(subjects, entries, tuple(breaks))
