"""Filling an open seat by a chain of moves: one gives up a seat to take it, another takes that.

Short chains are tried before long ones. A seat that nobody could take over within so many moves is
remembered as a dead end until the rota changes: the same question is not asked twice.
"""

from __future__ import annotations

from belfry.rota.drafting.bits import list_bits
from belfry.rota.drafting.picking import find_leavable
from belfry.rota.drafting.seatings import Seating

LONGEST_CHAIN = 8
# Where so many seats stay open, there is more work than time, and long chains rarely help.
MANY_OPEN = 40
LONGEST_OF_MANY = 1


def fill_by_chains(seating: Seating) -> None:
    """No seat is left open that one placement, or one placement after one move, could fill."""
    moves = 0
    while moves <= _find_longest(seating):
        moves = 0 if _fill_each(seating, moves) else moves + 1


def _find_longest(seating: Seating) -> int:
    return LONGEST_CHAIN if seating.vacant.bit_count() <= MANY_OPEN else LONGEST_OF_MANY


def _fill_each(seating: Seating, moves: int) -> bool:
    """Whether any seat was filled."""
    before, dead = seating.vacant, dict[int, int]()
    for seat in list_bits(before):
        if _fill(seating, seat, moves, dead):
            dead.clear()
    return seating.vacant != before


def _fill(seating: Seating, seat: int, moves: int, dead: dict[int, int]) -> bool:
    """Seat somebody, moving at most so many others; everything is as before if that fails."""
    if dead.get(seat, -1) >= moves:
        return False
    dead[seat] = moves
    for person in seating.seats.candidates[seat]:
        if seating.may_take(person, seat):
            seating.place(person, seat)
            return True
    return moves > 0 and any(
        _move(seating, seat, other, moves, dead)
        for person in seating.seats.candidates[seat]
        for other in list_bits(find_leavable(seating, person, seat))
        if seating.may_take(person, seat, other)
    )


def _move(seating: Seating, seat: int, other: int, moves: int, dead: dict[int, int]) -> bool:
    """Let who sits on `other` take the seat, if somebody can be found for `other`."""
    person = seating.who[other]
    seating.clear(other)
    seating.place(person, seat)
    if _fill(seating, other, moves - 1, dead):
        return True
    seating.clear(seat)
    seating.place(person, other)
    return False
