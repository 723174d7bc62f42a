"""Whether another rota could fill more of a week, and how a manager is told.

The question is always how many seats can be filled beside the standing pins and wishes. A seat that
waits for a decision does not count as open.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from belfry.rota.drafting.puzzles import Puzzle, make_puzzle
from belfry.rota.rules.weeks import Rota, Week


class Verdict(StrEnum):
    PROVED = "proved"
    NOT_PROVEN = "not proven"
    FULLER = "fuller"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The rota fills `filled` of `seats`, and no rota can fill more than `bound`.

    `held` seats wait for a decision and are not counted. `fuller` is a legal rota that fills more,
    if one was found.
    """

    verdict: Verdict
    seats: int
    filled: int
    bound: int
    held: int = 0
    fuller: Rota | None = None
    more: int = 0

    @property
    def words(self) -> str:
        aside = f", not counting {_count(self.held, 'held seat')}" if self.held else ""
        so_many = f"{self.filled} of {_count(self.seats, 'seat')}{aside}"
        match self.verdict:
            case Verdict.PROVED if self.filled >= self.seats:
                return "Every open seat is filled."
            case Verdict.PROVED:
                return f"Proved: no rota within the rules fills more than {so_many}."
            case Verdict.FULLER:
                unproven = (
                    f"Whether another fills still more is not proven; {self.bound} is the most."
                )
                is_most = self.filled + self.more >= self.bound
                rest = "None fills more than that." if is_most else unproven
                return f"A rota within the rules fills {_count(self.more, 'seat')} more. {rest}"
            case Verdict.NOT_PROVEN:
                unproven = "Whether another fills more is not proven"
                most = f"{self.bound} is the most there could be."
                return f"This rota fills {so_many}. {unproven}; {most}"


def prove_plainly(week: Week, rota: Rota) -> Proof:
    """What counting alone can prove: no more seats can be filled than somebody may take."""
    return count_seats(week, make_puzzle(week), rota)


def count_seats(week: Week, puzzle: Puzzle, rota: Rota) -> Proof:
    filled = sum(min(len(set(rota.get(shift.id, ()))), shift.headcount) for shift in week.shifts)
    fixed = sum(map(len, puzzle.fixed))
    bound = fixed + sum(map(min, puzzle.wanted, map(len, puzzle.candidates)))
    seats = fixed + sum(puzzle.wanted)
    return Proof(
        verdict=Verdict.PROVED if filled >= bound else Verdict.NOT_PROVEN,
        seats=seats,
        filled=filled,
        bound=max(bound, filled),
        held=sum(shift.headcount for shift in week.shifts) - seats,
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
