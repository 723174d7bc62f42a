"""Whether a rota that fills more of a week exists, or none does, found with OR-Tools."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from belfry.adapters.ortools.programs import Kind, Program, make_program
from belfry.adapters.ortools.solver import Answer, ask_solver
from belfry.rota.checker import check_rota
from belfry.rota.drafting.evening import even_out
from belfry.rota.drafting.puzzles import Puzzle, make_puzzle
from belfry.rota.proofs import Proof, Verdict, count_seats
from belfry.rota.weeks import Rota, Week

# The solver mostly knows early how many seats could be filled at best, and then looks for the rota
# that fills them. Where it does not find one soon, it is sent out again another way.
WORK = 3.0
ROUNDS = 8
# With more, one round takes a quarter of a minute and finds out nothing.
MOST_CELLS = 8_000


class OrtoolsProver:
    def __init__(self, *, work: float = WORK, rounds: int = ROUNDS) -> None:
        self._work = work
        self._rounds = rounds

    def prove(self, week: Week, rota: Rota) -> Proof:
        puzzle = make_puzzle(week)
        plain = count_seats(week, puzzle, rota)
        if plain.verdict is Verdict.PROVED:
            return plain
        program = make_program(puzzle)
        if len(program.cells) > MOST_CELLS:
            return plain
        fixed = sum(map(len, puzzle.fixed))
        answer = self._ask(program, _find_hint(puzzle, program, rota), plain, fixed)
        known = replace(plain, bound=max(fixed + answer.bound, plain.filled))
        if fixed + len(answer.yes) > plain.filled:
            fuller = _write_rota(puzzle, program, answer, rota)
            if not check_rota(week, fuller):
                more = sum(map(len, fuller.values())) - plain.filled
                return replace(known, verdict=Verdict.FULLER, fuller=fuller, more=more)
        is_proved = known.bound == plain.filled
        return replace(known, verdict=Verdict.PROVED if is_proved else Verdict.NOT_PROVEN)

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


def _find_hint(puzzle: Puzzle, program: Program, rota: Rota) -> frozenset[int]:
    """The cells that are yes in the rota in question."""
    takers = [
        {name for shift in kind for name in rota.get(puzzle.shifts[shift].id, ())}
        for kind in program.kinds
    ]
    return frozenset(
        number
        for number, (person, kind) in enumerate(program.cells)
        if puzzle.names[person] in takers[kind]
    )


def _write_rota(puzzle: Puzzle, program: Program, answer: Answer, rota: Rota) -> Rota:
    """The solver cares for seats alone, so the shares are evened out after it."""
    takers: list[list[int]] = [[] for _ in program.kinds]
    for number in sorted(answer.yes):
        person, kind = program.cells[number]
        takers[kind].append(person)
    evened = even_out(puzzle, _seat(puzzle, program.kinds, takers, {}))
    shared = [[person for shift in kind for person in evened[shift]] for kind in program.kinds]
    return puzzle.write_rota(_seat(puzzle, program.kinds, shared, rota))


def _seat(
    puzzle: Puzzle, kinds: Sequence[Kind], takers: Sequence[Sequence[int]], rota: Rota
) -> list[list[int]]:
    """Whoever has one of several shifts that are alike already keeps that one."""
    placed: list[list[int]] = [[] for _ in puzzle.shifts]
    for kind, people in zip(kinds, takers, strict=True):
        left = list(people)
        for shift in kind:
            known = rota.get(puzzle.shifts[shift].id, ())
            stay = [person for person in left if puzzle.names[person] in known]
            _move(left, placed[shift], stay[: puzzle.wanted[shift]])
        for shift in kind:
            seats = puzzle.wanted[shift] - len(placed[shift])
            _move(left, placed[shift], left[:seats])
    return placed


def _move(left: list[int], placed: list[int], people: Sequence[int]) -> None:
    for person in people:
        left.remove(person)
        placed.append(person)
