"""Records of one kind, one by one or all of them: the least that a store must be able to read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.kernel.records import R


class Rows(Protocol):
    """Every implementation promises:

    - `find` gives the record of that key, or None;
    - `rows` gives every record of a kind as it stands now, in any order.
    """

    def find(self, kind: type[R], key: str) -> R | None: ...

    def rows(self, kind: type[R]) -> Sequence[R]: ...
