"""Whether a fire costs more in a team of many workflows than in one of few.

All triggers of a team fire at once on SQLite; a fire's cost is the time of all of them divided by
their number. What grows in step with the number of fires costs the same for each.
"""

from __future__ import annotations

from functools import partial

from bench.rings_sqlite import ring_with_belfry
from bench.rounds import find_best
from bench.targets import TARGETS, Figure

SIZES, QUICK_SIZES = (1_000, 10_000, 100_000), (250, 500, 1_000)
ROUNDS, QUICK_ROUNDS = 3, 1


def measure(*, is_quick: bool = False) -> list[Figure]:
    sizes = QUICK_SIZES if is_quick else SIZES
    sides = [partial(ring_with_belfry, size) for size in sizes]
    rates = find_best(sides, QUICK_ROUNDS if is_quick else ROUNDS)
    few, *more = (1e6 / rate for rate in rates)
    return [
        Figure(target, f"{cost:,.0f} µs", f"{few:,.0f} µs", cost / few)
        for target, cost in zip(TARGETS["growth"], more, strict=True)
    ]
