"""Who sits where just now, and which moves from there the rules allow.

A move is made only if it costs no more than a limit: less than nothing is an improvement. A seat
that somebody sits on is never given up for nothing; a move fills a seat, or changes who has one.
"""

from __future__ import annotations

from belfry.rota.drafting.grids import breaks_run
from belfry.rota.drafting.seats import CHANGE, Seats
from belfry.rota.rules.bits import Bits, list_bits

NOBODY = -1
AT_ANY_PRICE = 1 << 60


class Seating:
    """By seat: `who`; `vacant` are the seats with nobody, as bits. By person: `held` (their seats),
    `off` (minutes above their target) and `most_off` (where that meets their cap)."""

    # What every step looks at is at hand here, too: it is asked for millions of times.
    __slots__ = (
        *("against", "has_kept", "held", "is_limited", "minutes", "most_off"),
        *("off", "seats", "vacant", "weights", "who"),
    )

    def __init__(self, seats: Seats) -> None:
        puzzle = seats.puzzle
        self.seats = seats
        self.against, self.minutes, self.weights = seats.against, seats.minutes, seats.weights
        self.who = [NOBODY] * seats.open_count
        self.vacant: Bits = (1 << seats.open_count) - 1
        self.held = list(seats.taken)
        self.off = [a - b for a, b in zip(puzzle.spent, puzzle.targets, strict=True)]
        self.most_off = [a - b for a, b in zip(puzzle.caps, puzzle.targets, strict=True)]
        self.is_limited = puzzle.is_limited
        self.has_kept = any(seats.kept)

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

    def is_kept(self, person: int, seat: int) -> bool:
        return self.seats.kept[person] >> seat & 1 == 1

    def copy(self) -> Seating:
        """Another one with the same people on the same seats."""
        other = Seating(self.seats)
        for seat, person in enumerate(self.who):
            if person != NOBODY:
                other.place(person, seat)
        return other

    def hand_over(self, seat: int, person: int, limit: int) -> bool:
        """Give the seat to somebody who has time for it; an open one at any price."""
        if not self.may_take(person, seat):
            return False
        before = self.who[seat]
        if before != NOBODY:
            minutes, off, weights = self.minutes[seat], self.off, self.weights
            cost = minutes * (
                weights[person] * (minutes + 2 * off[person])
                + weights[before] * (minutes - 2 * off[before])
            )
            if self.has_kept:
                cost += self._fee(person, seat) - self._fee(before, seat)
            if cost > limit:
                return False
            self.clear(seat)
        self.place(person, seat)
        return True

    def trade(self, seat: int, other: int, limit: int) -> bool:
        """Let who sits on `other` take `seat`, and who sat there, if anybody, take `other`."""
        person, before = self.who[other], self.who[seat]
        if not self.may_take(person, seat, other):
            return False
        gain = self.minutes[seat] - self.minutes[other]
        off, weights = self.off, self.weights
        cost = weights[person] * gain * (gain + 2 * off[person])
        if before != NOBODY:
            if not self.seats.able[before] >> other & 1 or not self.may_take(before, other, seat):
                return False
            cost += weights[before] * gain * (gain - 2 * off[before])
        if self.has_kept:
            cost += self._find_fees(seat, other)
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
        if self.has_kept:
            cost += self._fee(person, seat) - self._fee(before, seat)
            cost += self._fee(third, other) - self._fee(person, other)
        if cost > limit:
            return False
        self.clear(other)
        self.clear(seat)
        self.place(person, seat)
        self.place(third, other)
        return True

    def _find_fees(self, seat: int, other: int) -> int:
        person, before = self.who[other], self.who[seat]
        fees = self._fee(person, seat) - self._fee(person, other)
        if before != NOBODY:
            fees += self._fee(before, other) - self._fee(before, seat)
        return fees

    def _fee(self, person: int, seat: int) -> int:
        return -CHANGE if self.is_kept(person, seat) else CHANGE

    def _stays_within(self, person: int, seat: int, held: Bits) -> bool:
        seats, a_day = self.seats, self.seats.puzzle.shifts_a_day
        today = seats.same_day[seat]
        # One a day is part of what a seat stands against.
        if a_day > 1 and (held & today).bit_count() >= a_day:
            return False
        if held.bit_count() + 1 < seats.least_runs[person]:
            return True
        return not breaks_run(seats.runs[person], today, held)
