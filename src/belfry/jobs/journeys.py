"""How far a job has come, as its customer sees it.

Only the way forward is told. Where a job was put back, what it had reached by mistake is left out,
as if it had never been there: the customer sees where the job is, and since when.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from belfry.jobs.moves import Course, Move
from belfry.jobs.stages import Stages


class Reach(StrEnum):
    """How a job stands to a stage of the line."""

    DONE = "done"
    NOW = "now"
    TO_COME = "to come"


@dataclass(frozen=True, slots=True)
class Stop:
    """A stage on the line that a customer sees."""

    stage: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class Step:
    """That the job came to a stage, and when."""

    stage: str
    at: datetime


def draw_line(stage: str, entered_from: str, stages: Stages) -> tuple[Stop, ...]:
    """The main stages; a side stage stands after the one that the job went aside from.

    A stage whose place on the line nobody knows stands alone.
    """
    found = stages.find(stage)
    here = stages.find(entered_from) if found and found.is_side else found
    at = stages.position(here) if here else None
    if found is None or at is None:
        return (Stop(stage, Reach.NOW),)
    names = [one.name for one in stages.main]
    done, ahead = names[: at + found.is_side], names[at + 1 :]
    return (
        *(Stop(name, Reach.DONE) for name in done),
        Stop(found.name, Reach.NOW),
        *(Stop(name, Reach.TO_COME) for name in ahead),
    )


def list_steps(moves: Iterable[Move], stages: Stages) -> tuple[Step, ...]:
    """The way of the job up to where it is now, the oldest first."""
    steps: list[Step] = []
    for move in moves:
        if move.course is Course.BACK:
            steps = _go_back(steps, move.went_to, stages)
        if not steps or steps[-1].stage != move.went_to:
            steps.append(Step(move.went_to, move.seen_at))
    return tuple(steps)


def _go_back(steps: Sequence[Step], stage: str, stages: Stages) -> list[Step]:
    """The steps up to when the job last came to the stage; else those that come before it."""
    for place in range(len(steps) - 1, -1, -1):
        if steps[place].stage == stage:
            return list(steps[: place + 1])
    kept = list(steps)
    while kept and not _is_before(kept[-1].stage, stage, stages):
        kept.pop()
    return kept


def _is_before(earlier: str, later: str, stages: Stages) -> bool:
    one, two = stages.find(earlier), stages.find(later)
    return one is not None and two is not None and stages.is_after(two, one)
