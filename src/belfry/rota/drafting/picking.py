"""Which step to try next: a seat, somebody who could have it, and what they give up for it."""

from __future__ import annotations

from belfry.rota.drafting.seatings import Seating
from belfry.rota.drafting.seats import Seats
from belfry.rota.rules.bits import Bits


def list_pairs(seats: Seats) -> list[tuple[int, int]]:
    """Every open seat with each of its candidates."""
    return [(seat, person) for seat, people in enumerate(seats.candidates) for person in people]


def find_leavable(seating: Seating, person: int, seat: int) -> Bits:
    """The seats of theirs each of which alone may be what keeps them from it."""
    held = seating.held[person]
    clash = seating.against[seat] & held
    return 0 if clash & (clash - 1) else (clash or held) & seating.seats.all_open


def find_other(seating: Seating, seat: int, person: int, luck: int) -> int | None:
    """The seat they must give up; any one of theirs if only their hours stand in the way.

    It is the very seat they take if they need not give up any; None if one is not enough.
    """
    held = seating.held[person]
    clash = seating.against[seat] & held
    if clash & (clash - 1):
        return None
    if clash:
        other = clash.bit_length() - 1
    elif seating.off[person] + seating.minutes[seat] <= seating.most_off[person]:
        return seat
    elif held:
        skipped = luck % held.bit_length()
        rest = held >> skipped
        other = skipped + (rest & -rest).bit_length() - 1
    else:
        return None
    return other if other < seating.seats.open_count else None
