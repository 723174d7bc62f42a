"""Which number is next."""

from __future__ import annotations

from typing import Protocol


class Numbers(Protocol):
    """Counts upwards, for ids that people read.

    Every implementation promises:
    - `next` never gives the same number twice for one name, in any process, and each is larger
      than those before it;
    - the first is 1; numbers may be left out.
    """

    def next(self, name: str) -> int: ...
