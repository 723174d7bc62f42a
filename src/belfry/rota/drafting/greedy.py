"""The first answer: the shifts that are hardest to fill, one by one, to whoever is furthest behind.

Hardest is the shift with the fewest people who could take it. Furthest behind is whoever has the
largest share of their target still open: the hours alone would starve those who want few.
"""

from __future__ import annotations

from fractions import Fraction

from belfry.rota.drafting.seatings import Seating


def fill_greedily(seating: Seating) -> None:
    candidates = seating.seats.candidates
    for seat in sorted(seating.list_open(), key=lambda one: (len(candidates[one]), one)):
        able = [person for person in candidates[seat] if seating.may_take(person, seat)]
        if able:
            seating.place(min(able, key=lambda person: _rank(seating, person)), seat)


def keep_known(seating: Seating) -> None:
    """Seat people where they know themselves to be, as far as that is legal."""
    for seat in seating.list_open():
        kept = [one for one in seating.seats.candidates[seat] if seating.is_kept(one, seat)]
        able = [person for person in kept if seating.may_take(person, seat)]
        if able:
            seating.place(able[0], seat)


def _rank(seating: Seating, person: int) -> tuple[bool, Fraction, int, int]:
    """The lowest goes first; people are numbered by the draw, which decides between equals."""
    puzzle = seating.seats.puzzle
    target = puzzle.targets[person]
    share = Fraction(seating.off[person], target) if target else Fraction()
    return target == 0, share, -puzzle.belows[person], person
