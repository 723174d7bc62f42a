"""How the question "how many seats can be filled" is put in sums that a solver understands.

Shifts that differ in nothing but their name are one kind: who takes which of them is settled
afterwards, so that the solver does not try the same thing under many names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from belfry.rota.drafting.bits import Bits, list_bits
from belfry.rota.drafting.puzzles import Puzzle

Kind = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Row:
    """The sum of these unknowns, each times its weight, is at most `most`."""

    weights: Mapping[int, int]
    most: int


@dataclass(frozen=True, slots=True)
class Program:
    """Each unknown is yes or no. The first of them ask whether a person takes a shift of a kind,
    in the order of `cells`, and it is those of which as many as possible shall be yes.
    """

    kinds: Sequence[Kind]
    cells: Sequence[tuple[int, int]]
    unknowns: int
    rows: Sequence[Row]


def make_program(puzzle: Puzzle) -> Program:
    kinds = _find_kinds(puzzle)
    cells = [
        (person, number)
        for number, kind in enumerate(kinds)
        for person in puzzle.candidates[kind[0]]
    ]
    writer = _Writer(puzzle, kinds, cells)
    rows = [*writer.write_seats()]
    for person in range(len(puzzle.names)):
        rows += writer.write_person(person)
    return Program(kinds, cells, writer.unknowns, rows)


def _find_kinds(puzzle: Puzzle) -> list[Kind]:
    kinds: dict[object, list[int]] = {}
    for shift, wanted in enumerate(puzzle.wanted):
        if wanted and puzzle.candidates[shift]:
            # What clashes with the same shifts, itself included, clashes with each other.
            like = (puzzle.candidates[shift], puzzle.against[shift], puzzle.minutes[shift])
            kinds.setdefault(like, []).append(shift)
    return [tuple(kind) for kind in kinds.values()]


class _Writer:
    def __init__(
        self, puzzle: Puzzle, kinds: Sequence[Kind], cells: Sequence[tuple[int, int]]
    ) -> None:
        self._puzzle = puzzle
        self._kinds = kinds
        self._numbers = {cell: number for number, cell in enumerate(cells)}
        self._against = [self._gather(puzzle.against[kind[0]]) for kind in kinds]
        self._open: list[Bits] = [0] * len(puzzle.names)
        for person, kind in cells:
            self._open[person] |= 1 << kind
        self.unknowns = len(cells)

    def write_seats(self) -> Iterator[Row]:
        for number, kind in enumerate(self._kinds):
            people = self._puzzle.candidates[kind[0]]
            seats = sum(self._puzzle.wanted[shift] for shift in kind)
            if seats < len(people):
                yield Row({self._numbers[person, number]: 1 for person in people}, seats)

    def write_person(self, person: int) -> Iterator[Row]:
        mine = {kind: self._numbers[person, kind] for kind in list_bits(self._open[person])}
        for group in self._find_groups(self._open[person]):
            yield Row({mine[kind]: 1 for kind in group}, 1)
        minutes = {mine[kind]: self._puzzle.minutes[self._kinds[kind][0]] for kind in mine}
        left = self._puzzle.caps[person] - self._puzzle.spent[person]
        if sum(minutes.values()) > left:
            yield Row(minutes, left)
        if self._puzzle.shifts_a_day > 1:
            yield from self._write_days(person, mine)
        if self._puzzle.runs[person]:
            yield from self._write_runs(person, mine)

    def _gather(self, shifts: Bits) -> Bits:
        """The kinds of these shifts."""
        return sum(1 << number for number, kind in enumerate(self._kinds) if shifts >> kind[0] & 1)

    def _find_groups(self, kinds: Bits) -> Iterator[list[int]]:
        """Groups of which one can be had at most, so that any two that clash share a group.

        Large groups tell the solver more than pairs do.
        """
        apart = {kind: self._against[kind] & kinds & ~(1 << kind) for kind in list_bits(kinds)}
        left = dict(apart)
        for kind in apart:
            while left[kind]:
                group, common = [kind], apart[kind]
                while common:
                    wished = common & left[kind] or common
                    group.append((wished & -wished).bit_length() - 1)
                    common &= apart[group[-1]]
                together = sum(1 << one for one in group)
                for one in group:
                    left[one] &= ~together
                yield group

    def _write_days(self, person: int, mine: Mapping[int, int]) -> Iterator[Row]:
        taken = self._puzzle.taken[person]
        for day in dict.fromkeys(self._puzzle.same_day):
            theirs = {mine[kind]: 1 for kind in mine if day >> self._kinds[kind][0] & 1}
            most = self._puzzle.shifts_a_day - (taken & day).bit_count()
            if len(theirs) > most:
                yield Row(theirs, most)

    def _write_runs(self, person: int, mine: Mapping[int, int]) -> Iterator[Row]:
        """Somebody may not come on all the days of a run."""
        taken, comes = self._puzzle.taken[person], dict[Bits, dict[int, int]]()
        for run in self._puzzle.runs[person]:
            free = [day for day in run if not taken & day]
            for day in free:
                if day not in comes:
                    comes[day] = {mine[kind]: 1 for kind in mine if day >> self._kinds[kind][0] & 1}
                    if self._puzzle.shifts_a_day > 1:
                        yield from self._write_coming(comes[day])
                        comes[day] = {self.unknowns - 1: 1}
            yield Row({one: 1 for day in free for one in comes[day]}, len(free) - 1)

    def _write_coming(self, shifts: Mapping[int, int]) -> Iterator[Row]:
        """A new unknown, which says whether they come on a day that may have several shifts."""
        yield from (Row({one: 1, self.unknowns: -1}, 0) for one in shifts)
        self.unknowns += 1
