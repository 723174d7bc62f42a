"""What it costs to look for due triggers when there are none, beside a query that finds nothing.

The clock does this twice a second, day and night. The query asks for the same rows of the same
table in the same order, on a plain connection that is kept open.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from bench.rounds import find_best, timed
from bench.targets import TARGETS, Figure
from bench.teams import BEFORE, open_team

from belfry.scheduler.fire_triggers import TRIGGERS_AT_ONCE

COUNT, QUICK_COUNT = 10_000, 1_000
LOOKS, QUICK_LOOKS = 5_000, 500
ROUNDS, QUICK_ROUNDS = 7, 2
QUERY = (
    "SELECT workflow_id, next_at, problem, revision FROM triggers "
    "WHERE next_at <= ? ORDER BY next_at, workflow_id LIMIT ?"
)
GIVEN = (f"{BEFORE:%Y-%m-%d %H:%M:%S.%f}", TRIGGERS_AT_ONCE)


def measure(*, is_quick: bool = False) -> list[Figure]:
    looks = QUICK_LOOKS if is_quick else LOOKS
    with _open_looks(QUICK_COUNT if is_quick else COUNT) as (tick, query):
        sides = (lambda: repeat(tick, looks), lambda: repeat(query, looks))
        ours, theirs = find_best(sides, QUICK_ROUNDS if is_quick else ROUNDS)
    (target,) = TARGETS["idle_tick"]
    return [Figure(target, f"{1e6 / ours:.1f} µs", f"{1e6 / theirs:.1f} µs", theirs / ours)]


def repeat(look: Callable[[], int], times: int) -> float:
    """Looks a second."""
    with timed() as watch:
        found = sum(look() for _ in range(times))
    if found:
        raise AssertionError("something was due")
    return times / watch.seconds


@contextmanager
def _open_looks(count: int) -> Iterator[tuple[Callable[[], int], Callable[[], int]]]:
    """Belfry's look and the plain one, at the same file."""
    with TemporaryDirectory() as name, open_team(Path(name), count) as team:
        fire_triggers, file = team.services.fire_triggers, Path(name, ".belfry", "belfry.db")
        with closing(sqlite3.connect(file, isolation_level=None)) as plain:
            yield (
                lambda: fire_triggers().runs,
                lambda: len(plain.execute(QUERY, GIVEN).fetchall()),
            )
