"""Prove with OR-Tools that no rota fills more of a week, or find one that does."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ortools.linear_solver import pywraplp

from belfry.rota.drafting.evening import even_out
from belfry.rota.drafts.proofs import (
    Assumption,
    Proof,
    Question,
    Verdict,
    ask_rules,
    count_seats,
    list_assumptions,
)
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.eligibility import Bits, list_bits
from belfry.rota.rules.weeks import Rota, Week

# The solver mostly finds the bound early and then searches for a rota that reaches it. Where that
# takes long, it is started again with another seed.
WORK = 3.0
ROUNDS = 8
# With more, a round takes 15 seconds and proves nothing.
MOST_CELLS = 8_000
# For so many pins and wishes it is found out what each of them costs.
MOST_DROPPED = 12


class OrtoolsProver:
    def __init__(self, *, work: float = WORK, rounds: int = ROUNDS) -> None:
        self._work = work
        self._rounds = rounds

    def prove(self, week: Week, rota: Rota) -> Proof:
        assumed = list_assumptions(week, rota)
        proof = self._prove(week, rota, assumed)
        if proof.filled >= proof.seats or not assumed:
            return proof
        gains = self._find_gains(week, rota, assumed, proof)
        words = tuple(assumption.words for assumption in assumed)
        return replace(proof, assumes=words, gains=gains)

    def _prove(self, week: Week, rota: Rota, assumed: Sequence[Assumption]) -> Proof:
        question = ask_rules(week, rota, assumed)
        plain = count_seats(week, question, rota)
        if plain.verdict is Verdict.PROVED:
            return plain
        program = make_program(question)
        if len(program.cells) > MOST_CELLS:
            return plain
        fixed = sum(map(len, question.fixed))
        answer = self._ask(program, _find_hint(question, program, rota), plain, fixed)
        known = replace(plain, bound=max(fixed + answer.bound, plain.filled))
        if fixed + len(answer.yes) > plain.filled:
            fuller = _write_rota(week, question, program, answer, rota)
            if fuller is not None:
                more = sum(map(len, fuller.values())) - plain.filled
                return replace(known, verdict=Verdict.FULLER, fuller=fuller, more=more)
        is_proved = known.bound == plain.filled
        return replace(known, verdict=Verdict.PROVED if is_proved else Verdict.NOT_PROVEN)

    def _find_gains(
        self, week: Week, rota: Rota, assumed: Sequence[Assumption], proof: Proof
    ) -> Mapping[str, int] | None:
        """By assumption, how many more seats a rota without it fills; None if nothing is proven."""
        if proof.verdict is not Verdict.PROVED:
            return None
        quick = OrtoolsProver(work=self._work, rounds=min(self._rounds, 1))
        if quick._prove(week, rota, ()).bound <= proof.filled:
            return {}
        gains = {}
        for assumption in assumed[:MOST_DROPPED]:
            others = [other for other in assumed if other is not assumption]
            if more := quick._prove(_drop(week, assumption), rota, others).more:
                gains[assumption.words] = more
        return gains if gains or len(assumed) <= MOST_DROPPED else None

    def _ask(self, program: Program, hint: frozenset[int], plain: Proof, fixed: int) -> Answer:
        """The best of several rounds: every other one begins at the best so far."""
        best = Answer(frozenset(), plain.bound - fixed)
        for seed in range(1, self._rounds + 1):
            known = best.yes or hint if seed % 2 else frozenset()
            answer = ask_solver(program, known, seed=seed, work=self._work)
            yes = max(best.yes, answer.yes, key=len)
            best = Answer(yes, min(best.bound, answer.bound))
            if max(len(yes), plain.filled - fixed) >= best.bound:
                break
        return best


def _drop(week: Week, assumption: Assumption) -> Week:
    """The facts without a wish, pin or waiver."""
    name, shift_id = assumption.name, assumption.shift_id
    shifts = tuple(
        replace(shift, wishes=tuple(wish for wish in shift.wishes if wish != name))
        if shift.id == shift_id
        else shift
        for shift in week.shifts
    )
    waivers = tuple(
        waiver for waiver in week.waivers if (waiver.name, waiver.shift_id) != (name, shift_id)
    )
    return replace(week, shifts=shifts, waivers=waivers)


def _find_hint(question: Question, program: Program, rota: Rota) -> frozenset[int]:
    """The cells that are yes in the rota in question."""
    takers = [
        {name for shift in kind for name in rota.get(question.shifts[shift].id, ())}
        for kind in program.kinds
    ]
    return frozenset(
        number
        for number, (person, kind) in enumerate(program.cells)
        if question.names[person] in takers[kind]
    )


def _write_rota(
    week: Week, question: Question, program: Program, answer: Answer, rota: Rota
) -> Rota | None:
    """The solver counts seats alone, so the shares are evened out afterwards.

    None if that is no legal rota that keeps what people know as filled.
    """
    takers: list[list[int]] = [[] for _ in program.kinds]
    for number in sorted(answer.yes):
        person, kind = program.cells[number]
        takers[kind].append(person)
    plain = question.write_rota(_seat(question, program.kinds, takers, rota))
    for fuller in (_even_out(week, question, program, plain, rota), plain):
        fixed = map(len, question.fixed)
        needed = [least + count for least, count in zip(question.least, fixed, strict=True)]
        filled = [len(fuller[shift.id]) for shift in question.shifts]
        is_kept = all(have >= need for have, need in zip(filled, needed, strict=True))
        if is_kept and not check_rota(week, fuller):
            return fuller
    return None


def _even_out(week: Week, question: Question, program: Program, plain: Rota, rota: Rota) -> Rota:
    evened = even_out(week, plain)
    numbers = {name: person for person, name in enumerate(question.names)}
    placed = [
        [
            person
            for name in evened[shift.id]
            if (person := numbers[name]) not in question.fixed[number]
        ]
        for number, shift in enumerate(question.shifts)
    ]
    shared = [[person for shift in kind for person in placed[shift]] for kind in program.kinds]
    return question.write_rota(_seat(question, program.kinds, shared, rota))


def _seat(
    question: Question, kinds: Sequence[Kind], takers: Sequence[Sequence[int]], rota: Rota
) -> list[list[int]]:
    """People who have one of several equal shifts already keep it."""
    placed: list[list[int]] = [[] for _ in question.shifts]
    for kind, people in zip(kinds, takers, strict=True):
        left = list(people)
        for shift in kind:
            known = rota.get(question.shifts[shift].id, ())
            stay = [person for person in left if question.names[person] in known]
            _move(left, placed[shift], stay[: question.wanted[shift]])
        for needs in (question.least, question.wanted):
            for shift in kind:
                seats = max(0, needs[shift] - len(placed[shift]))
                _move(left, placed[shift], left[:seats])
    return placed


def _move(left: list[int], placed: list[int], people: Sequence[int]) -> None:
    for person in people:
        left.remove(person)
        placed.append(person)


# More than one worker would let the answer depend on which is first. Level 2 gives it the sums as
# well as the clauses: without them it seldom finds out how much is impossible.
_SETTINGS = "num_workers:1 linearization_level:2 random_seed:{seed} max_deterministic_time:{work}"
_A_LITTLE = 1e-6
_HALF = 0.5


@dataclass(frozen=True, slots=True)
class Answer:
    """The cells that may be yes together, as many as were found; never more than `bound` can be."""

    yes: frozenset[int]
    bound: int


def ask_solver(program: Program, hint: Collection[int], *, seed: int, work: float) -> Answer:
    """At most so much `work` is done, in the solver's own measure, which is not of time."""
    solver = pywraplp.Solver.CreateSolver("SAT")
    unknowns = [solver.BoolVar(str(number)) for number in range(program.unknowns)]
    for row in program.rows:
        constraint = solver.Constraint(-solver.infinity(), row.most)
        for number, weight in row.weights.items():
            constraint.SetCoefficient(unknowns[number], weight)
    cells = unknowns[: len(program.cells)]
    objective = solver.Objective()
    for cell in cells:
        objective.SetCoefficient(cell, 1)
    objective.SetMaximization()
    if hint:
        solver.SetHint(cells, [float(number in hint) for number in range(len(cells))])
    solver.SetSolverSpecificParametersAsString(_SETTINGS.format(seed=seed, work=work))
    status = solver.Solve()
    if status not in (solver.OPTIMAL, solver.FEASIBLE):
        # What the unknowns hold now is no answer.
        return Answer(frozenset(), len(cells))
    yes = (number for number, cell in enumerate(cells) if cell.solution_value() > _HALF)
    return Answer(frozenset(yes), int(objective.BestBound() + _A_LITTLE))


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


