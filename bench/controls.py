"""What a tick over many controls costs, beside reading and parsing their list and nothing else.

100,000 controls stand on the list, and the turn of 1,000 of them has come: the tick reads the file,
compares every row with what is known, and writes 1,000 reminders with their news and trail entries,
durably, to SQLite. Then the same with ten times as many of all, for what one control costs.
"""

from __future__ import annotations

from pathlib import Path
from tempfile import TemporaryDirectory

from bench.lists import Team, open_team
from bench.targets import TARGETS, Figure

LOT, QUICK_LOT = 10_000, 200
FEW, MANY = 10, 100
ROUNDS = 5


def measure(*, is_quick: bool) -> list[Figure]:
    lot, rounds = (QUICK_LOT, 1) if is_quick else (LOT, ROUNDS)
    with TemporaryDirectory() as folder, open_team(Path(folder), lot) as team:
        few, alone = _measure(team, FEW, rounds)
        many, _ = _measure(team, MANY, min(rounds, 2))
    beside_reading, beside_itself = TARGETS["controls"]
    each, other = many / (lot * MANY), few / (lot * FEW)
    return [
        Figure(beside_reading, f"{few:.2f} s", f"{alone:.2f} s", few / alone),
        Figure(beside_itself, f"{each * 1e6:.1f} µs", f"{other * 1e6:.1f} µs", each / other),
    ]


def _measure(team: Team, lots: int, rounds: int) -> tuple[float, float]:
    """The best tick and the best reading of so many controls, which take turns."""
    team.grow(lots)
    taken = [(team.tick(), team.read_list()) for _ in range(rounds)]
    ticks, readings = zip(*taken, strict=True)
    return min(ticks), min(readings)
