"""What the solver answers to a question put in sums, and how sure it is of it."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

# Not `ortools.sat.python.cp_model`, which asks the same solver: that loads pandas, for a second.
from ortools.linear_solver import pywraplp

from belfry.adapters.ortools.programs import Program

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
    found = (number for number, cell in enumerate(cells) if cell.solution_value() > _HALF)
    return Answer(frozenset(found), int(objective.BestBound() + _A_LITTLE))
