"""Which seats a week has, one for each person that a shift needs, and what each of them asks.

The search works on seats, not on shifts, so that a shift for three people is no special case. The
open seats come first, in order of their shifts; after them the fixed ones, which nobody leaves.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from functools import cache

from belfry.rota.drafting.puzzles import Puzzle
from belfry.rota.rules.bits import Bits, gather_bits, list_bits

# What a seat costs that is not as people know it: more than any evenness can be worth.
CHANGE = 1 << 44
_EVENNESS = 1 << 18
# Nobody's share is worth more than that of somebody who wants one hour.
_LEAST_TARGET = 60
_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class Seats:
    """By seat: `shift_of`, `minutes`, `against`, `same_day` and `candidates`, as in the puzzle but
    with a bit for each seat; `open_count` is where the fixed seats begin, `shortest` the length of
    the shortest of all.

    By person: `able` (the open seats they are candidates for), `kept` (those they know as theirs),
    `taken` (the fixed ones), `runs`, `least_runs` (with how many shifts one could be broken), and
    `weights` (what a squared minute off the target costs).
    """

    puzzle: Puzzle
    open_count: int
    shortest: int
    shift_of: tuple[int, ...]
    minutes: tuple[int, ...]
    against: tuple[Bits, ...]
    same_day: tuple[Bits, ...]
    candidates: tuple[tuple[int, ...], ...]
    able: tuple[Bits, ...]
    kept: tuple[Bits, ...]
    taken: tuple[Bits, ...]
    runs: tuple[tuple[tuple[Bits, ...], ...], ...]
    least_runs: tuple[int, ...]
    weights: tuple[int, ...]

    @property
    def all_open(self) -> Bits:
        return (1 << self.open_count) - 1


def lay_out(puzzle: Puzzle) -> Seats:
    shifts = range(len(puzzle.shifts))
    free = [shift for shift in shifts for _ in range(puzzle.wanted[shift])]
    shift_of = (*free, *(shift for shift in shifts for _ in puzzle.fixed[shift]))
    seats_of = gather_bits(shift_of)
    open_of = gather_bits(free)
    everybody = range(len(puzzle.names))

    @cache
    def widen(bits: Bits) -> Bits:
        return sum(seats_of.get(shift, 0) for shift in list_bits(bits))

    def gather(people: Sequence[Collection[int]]) -> tuple[Bits, ...]:
        """For each person, the open seats of the shifts that have them."""
        found = [0] * len(everybody)
        for shift, bits in open_of.items():
            for person in people[shift]:
                found[person] |= bits
        return tuple(found)

    return Seats(
        puzzle=puzzle,
        open_count=len(free),
        shortest=min(puzzle.minutes, default=0),
        shift_of=shift_of,
        minutes=tuple(puzzle.minutes[shift] for shift in shift_of),
        against=tuple(widen(puzzle.against[shift]) for shift in shift_of),
        same_day=tuple(widen(puzzle.same_day[shift]) for shift in shift_of),
        candidates=tuple(puzzle.candidates[shift] for shift in free),
        able=gather(puzzle.candidates),
        kept=gather(puzzle.kept),
        taken=_find_taken(puzzle, len(free)),
        runs=tuple(tuple(tuple(map(widen, run)) for run in runs) for runs in puzzle.runs),
        least_runs=tuple(min(map(len, runs), default=_NEVER) for runs in puzzle.runs),
        weights=tuple(_EVENNESS // max(target, _LEAST_TARGET) for target in puzzle.targets),
    )


def _find_taken(puzzle: Puzzle, first: int) -> tuple[Bits, ...]:
    sitters = [person for people in puzzle.fixed for person in people]
    bits = gather_bits(sitters)
    return tuple(bits.get(person, 0) << first for person in range(len(puzzle.names)))
