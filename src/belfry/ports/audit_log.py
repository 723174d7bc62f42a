"""What was done to a thing, as it was written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from belfry.kernel.audit import AuditEntry, Head

# Where an entry stands among all: its time, its subject and its number.
Place: TypeAlias = "tuple[datetime, str, int]"


class AuditLog(Protocol):
    """The audit trail, for reading; it is written through the store.

    Every implementation promises:
    - `list_entries` gives one subject's entries in the order they were written;
    - `list_latest` gives the newest entries of all subjects, newest first, those of one moment in
      an order that never varies; the one at the place `before` and those newer are left out;
    - `heads` gives every audited record's head, in the order of their subjects.
    """

    def list_entries(self, subject: str) -> Sequence[AuditEntry]: ...

    def list_latest(self, *, before: Place | None = None, limit: int) -> Sequence[AuditEntry]: ...

    def heads(self) -> Iterator[Head]: ...
