"""How full CP-SAT alone makes a week, with both cores and so many seconds.

It gets the sums that our own prover works with, in which shifts that are alike are one: that is
kinder than the plain model, one unknown for each person and shift, that one would write first.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from belfry.adapters.ortools.prover import Program, make_program
from belfry.rota.drafting.puzzles import make_puzzle
from belfry.rota.drafts.proofs import ask_rules, list_assumptions
from belfry.rota.rules.weeks import Week

WORKERS = 2


def fill_alone(week: Week, seconds: float) -> int | None:
    """Seats filled, those fixed included; None if it found no rota at all."""
    puzzle = make_puzzle(week)
    fixed = puzzle.write_rota([()] * len(puzzle.shifts))
    program = make_program(ask_rules(week, fixed, list_assumptions(week, fixed)))
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = WORKERS
    solver.parameters.max_time_in_seconds = seconds
    status = solver.solve(_write_model(program))
    if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
        return None
    return sum(map(len, puzzle.fixed)) + round(solver.objective_value)


def _write_model(program: Program) -> cp_model.CpModel:
    model = cp_model.CpModel()
    unknowns = [model.new_bool_var(str(number)) for number in range(program.unknowns)]
    for row in program.rows:
        some = [unknowns[number] for number in row.weights]
        weights = list(row.weights.values())
        if row.most == 1 and set(weights) == {1}:
            model.add_at_most_one(some)
        else:
            model.add(cp_model.LinearExpr.weighted_sum(some, weights) <= row.most)
    model.maximize(cp_model.LinearExpr.sum(unknowns[: len(program.cells)]))
    return model
