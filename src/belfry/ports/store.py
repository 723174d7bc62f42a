"""Where records are kept, and the one way to change them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from belfry.kernel.errors import Conflict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.kernel.changes import Change
    from belfry.kernel.records import R

COMMITS_AT_ONCE = 500


class Store(Protocol):
    """Everything Belfry remembers.

    Every implementation promises:
    - `commit` writes all the changes or none, and is durable when it returns;
    - a `Put` or `Remove` whose revision is not the stored one, a new `Put` or an `Append` whose key
      is taken, raise Conflict, and nothing is written;
    - more than 50 changes, or one record twice, raise InputError, and nothing is written;
    - what one commit wrote, every later `find` sees; nobody sees half a commit;
    - `commit_each` makes every list a commit of its own, and gives for each, in order, whether it
      was written (True) or met a Conflict (False); a store may write many of them in one go;
    - `find` gives the record as it was put, with its new revision, or None;
    - a store that is busy or out of reach raises Temporary.

    Every other question is asked through the rooms' own small ports.
    """

    def commit(self, changes: Sequence[Change]) -> None: ...

    def commit_each(self, commits: Sequence[Sequence[Change]]) -> list[bool]: ...

    def find(self, kind: type[R], key: str) -> R | None: ...


def commit_in_batches(
    store: Store, commits: Sequence[Sequence[Change]], *, at_once: int = COMMITS_AT_ONCE
) -> list[bool]:
    """What `commit_each` gives, for more commits than a store should write in one go."""
    written: list[bool] = []
    for start in range(0, len(commits), at_once):
        written += store.commit_each(commits[start : start + at_once])
    return written


def commit_one_by_one(store: Store, commits: Sequence[Sequence[Change]]) -> list[bool]:
    """What `commit_each` means, for stores that have no quicker way."""
    written = []
    for changes in commits:
        try:
            store.commit(changes)
        except Conflict:
            written.append(False)
        else:
            written.append(True)
    return written
