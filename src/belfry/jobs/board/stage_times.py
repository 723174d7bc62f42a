"""How long jobs stay in each stage: the middle one, and what nine in ten are under."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import timedelta

from belfry.kernel.stays import Stay


@dataclass(frozen=True, slots=True)
class StageTime:
    """Of `jobs` stays half were no longer than `middle`, and nine in ten no longer than `most`."""

    stage: str
    jobs: int
    middle: timedelta
    most: timedelta


def measure_stages(stays: Iterable[Stay], stages: Sequence[str]) -> list[StageTime]:
    """In the order of the shop's stages; a stage that nobody left is not among them."""
    by_stage: dict[str, list[timedelta]] = {}
    for stay in stays:
        by_stage.setdefault(stay.stage, []).append(stay.left_at - stay.entered_at)
    return [_measure(name, by_stage[name]) for name in stages if name in by_stage]


def _measure(stage: str, lengths: list[timedelta]) -> StageTime:
    ordered, jobs = sorted(lengths), len(lengths)
    middle = (ordered[(jobs - 1) // 2] + ordered[jobs // 2]) / 2
    ninth = -(-9 * jobs // 10) - 1
    return StageTime(stage, jobs, middle, ordered[ninth])
