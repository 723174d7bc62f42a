"""How long a draft takes, how full and how even it is, beside CP-SAT alone and what is possible.

Planted weeks are cut from a rota that is full: anything less than full is a miss. Over-demanded
weeks ask for more than there is, and the prover says how much there is. Every rota is judged by the
checker, and one that breaks a rule fails the benchmark, as does one that another interpreter drafts
differently. `python -m bench.rota 200` drafts so many planted weeks of each size.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from bench.drafting import Draft, Judged, draft, judge_sameness, prove
from bench.solver_alone import fill_alone
from bench.targets import TARGETS, Figure
from tests.rota.drafting.planted import plant_week, random_week

Side = tuple[str, str, float]


@dataclass(frozen=True, slots=True)
class Scale:
    """`sizes` are people and shifts, `limits` the seconds for each, `teams` people alone."""

    sizes: Sequence[tuple[int, int]] = ((15, 80), (50, 300), (200, 1500))
    limits: Sequence[float] = (1, 2, 5)
    weeks: int = 3
    alone: float = 10
    teams: Sequence[int] = (12, 50, 200)
    planted: int = 10


QUICK = Scale(sizes=((8, 40), (10, 55), (12, 70)), weeks=1, alone=1, teams=(6, 8, 10), planted=1)
MOST_SPREAD = 4


def measure(*, is_quick: bool) -> list[Figure]:
    scale = QUICK if is_quick else Scale()
    judge_sameness(scale.teams[1])
    drafts = [
        [draft(random_week(people, shifts, seed)) for seed in range(scale.weeks)]
        for people, shifts in scale.sizes
    ]
    # What the prover is for: it is asked about teams of up to fifty.
    judged = [[prove(one) for one in some] for some in drafts[:2]]
    planted = [plant_drafts(people, scale.planted) for people in scale.teams]
    sides = [
        *_limit_seconds(scale, drafts, judged[0]),
        *(_set_beside_solver(some, scale.alone) for some in drafts),
        *(_set_beside_hidden(some) for some in planted),
        _limit_spread(planted[1]),
        *_set_beside_proved([one for some in judged for one in some]),
    ]
    return [Figure(target, *side) for target, side in zip(TARGETS["rota"], sides, strict=True)]


def plant_drafts(people: int, count: int) -> list[Draft]:
    return [draft(plant_week(people, seed)) for seed in range(count)]


def _limit_seconds(
    scale: Scale, drafts: Sequence[Sequence[Draft]], judged: Sequence[Judged]
) -> list[Side]:
    """The slowest of each size; the smallest of them with their proofs."""
    smallest = [one.draft.seconds + one.seconds for one in judged]
    others = ([one.seconds for one in some] for some in drafts[1:])
    slowest = [max(some) for some in (smallest, *others)]
    return [
        (f"{seconds:.2f} s", f"{limit} s", seconds / limit)
        for seconds, limit in zip(slowest, scale.limits, strict=True)
    ]


def _set_beside_solver(drafts: Sequence[Draft], seconds: float) -> Side:
    theirs = sum(fill_alone(one.week, seconds) or 0 for one in drafts)
    return _set_beside(sum(one.filled for one in drafts), theirs)


def _set_beside_hidden(drafts: Sequence[Draft]) -> Side:
    return _set_beside(sum(one.filled for one in drafts), sum(one.seats for one in drafts))


def _limit_spread(drafts: Sequence[Draft]) -> Side:
    mean = fmean(one.spread for one in drafts)
    return f"{mean:.1f} h", f"{MOST_SPREAD} h", mean / MOST_SPREAD


def _set_beside_proved(judged: Sequence[Judged]) -> list[Side]:
    bound = sum(one.bound for one in judged)
    without = sum(one.draft.filled for one in judged)
    return [_set_beside(ours, bound) for ours in (without, sum(one.fullest for one in judged))]


def _set_beside(ours: int, theirs: int) -> Side:
    return f"{ours:,} seats", f"{theirs:,} seats", ours / max(theirs, 1)


def main(count: int) -> int:
    """So many planted weeks of each size; 1 if a seat of any of them stays open."""
    missed = 0
    for people in Scale().teams:
        drafts = plant_drafts(people, count)
        full = sum(one.filled == one.seats for one in drafts)
        missed += count - full
        spread = fmean(one.spread for one in drafts)
        seconds = fmean(one.seconds for one in drafts)
        print(f"{people} people: {full} of {count} full, {spread:.2f} h apart, {seconds:.2f} s")
    return min(missed, 1)


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1])))
