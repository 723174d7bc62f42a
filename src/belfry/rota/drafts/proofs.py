"""Whether another rota could fill more of a week, what that assumes, and how a manager is told.

The question is how many seats can be filled beside the pins, wishes and waivers that the rota
follows. It is put together from the rules alone: a person whom the search left out by mistake is
found here. A seat that waits for a decision does not count as open.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from belfry.rota.rules.eligibility import Bits, Eligibility, Runs, list_bits
from belfry.rota.rules.waivers import list_waived_seats
from belfry.rota.rules.weeks import Rota, Shift, Week
from belfry.rota.shift_words import join_words, render_people, render_shift

_NAMED = 3


class Verdict(StrEnum):
    PROVED = "proved"
    NOT_PROVEN = "not proven"
    FULLER = "fuller"


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """The rota fills `filled` of `seats`, and no rota can fill more than `bound`.

    `held` seats wait for a decision and are not counted. `fuller` is a legal rota that fills more,
    if one was found; `touched` is how many people's known shifts this rota and the fuller one
    change, if there is a rota that people know. `assumes` are the pins, wishes and waivers that
    stay; `gains` says how many more seats could be filled without one of them, where that is known.
    """

    verdict: Verdict
    seats: int
    filled: int
    bound: int
    held: int = 0
    fuller: Rota | None = None
    more: int = 0
    touched: tuple[int, int] | None = None
    assumes: tuple[str, ...] = ()
    gains: Mapping[str, int] | None = None

    @property
    def words(self) -> str:
        aside = f", not counting {_count(self.held, 'held seat')}" if self.held else ""
        so_many = f"{self.filled} of {_count(self.seats, 'seat')}{aside}"
        match self.verdict:
            case Verdict.PROVED if self.filled >= self.seats:
                return "Every open seat is filled."
            case Verdict.PROVED:
                proved = f"Proved: no rota within the rules fills more than {so_many}."
                return f"{proved}{self._say_assumed()}"
            case Verdict.FULLER:
                unproven = (
                    f"Whether another fills still more is not proven; {self.bound} is the most."
                )
                is_most = self.filled + self.more >= self.bound
                rest = "None fills more than that." if is_most else unproven
                fuller = f"A rota within the rules fills {_count(self.more, 'seat')} more"
                return f"{fuller}{self._say_touched()}. {rest}{self._say_assumed()}"
            case Verdict.NOT_PROVEN:
                unproven = "Whether another fills more is not proven"
                most = f"{self.bound} is the most there could be."
                return f"This rota fills {so_many}. {unproven}; {most}{self._say_assumed()}"

    def _say_touched(self) -> str:
        if self.touched is None:
            return ""
        less, more = self.touched
        return f", but changes the shifts of {render_people(more)} instead of {less}"

    def _say_assumed(self) -> str:
        if not self.assumes:
            return ""
        named = list(self.assumes[:_NAMED])
        more = len(self.assumes) - _NAMED
        listed = join_words([*named, f"{more} more"] if more > 0 else named)
        assumed = f" This assumes {listed}."
        if self.gains is None:
            return assumed
        if not self.gains:
            return f"{assumed} Without any one of them, no more could be filled."
        gains = [f"{_count(gain, 'seat')} more without {what}" for what, gain in self.gains.items()]
        return f"{assumed} To be gained: {join_words(gains)}."


@dataclass(frozen=True, slots=True)
class Assumption:
    """A seat that stays as it is, and what keeps it so."""

    shift_id: str
    name: str
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """The open seats of a week, and the rules about them, in numbers.

    By shift: `minutes`, `against` (the shifts that exclude it), `same_day`, `wanted` (its open
    seats), `least` (how many of them must not be emptied), `candidates` (who may take one beside
    what is assumed) and `fixed` (who is assumed). By person: `caps`, `runs`, `taken` and `spent`
    (what is assumed of them, as shifts and in minutes); `a_day` is how many shifts they may have on
    a day, given as its shifts.
    """

    shifts: tuple[Shift, ...]
    names: tuple[str, ...]
    minutes: tuple[int, ...]
    against: tuple[Bits, ...]
    same_day: tuple[Bits, ...]
    shifts_a_day: int
    a_day: Mapping[tuple[int, Bits], int]
    caps: tuple[int, ...]
    runs: tuple[Runs, ...]
    wanted: tuple[int, ...]
    least: tuple[int, ...]
    candidates: tuple[tuple[int, ...], ...]
    fixed: tuple[tuple[int, ...], ...]
    taken: tuple[Bits, ...]
    spent: tuple[int, ...]

    def write_rota(self, placed: Sequence[Sequence[int]]) -> Rota:
        return {
            shift.id: tuple(self.names[person] for person in (*self.fixed[number], *placed[number]))
            for number, shift in enumerate(self.shifts)
        }


def list_assumptions(week: Week, rota: Rota) -> tuple[Assumption, ...]:
    """The pins, wishes and waivers that the rota follows, in the order of the week."""
    waived, known = set(list_waived_seats(week)), {member.name for member in week.members}
    assumptions = []
    for shift in week.shifts:
        for name in dict.fromkeys(rota.get(shift.id, ())):
            if name not in known:
                continue
            if (name, shift.id) in waived:
                kind = "allowed"
            elif name in shift.wishes:
                kind = "pinned" if shift.is_pinned else "wished for"
            else:
                continue
            words = f"{name} {kind} on {render_shift(shift)}"
            assumptions.append(Assumption(shift.id, name, words))
    return tuple(assumptions)


def ask_rules(week: Week, rota: Rota, assumed: Sequence[Assumption]) -> Question:
    """What the rules leave open beside what is assumed."""
    eligibility = Eligibility(week)
    shifts, members = eligibility.shifts, sorted(week.members, key=lambda member: member.name)
    names = tuple(member.name for member in members)
    fixed: list[list[int]] = [[] for _ in shifts]
    taken = [0] * len(members)
    for assumption in assumed:
        number, person = eligibility.numbers[assumption.shift_id], names.index(assumption.name)
        fixed[number].append(person)
        taken[person] |= 1 << number
    wanted = tuple(
        0 if _waits(week, shift, rota) else max(0, shift.headcount - len(fixed[number]))
        for number, shift in enumerate(shifts)
    )
    barred = list(map(eligibility.find_barred, members, taken))
    return Question(
        shifts=shifts,
        names=names,
        minutes=tuple(shift.minutes for shift in shifts),
        against=tuple(map(eligibility.find_against, shifts)),
        same_day=tuple(map(eligibility.find_same_day, shifts)),
        shifts_a_day=week.rules.shifts_a_day,
        a_day={
            (person, eligibility.find_same_day(shift)): eligibility.find_most_a_day(name, shift.day)
            for person, name in enumerate(names)
            for shift in shifts
        },
        caps=tuple(map(eligibility.find_cap, members)),
        runs=tuple(map(eligibility.find_runs, members)),
        wanted=wanted,
        least=tuple(
            _count_protected(week, shift, rota) - len(people)
            for shift, people in zip(shifts, fixed, strict=True)
        ),
        candidates=tuple(_list_free(number, barred) for number in range(len(shifts))),
        fixed=tuple(map(tuple, fixed)),
        taken=tuple(taken),
        spent=tuple(sum(shifts[number].minutes for number in list_bits(held)) for held in taken),
    )


def _list_free(number: int, barred: Sequence[Bits]) -> tuple[int, ...]:
    return tuple(person for person, bits in enumerate(barred) if not bits >> number & 1)


def _waits(week: Week, shift: Shift, rota: Rota) -> bool:
    people = rota.get(shift.id, ())
    is_pin_missing = shift.is_pinned and any(name not in people for name in shift.wishes)
    return bool(shift.held) or shift.id in week.clashes or is_pin_missing


def _count_protected(week: Week, shift: Shift, rota: Rota) -> int:
    """The seats that people know as filled, and that the rota fills: no other may empty them."""
    known, people = week.kept.get(shift.id, ()), rota.get(shift.id, ())
    return min(len(set(known)), len(set(people)), shift.headcount)


def prove_plainly(week: Week, rota: Rota) -> Proof:
    """What counting alone can prove: only seats that a person may take can be filled."""
    assumed = list_assumptions(week, rota)
    question = ask_rules(week, rota, assumed)
    proof = count_seats(week, question, rota)
    if proof.filled >= proof.seats:
        return proof
    return replace(proof, assumes=tuple(assumption.words for assumption in assumed))


def count_seats(week: Week, question: Question, rota: Rota) -> Proof:
    filled = sum(min(len(set(rota.get(shift.id, ()))), shift.headcount) for shift in week.shifts)
    fixed = sum(
        min(len(people), shift.headcount)
        for people, shift in zip(question.fixed, question.shifts, strict=True)
    )
    bound = fixed + sum(map(min, question.wanted, map(len, question.candidates)))
    seats = fixed + sum(question.wanted)
    return Proof(
        verdict=Verdict.PROVED if filled >= bound else Verdict.NOT_PROVEN,
        seats=seats,
        filled=filled,
        bound=max(bound, filled),
        held=sum(shift.headcount for shift in week.shifts) - seats,
    )


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
