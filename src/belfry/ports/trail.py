"""What was done to a thing, as it was written down."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from belfry.kernel.audit import Entry, Head


class Trail(Protocol):
    """The audit trail, for reading; it is written through the store.

    Every implementation promises:
    - `list_entries` gives one subject's entries in the order they were written;
    - `list_latest` gives the newest entries of all subjects, newest first;
    - `heads` gives every audited record's head, in the order of their subjects.
    """

    def list_entries(self, subject: str) -> Sequence[Entry]: ...

    def list_latest(self, *, limit: int) -> Sequence[Entry]: ...

    def heads(self) -> Iterator[Head]: ...
