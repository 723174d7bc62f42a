"""Making shares even by many small steps, first also some for the worse, later fewer and fewer.

What is filled stays filled. A step that makes shares less even is taken with some luck, the more
rarely the worse it is and the longer this goes on: so the rota does not stick where no single step
helps, and settles in the end.
"""

from __future__ import annotations

from belfry.rota.drafting.chance import FACTOR, MASK, STEP, THRESHOLD_UNIT, THRESHOLDS
from belfry.rota.drafting.picking import find_other, list_pairs
from belfry.rota.drafting.seatings import NOBODY, Seating

ROUNDS = 64
# About what a shift of four hours is worth to somebody who wants forty.
HOT = 1 << 25


def anneal(seating: Seating, seed: int, steps: int) -> None:
    pairs = list_pairs(seating.seats)
    chance, heat = seed, HOT
    for _ in range(ROUNDS if pairs else 0):
        for _ in range(steps // ROUNDS):
            chance = (chance * FACTOR + STEP) & MASK
            seat, person = pairs[(chance >> 33) % len(pairs)]
            if seating.who[seat] == person:
                continue
            other = find_other(seating, seat, person, chance >> 11 & 2047)
            limit = heat * THRESHOLDS[chance >> 22 & 1023] // THRESHOLD_UNIT
            if other == seat:
                seating.hand_over(seat, person, limit)
            elif other is not None:
                _exchange(seating, seat, other, limit, chance >> 3 & 65535)
        heat = heat * 11 // 12


def _exchange(seating: Seating, seat: int, other: int, limit: int, luck: int) -> None:
    """Between two people, or else with a third one, whoever that is."""
    if not seating.trade(seat, other, limit) and seating.who[seat] != NOBODY:
        people = seating.seats.candidates[other]
        seating.pass_on(seat, other, people[luck % len(people)], limit)
