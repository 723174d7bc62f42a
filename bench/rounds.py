"""How two sides are timed so that a busy moment of the machine does not decide between them."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

Side = Callable[[], float]


def find_best(sides: Sequence[Side], rounds: int) -> list[float]:
    """Each side's best round, in things a second; the sides take turns."""
    best = [0.0] * len(sides)
    for _ in range(rounds):
        for place, side in enumerate(sides):
            gc.collect()
            best[place] = max(best[place], side())
    return best


class Stopwatch:
    """Seconds that went by, once it has stopped."""

    seconds = 0.0


@contextmanager
def timed() -> Iterator[Stopwatch]:
    """Nobody pays for what was thrown away before."""
    watch = Stopwatch()
    gc.collect()
    begun = time.perf_counter()
    yield watch
    watch.seconds = time.perf_counter() - begun
