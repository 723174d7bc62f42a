"""What a sweep over many open jobs costs, beside reading and parsing their board and nothing else.

100,000 jobs are open, and 1,000 of them have stood still for too long: each of those is written
down as chased, with its news and its trail entry, and the shop gets its digest.
"""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.boards import LATER, Shop, open_shop
from bench.rounds import timed
from bench.targets import TARGETS, Figure

COUNT, QUICK_COUNT = 100_000, 2_000
STUCK_SHARE = 100
ROUNDS = 3


def measure(*, is_quick: bool) -> list[Figure]:
    count = QUICK_COUNT if is_quick else COUNT
    taken = []
    for _ in range(1 if is_quick else ROUNDS):
        with TemporaryDirectory() as folder, open_shop(Path(folder), count) as shop:
            taken.append(_measure_once(shop))
    ours, alone = (min(seconds) for seconds in zip(*taken, strict=True))
    (target,) = TARGETS["sweep"]
    return [Figure(target, f"{ours:.2f} s", f"{alone:.2f} s", ours / alone)]


def _measure_once(shop: Shop) -> tuple[float, float]:
    """Those that were moved to ready have waited there for five hours; the rest has time left."""
    stuck = shop.count // STUCK_SHARE
    shop.write_board(moved=stuck)
    for _ in range(2):
        shop.clock.advance_to(shop.clock.now() + LATER)
        shop.services.jobs.poll_board()
    shop.clock.advance_to(shop.clock.now() + timedelta(hours=5))
    with timed() as watch:
        swept = shop.services.jobs.sweep()
    if len(swept.chased) != stuck:
        raise AssertionError(f"{len(swept.chased)} jobs were chased, not {stuck}")
    return watch.seconds, min(shop.read_board() for _ in range(3))
