"""Seats, one for each person a shift needs; who has which; and the moves that the rules allow.

This is the hot path of the search: it reads the rules from bit sets that the puzzle made of them.
A move is made only if it costs no more than a limit (a negative cost is an improvement). It fills a
seat or changes who has one, and never only empties one.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from belfry.rota.drafting.puzzles import Puzzle
from belfry.rota.rules.eligibility import Bits, breaks_run, gather_bits, list_bits

# What a change to the rota that people know costs: a seat more than any evenness can be worth, and
# a person who has to hear of one more than any number of seats.
CHANGED_SEAT = 1 << 44
CHANGED_PERSON = 1 << 57
_EVENNESS = 1 << 18
# No share weighs more than that of a person with a target of one hour.
_LEAST_TARGET = 60
_NEVER = 1 << 30


@dataclass(frozen=True, slots=True)
class Seats:
    """The open seats in the order of their shifts, and then the fixed ones.

    By seat: `shift_of`, `minutes`, `against`, `same_day` and `candidates`, as in the puzzle but
    with a bit for each seat; `open_count` is where the fixed seats begin, `shortest` the length of
    the shortest of all.

    By person: `able` (the open seats they are candidates for), `current` (those of shifts that are
    theirs in the rota people know), `current_count` (how many shifts those are), `taken` (the fixed
    ones), `runs`, `least_runs` (with how many shifts one could be broken), and `weights` (what a
    squared minute off the goal costs); `crowded` is as in the puzzle.
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
    current: tuple[Bits, ...]
    current_count: tuple[int, ...]
    taken: tuple[Bits, ...]
    crowded: Mapping[tuple[int, Bits], int]
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
    taken = gather_bits(person for people in puzzle.fixed for person in people)
    all_open = (1 << len(free)) - 1

    @cache
    def widen(bits: Bits) -> Bits:
        return sum(seats_of.get(shift, 0) for shift in list_bits(bits))

    def gather(people: Sequence[Collection[int]]) -> tuple[Bits, ...]:
        """For each person, the open seats of the shifts that have them."""
        theirs = [0] * len(puzzle.names)
        for shift, bits in open_of.items():
            for person in people[shift]:
                theirs[person] |= bits
        return tuple(theirs)

    return Seats(
        puzzle=puzzle,
        open_count=len(free),
        shortest=min(puzzle.minutes, default=0),
        shift_of=shift_of,
        minutes=tuple(puzzle.minutes[shift] for shift in shift_of),
        # Candidates may have a seat beside their fixed ones, so only open ones stand against it.
        against=tuple(widen(puzzle.against[shift]) & all_open for shift in shift_of),
        same_day=tuple(widen(puzzle.same_day[shift]) for shift in shift_of),
        candidates=tuple(puzzle.candidates[shift] for shift in free),
        able=gather(puzzle.candidates),
        current=gather(puzzle.current),
        current_count=_count_current(puzzle),
        taken=tuple(taken.get(person, 0) << len(free) for person in range(len(puzzle.names))),
        crowded={(person, widen(day)): most for (person, day), most in puzzle.crowded.items()},
        runs=tuple(tuple(tuple(map(widen, run)) for run in runs) for runs in puzzle.runs),
        least_runs=tuple(min(map(len, runs), default=_NEVER) for runs in puzzle.runs),
        weights=tuple(_EVENNESS // max(target, _LEAST_TARGET) for target in puzzle.targets),
    )


def _count_current(puzzle: Puzzle) -> tuple[int, ...]:
    everybody = range(len(puzzle.names))
    return tuple(sum(person in people for people in puzzle.current) for person in everybody)


NOBODY = -1
AT_ANY_PRICE = 1 << 60


class Seating:
    """By seat: `who`; as bits, `vacant` are the empty seats, and `protected` those that are
    filled in the rota people know and may not be emptied to fill another. By person: `held` (their
    seats), `off` (minutes above their goal) and `most_off` (where that meets their cap)."""

    # Read millions of times, so these are not looked up through `seats`.
    __slots__ = (
        *("against", "has_current", "held", "is_limited", "minutes", "most_off"),
        *("off", "protected", "seats", "vacant", "weights", "who"),
    )

    def __init__(self, seats: Seats) -> None:
        puzzle = seats.puzzle
        self.seats = seats
        self.against, self.minutes, self.weights = seats.against, seats.minutes, seats.weights
        self.who = [NOBODY] * seats.open_count
        self.vacant: Bits = (1 << seats.open_count) - 1
        self.held = list(seats.taken)
        self.off = [a - b for a, b in zip(puzzle.spent, puzzle.goals, strict=True)]
        self.most_off = [a - b for a, b in zip(puzzle.caps, puzzle.goals, strict=True)]
        self.is_limited = puzzle.is_limited
        self.has_current = any(seats.current)
        self.protected: Bits = 0

    def list_open(self) -> list[int]:
        return list(list_bits(self.vacant))

    def list_placed(self) -> list[list[int]]:
        """Who was placed, by shift."""
        placed: list[list[int]] = [[] for _ in self.seats.puzzle.shifts]
        for seat, person in enumerate(self.who):
            if person != NOBODY:
                placed[self.seats.shift_of[seat]].append(person)
        return placed

    def place(self, person: int, seat: int) -> None:
        self.who[seat] = person
        self.vacant ^= 1 << seat
        self.held[person] |= 1 << seat
        self.off[person] += self.minutes[seat]

    def clear(self, seat: int) -> None:
        person = self.who[seat]
        self.who[seat] = NOBODY
        self.vacant ^= 1 << seat
        self.held[person] ^= 1 << seat
        self.off[person] -= self.minutes[seat]

    def may_take(self, person: int, seat: int, leaving: int | None = None) -> bool:
        """Whether a candidate may have the seat too, or in place of one that they leave."""
        held, off = self.held[person], self.off[person]
        if leaving is not None:
            held ^= 1 << leaving
            off -= self.minutes[leaving]
        return (
            not self.against[seat] & held
            and off + self.minutes[seat] <= self.most_off[person]
            and (not self.is_limited or self._stays_within(person, seat, held))
        )

    def is_current(self, person: int, seat: int) -> bool:
        return self.seats.current[person] >> seat & 1 == 1

    def copy(self) -> Seating:
        other = Seating(self.seats)
        other.protected = self.protected
        for seat, person in enumerate(self.who):
            if person != NOBODY:
                other.place(person, seat)
        return other

    def hand_over(self, seat: int, person: int, limit: int) -> bool:
        """Give the seat to a person who may take it; an open one at any price."""
        if not self.may_take(person, seat):
            return False
        before = self.who[seat]
        if before != NOBODY:
            minutes, off, weights = self.minutes[seat], self.off, self.weights
            cost = minutes * (
                weights[person] * (minutes + 2 * off[person])
                + weights[before] * (minutes - 2 * off[before])
            )
            if self.has_current:
                bit = 1 << seat
                cost += self._find_fees(person, 0, bit) + self._find_fees(before, bit, 0)
            if cost > limit:
                return False
            self.clear(seat)
        self.place(person, seat)
        return True

    def trade(self, seat: int, other: int, limit: int) -> bool:
        """Move the person on `other` to `seat`, and the one who had it, if any, to `other`."""
        person, before = self.who[other], self.who[seat]
        if before == NOBODY and self.protected >> other & 1:
            return False
        if not self.may_take(person, seat, other):
            return False
        gain = self.minutes[seat] - self.minutes[other]
        off, weights = self.off, self.weights
        cost = weights[person] * gain * (gain + 2 * off[person])
        if before != NOBODY:
            if not self.seats.able[before] >> other & 1 or not self.may_take(before, other, seat):
                return False
            cost += weights[before] * gain * (gain - 2 * off[before])
        if self.has_current:
            cost += self._find_fees(person, 1 << other, 1 << seat)
            cost += self._find_fees(before, 1 << seat, 1 << other) if before != NOBODY else 0
        if cost > limit:
            return False
        self.clear(other)
        if before != NOBODY:
            self.clear(seat)
            self.place(before, other)
        self.place(person, seat)
        return True

    def pass_on(self, seat: int, other: int, third: int, limit: int) -> bool:
        """Let who sits on `other` take `seat` from who has it, and a third person take `other`."""
        person, before = self.who[other], self.who[seat]
        if third in (person, before) or not (
            self.may_take(third, other) and self.may_take(person, seat, other)
        ):
            return False
        minutes, left = self.minutes[seat], self.minutes[other]
        gain, off, weights = minutes - left, self.off, self.weights
        cost = weights[person] * gain * (gain + 2 * off[person])
        cost += weights[third] * left * (left + 2 * off[third])
        cost += weights[before] * minutes * (minutes - 2 * off[before])
        if self.has_current:
            cost += self._find_fees(person, 1 << other, 1 << seat)
            cost += self._find_fees(before, 1 << seat, 0) + self._find_fees(third, 0, 1 << other)
        if cost > limit:
            return False
        self.clear(other)
        self.clear(seat)
        self.place(person, seat)
        self.place(third, other)
        return True

    def find_fee(self, person: int, held: Bits) -> int:
        """What their changes cost against the rota they know, if they held these seats."""
        seats = self.seats
        current, mine = seats.current[person], held & seats.all_open
        still = (mine & current).bit_count()
        lost = seats.current_count[person] - still
        changes = seats.puzzle.forced[person] + lost + mine.bit_count() - still
        return CHANGED_PERSON + changes * CHANGED_SEAT if changes else 0

    def count_touched(self) -> int:
        """How many people's shifts differ from the rota they know."""
        return sum(self.find_fee(person, held) > 0 for person, held in enumerate(self.held))

    def find_cost(self) -> int:
        """Of all changes, and of how uneven the shares are."""
        fees = sum(self.find_fee(person, held) for person, held in enumerate(self.held))
        return fees + sum(
            weight * off**2 for weight, off in zip(self.weights, self.off, strict=True)
        )

    def _find_fees(self, person: int, gives: Bits, takes: Bits) -> int:
        held = self.held[person]
        return self.find_fee(person, held & ~gives | takes) - self.find_fee(person, held)

    def _stays_within(self, person: int, seat: int, held: Bits) -> bool:
        seats, today = self.seats, self.seats.same_day[seat]
        a_day = seats.crowded.get((person, today), seats.puzzle.shifts_a_day)
        # One a day is part of what a seat stands against.
        if seats.puzzle.shifts_a_day > 1 and (held & today).bit_count() >= a_day:
            return False
        if held.bit_count() + 1 < seats.least_runs[person]:
            return True
        return not breaks_run(seats.runs[person], today, held)


def list_pairs(seats: Seats) -> list[tuple[int, int]]:
    return [(seat, person) for seat, people in enumerate(seats.candidates) for person in people]


def find_leavable(seating: Seating, person: int, seat: int) -> Bits:
    """Their seats each of which alone may be what keeps them from it."""
    held = seating.held[person]
    clash = seating.against[seat] & held
    return 0 if clash & (clash - 1) else (clash or held) & seating.seats.all_open


def find_other(seating: Seating, seat: int, person: int, luck: int) -> int | None:
    """The seat they must give up; any one of theirs if only their hours stand in the way.

    The seat they take itself if they need not give up any; None if one is not enough.
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
