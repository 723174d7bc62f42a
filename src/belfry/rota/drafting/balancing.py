"""The last touch: hand over and trade seats while anything makes shares more even.

What one step can do comes first; only then do several people pass seats round.
"""

from __future__ import annotations

from belfry.rota.drafting.bits import list_bits
from belfry.rota.drafting.picking import find_leavable
from belfry.rota.drafting.rings import Patience, pass_round
from belfry.rota.drafting.seatings import NOBODY, Seating

_BETTER = -1


def balance(seating: Seating) -> None:
    patience = Patience()
    _balance_singly(seating)
    while pass_round(seating, patience):
        _balance_singly(seating)


def _balance_singly(seating: Seating) -> None:
    """Only people who were part of a change can have come to a new one: the others are skipped."""
    stirred = set(range(len(seating.held)))
    while stirred:
        moved: set[int] = set()
        for seat, people in enumerate(seating.seats.candidates):
            for person in people:
                if person in stirred or seating.who[seat] in stirred:
                    moved |= _improve(seating, seat, person)
        stirred = moved


def _improve(seating: Seating, seat: int, person: int) -> set[int]:
    """Those who moved so that the person got the seat."""
    before = seating.who[seat]
    if before in (person, NOBODY):
        return set()
    if seating.hand_over(seat, person, _BETTER):
        return {person, before}
    for other in list_bits(find_leavable(seating, person, seat)):
        if seating.trade(seat, other, _BETTER):
            return {person, before}
    return set()