def make_program(question: Question) -> Program:
    kinds = _find_kinds(question)
    cells = [
        (person, number)
        for number, kind in enumerate(kinds)
        for person in question.candidates[kind[0]]
    ]
    writer = _Writer(question, kinds, cells)
    rows = [*writer.write_seats()]
    for person in range(len(question.names)):
        rows += writer.write_person(person)
    return Program(kinds, cells, writer.unknowns, rows)


def _find_kinds(question: Question) -> list[Kind]:
    kinds: dict[object, list[int]] = {}
    for shift, wanted in enumerate(question.wanted):
        if wanted and question.candidates[shift]:
            # What clashes with the same shifts, itself included, clashes with each other.
            like = (question.candidates[shift], question.against[shift], question.minutes[shift])
            kinds.setdefault(like, []).append(shift)
    return [tuple(kind) for kind in kinds.values()]


class _Writer:
    def __init__(
        self, question: Question, kinds: Sequence[Kind], cells: Sequence[tuple[int, int]]
    ) -> None:
        self._question = question
        self._kinds = kinds
        self._numbers = {cell: number for number, cell in enumerate(cells)}
        self._against = [self._gather(question.against[kind[0]]) for kind in kinds]
        self._open: list[Bits] = [0] * len(question.names)
        for person, kind in cells:
            self._open[person] |= 1 << kind
        self.unknowns = len(cells)

    def write_seats(self) -> Iterator[Row]:
        for number, kind in enumerate(self._kinds):
            people = self._question.candidates[kind[0]]
            seats = sum(self._question.wanted[shift] for shift in kind)
            if seats < len(people):
                yield Row({self._numbers[person, number]: 1 for person in people}, seats)
            least = sum(max(0, self._question.least[shift]) for shift in kind)
            if least:
                yield Row({self._numbers[person, number]: -1 for person in people}, -least)

    def write_person(self, person: int) -> Iterator[Row]:
        variables = {kind: self._numbers[person, kind] for kind in list_bits(self._open[person])}
        for group in self._find_groups(self._open[person]):
            yield Row({variables[kind]: 1 for kind in group}, 1)
        minutes = {
            variables[kind]: self._question.minutes[self._kinds[kind][0]] for kind in variables
        }
        left = self._question.caps[person] - self._question.spent[person]
        if minutes and sum(minutes.values()) > left:
            yield Row(minutes, left)
        if self._question.shifts_a_day > 1:
            yield from self._write_days(person, variables)
        if self._question.runs[person]:
            yield from self._write_runs(person, variables)

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
                together = sum(1 << member for member in group)
                for member in group:
                    left[member] &= ~together
                yield group

    def _write_days(self, person: int, variables: Mapping[int, int]) -> Iterator[Row]:
        taken = self._question.taken[person]
        for day in dict.fromkeys(self._question.same_day):
            coefficients = {
                variables[kind]: 1 for kind in variables if day >> self._kinds[kind][0] & 1
            }
            most = self._question.a_day[person, day] - (taken & day).bit_count()
            if len(coefficients) > most:
                yield Row(coefficients, most)

    def _write_runs(self, person: int, variables: Mapping[int, int]) -> Iterator[Row]:
        """A person may not work on every day of a run."""
        taken, comes = self._question.taken[person], dict[Bits, dict[int, int]]()
        for run in self._question.runs[person]:
            free = [day for day in run if not taken & day]
            if not free:
                continue
            for day in free:
                if day not in comes:
                    comes[day] = {
                        variables[kind]: 1 for kind in variables if day >> self._kinds[kind][0] & 1
                    }
                    if self._question.shifts_a_day > 1:
                        # A new unknown: whether they come on a day that may have several shifts.
                        yield from (Row({cell: 1, self.unknowns: -1}, 0) for cell in comes[day])
                        comes[day] = {self.unknowns: 1}
                        self.unknowns += 1
            yield Row({number: 1 for day in free for number in comes[day]}, len(free) - 1)
