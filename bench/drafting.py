"""One week drafted: how long it took, how full and how even it is; an illegal one fails."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass

from belfry.adapters.ortools.prover import OrtoolsProver
from belfry.rota.drafting.search import draft_rota
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import HOUR, Rota, Week

HASH_SEEDS = ("0", "1", "4294967295")
ELSEWHERE = "import sys; from bench.drafting import write_drafts; write_drafts(int(sys.argv[1]))"


@dataclass(frozen=True, slots=True)
class Draft:
    """`seconds` are those of one core."""

    week: Week
    rota: Rota
    seconds: float

    @property
    def seats(self) -> int:
        return sum(shift.headcount for shift in self.week.shifts)

    @property
    def filled(self) -> int:
        return count_filled(self.rota)

    @property
    def spread(self) -> float:
        """Hours between those furthest above and furthest below what they want."""
        apart = {member.name: -member.target for member in self.week.members}
        for shift in self.week.shifts:
            for name in self.rota[shift.id]:
                apart[name] += shift.minutes
        return (max(apart.values()) - min(apart.values())) / HOUR


@dataclass(frozen=True, slots=True)
class Judged:
    """What the prover knows of a draft: `fullest` seats are filled in the best rota it knows."""

    draft: Draft
    fullest: int
    bound: int
    seconds: float


def draft(week: Week) -> Draft:
    begun = time.process_time()
    rota = draft_rota(week).rota
    seconds = time.process_time() - begun
    judge(week, rota)
    return Draft(week, rota, seconds)


def prove(draft: Draft) -> Judged:
    begun = time.process_time()
    proof = OrtoolsProver().prove(draft.week, draft.rota)
    seconds = time.process_time() - begun
    best = draft.rota if proof.fuller is None else proof.fuller
    judge(draft.week, best)
    return Judged(draft, count_filled(best), proof.bound, seconds)


def judge(week: Week, rota: Rota) -> None:
    if breaches := check_rota(week, rota):
        raise AssertionError(f"{len(breaches)} rules are broken: {breaches[0].words}")


def count_filled(rota: Rota) -> int:
    return sum(map(len, rota.values()))


def judge_sameness(people: int) -> None:
    """The same week, drafted by interpreters that order their sets differently."""
    told = {_draft_elsewhere(people, seed) for seed in HASH_SEEDS}
    if len(told) > 1:
        raise AssertionError("the same week was drafted differently by another interpreter")


def _draft_elsewhere(people: int, hash_seed: str) -> bytes:
    command = (sys.executable, "-c", ELSEWHERE, str(people))
    environment = {"PYTHONHASHSEED": hash_seed, "PYTHONPATH": ":".join(filter(None, sys.path))}
    return subprocess.run(command, env=environment, stdout=subprocess.PIPE, check=True).stdout


def write_drafts(people: int) -> None:
    """A planted week and one that asks for too much, as they were drafted, on standard output."""
    from tests.rota.drafting.planted import plant_week, random_week

    weeks = (plant_week(people, 1), random_week(people, people * 6, 1))
    json.dump([draft_rota(week).rota for week in weeks], sys.stdout)
