"""How people who were placed by others than the search come to more even shares.

No seat is given up for it; an open one that somebody can take on the way is filled.
"""

from __future__ import annotations

from collections.abc import Sequence

from belfry.rota.drafting.annealing import anneal
from belfry.rota.drafting.balancing import balance
from belfry.rota.drafting.chance import find_seed
from belfry.rota.drafting.puzzles import Puzzle
from belfry.rota.drafting.seatings import Seating
from belfry.rota.drafting.seats import lay_out

STEPS_A_SEAT = 1000
MOST_STEPS = 400_000


def even_out(puzzle: Puzzle, placed: Sequence[Sequence[int]]) -> list[list[int]]:
    """Who was placed, by shift, besides those who are fixed; likewise the answer."""
    seating = Seating(lay_out(puzzle))
    waiting = [list(people) for people in placed]
    for seat in seating.list_open():
        if people := waiting[seating.seats.shift_of[seat]]:
            seating.place(people.pop(0), seat)
    anneal(seating, find_seed(puzzle), min(MOST_STEPS, STEPS_A_SEAT * seating.seats.open_count))
    balance(seating)
    return seating.list_placed()
