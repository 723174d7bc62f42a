"""What a look at a long board costs, beside reading and parsing the same file and nothing else.

100,000 jobs stand on the board and 1,000 of them have moved: the look that is timed is the one at
which the moves count. It reads the file, keeps its new version, compares every row with what is
known, and writes 1,000 moves with their news and trail entries, durably, to SQLite.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.boards import LATER, Shop, open_shop
from bench.rounds import timed
from bench.targets import TARGETS, Figure

COUNT, QUICK_COUNT = 100_000, 2_000
MOVED_SHARE = 100
ROUNDS = 3


def measure(*, is_quick: bool) -> list[Figure]:
    count = QUICK_COUNT if is_quick else COUNT
    taken = []
    for _ in range(1 if is_quick else ROUNDS):
        with TemporaryDirectory() as folder, open_shop(Path(folder), count) as shop:
            taken.append(_measure_once(shop))
    ours, alone = (min(seconds) for seconds in zip(*taken, strict=True))
    (target,) = TARGETS["poll"]
    return [Figure(target, f"{ours:.2f} s", f"{alone:.2f} s", ours / alone)]


def _measure_once(shop: Shop) -> tuple[float, float]:
    moved = shop.count // MOVED_SHARE
    shop.write_board(moved=moved)
    shop.clock.advance_to(shop.clock.now() + LATER)
    shop.services.jobs.poll_board()
    shop.clock.advance_to(shop.clock.now() + LATER)
    with timed() as watch:
        polled = shop.services.jobs.poll_board()
    if len(polled.moves) != moved:
        raise AssertionError(f"{len(polled.moves)} moves counted, not {moved}")
    return watch.seconds, min(shop.read_board() for _ in range(3))
