"""Which of many shifts begin, end or lie within a stretch of time.

The answers are sets of shifts, as bits, and each takes two searches however many shifts there are:
thousands of questions about a week are asked for every draft.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Hashable, Iterable, Sequence
from typing import TypeVar

Key = TypeVar("Key", bound=Hashable)


class Pile:
    """Numbers in order, and for each place in it the set of those before."""

    def __init__(self, numbers: Sequence[int]) -> None:
        order = sorted(range(len(numbers)), key=numbers.__getitem__)
        self._numbers = [numbers[place] for place in order]
        self._sets = [0]
        for place in order:
            self._sets.append(self._sets[-1] | 1 << place)

    def below(self, number: int) -> int:
        return self._sets[bisect_left(self._numbers, number)]

    def up_to(self, number: int) -> int:
        return self._sets[bisect_right(self._numbers, number)]


class Spans:
    """Each begins at its first number and ends before its second."""

    def __init__(self, spans: Sequence[tuple[int, int]]) -> None:
        self._starts = Pile([first for first, _ in spans])
        self._ends = Pile([last for _, last in spans])

    def touching(self, first: int, last: int) -> int:
        """Those with a part between the two."""
        return self._starts.below(last) & ~self._ends.up_to(first)

    def within(self, first: int, last: int) -> int:
        """Those that lie between the two with all of their length."""
        return self._ends.up_to(last) & ~self._starts.below(first)


def gather(keys: Iterable[Key]) -> dict[Key, int]:
    """For each key, the set of places at which it stands."""
    sets: dict[Key, int] = {}
    for place, key in enumerate(keys):
        sets[key] = sets.get(key, 0) | 1 << place
    return sets
