"""Who works when this week: the rota that fills the most and shares it most evenly.

The same facts give the same rota, in whatever order they are told: the search counts its steps and
looks at no clock. Whether a rota is legal is judged once more elsewhere, by other code.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.rota.drafting.annealing import anneal
from belfry.rota.drafting.augmenting import fill_by_chains
from belfry.rota.drafting.balancing import balance
from belfry.rota.drafting.chance import find_seed
from belfry.rota.drafting.greedy import fill_greedily, keep_known
from belfry.rota.drafting.puzzles import make_puzzle
from belfry.rota.drafting.seatings import Seating
from belfry.rota.drafting.seats import lay_out
from belfry.rota.drafting.shaking import shake
from belfry.rota.drafting.snags import PassedOver
from belfry.rota.weeks import Rota, Week

# More steps for more seats, but a large team does not wait longer than a few seconds.
FEWEST_STEPS = 30_000
STEPS_A_SEAT = 1300
MOST_STEPS = 600_000
MOST_TO_EVEN = 1_200_000


@dataclass(frozen=True, slots=True)
class Drafted:
    """`first` is what the hardest shifts first would give, before anybody is moved."""

    rota: Rota
    first: Rota
    passed_over: tuple[PassedOver, ...]


def draft_rota(week: Week) -> Drafted:
    puzzle = make_puzzle(week)
    seating = Seating(lay_out(puzzle))
    keep_known(seating)
    fill_greedily(seating)
    first = puzzle.write_rota(seating.list_placed())
    final = _improve(seating)
    return Drafted(puzzle.write_rota(final.list_placed()), first, puzzle.passed_over)


def _improve(seating: Seating) -> Seating:
    seed, steps = find_seed(seating.seats.puzzle), _count_steps(seating)
    fill_by_chains(seating)
    fullest = seating.copy()
    if fullest.vacant:
        shake(fullest, seed, steps + steps // 4)
        fill_by_chains(fullest)
    if seating.has_kept and fullest.vacant.bit_count() == seating.vacant.bit_count():
        fullest = seating
    # Where not all can be filled, people are near their caps, and little is left to even out.
    anneal(fullest, seed, steps // 4 if fullest.vacant else min(3 * steps, MOST_TO_EVEN))
    balance(fullest)
    fill_by_chains(fullest)
    return fullest


def _count_steps(seating: Seating) -> int:
    return min(MOST_STEPS, FEWEST_STEPS + STEPS_A_SEAT * seating.seats.open_count)
