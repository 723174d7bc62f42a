"""Where records are kept, and the one way to change them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.kernel.changes import Change
    from belfry.kernel.records import R


class Store(Protocol):
    """Everything Belfry remembers.

    Every implementation promises:
    - `commit` writes all the changes or none, and is durable when it returns;
    - a `Put` or `Remove` whose revision is not the stored one, a new `Put` or an `Append` whose key
      is taken, raise Conflict, and nothing is written;
    - more than 50 changes, or one record twice, raise InputError, and nothing is written;
    - what one commit wrote, every later `find` sees; nobody sees half a commit;
    - `find` gives the record as it was put, with its new revision, or None;
    - a store that is busy or out of reach raises Temporary.

    Every other question is asked through the rooms' own small ports.
    """

    def commit(self, changes: Sequence[Change]) -> None: ...

    def find(self, kind: type[R], key: str) -> R | None: ...
