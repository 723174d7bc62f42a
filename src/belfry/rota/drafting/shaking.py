"""Filling more seats by wandering between rotas that fill as many.

Somebody gives up one seat for another; people trade places; and after every such step it is seen
at once whether the seat or the person that came free fills one seat more. A seat that is given up
for a longer one takes hours that others need: such steps are made less and less often.
"""

from __future__ import annotations

from belfry.rota.drafting.bits import list_bits
from belfry.rota.drafting.chance import (
    FACTOR,
    MASK,
    STEP,
    THRESHOLD_UNIT,
    THRESHOLDS,
)
from belfry.rota.drafting.picking import find_other, list_pairs
from belfry.rota.drafting.seatings import AT_ANY_PRICE, NOBODY, Seating

ROUNDS = 64
# In minutes that a step may take from others: an hour or two are nothing special at first.
HOT = 120


def shake(seating: Seating, seed: int, steps: int) -> None:
    """Never fewer seats than before; done as soon as none is open."""
    pairs = list_pairs(seating.seats)
    chance, heat = seed, HOT
    for _ in range(ROUNDS if pairs else 0):
        for _ in range(steps // ROUNDS):
            chance = (chance * FACTOR + STEP) & MASK
            seat, person = pairs[(chance >> 33) % len(pairs)]
            if seating.who[seat] == person:
                continue
            other = find_other(seating, seat, person, chance >> 11 & 2047)
            if other is not None:
                limit = heat * THRESHOLDS[chance >> 22 & 1023] // THRESHOLD_UNIT
                _step(seating, seat, person, other, limit)
        if not seating.vacant:
            return
        heat = heat * 15 // 16


def _step(seating: Seating, seat: int, person: int, other: int, limit: int) -> None:
    before = seating.who[seat]
    if other == seat:
        if seating.hand_over(seat, person, AT_ANY_PRICE) and before != NOBODY:
            _fill_with(seating, before)
    elif before == NOBODY:
        gain = seating.minutes[seat] - seating.minutes[other]
        if gain <= limit and seating.trade(seat, other, AT_ANY_PRICE):
            _fill_seat(seating, other)
            _fill_with(seating, person)
    elif seating.trade(seat, other, AT_ANY_PRICE):
        _fill_with(seating, person)
        _fill_with(seating, before)


def _fill_seat(seating: Seating, seat: int) -> None:
    for person in seating.seats.candidates[seat]:
        if seating.may_take(person, seat):
            seating.place(person, seat)
            return


def _fill_with(seating: Seating, person: int) -> None:
    """Give them whatever is open and they have time for."""
    seats, free = seating.seats, seating.seats.able[person] & seating.vacant
    if seating.most_off[person] - seating.off[person] < seats.shortest:
        return
    for seat in list_bits(seating.held[person]):
        free &= ~seats.against[seat]
    for seat in list_bits(free):
        if seating.may_take(person, seat):
            seating.place(person, seat)
