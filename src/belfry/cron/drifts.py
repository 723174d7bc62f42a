"""Where the schedules outside differ from what the database says, in words."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, assert_never

from belfry.kernel.eventbridge import Change, Create, Delete, Schedule, Step, find_ours

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping


@dataclass(frozen=True, slots=True)
class Drift:
    """One schedule that is not as it should be."""

    name: str
    workflow_id: int
    says: str


def describe(step: Step, actual: Mapping[str, Schedule], environment: str) -> Drift:
    """What is wrong, for somebody who has to decide whether to have it mended."""
    ours = find_ours(step.name, environment)
    number = ours.workflow_id if ours else 0
    match step:
        case Create(name, schedule):
            return Drift(name, number, f"is missing: {schedule.expression} in {schedule.timezone}")
        case Change(name, schedule):
            says = "; ".join(_list_differences(schedule, actual[name]))
            return Drift(name, number, says or "starts at other minutes than it should")
        case Delete(name):
            return Drift(name, number, f"is not wanted by workflow {number}")
    assert_never(step)


def _list_differences(wanted: Schedule, found: Schedule) -> Iterator[str]:
    if wanted.expression != found.expression:
        yield f"says {found.expression} where {wanted.expression} is right"
    if wanted.timezone != found.timezone:
        yield f"is in {found.timezone} and belongs in {wanted.timezone}"
    if wanted.is_enabled != found.is_enabled:
        states = ("is off and should be on", "is on and should be off")
        yield states[found.is_enabled]
    if wanted.handed_on != found.handed_on:
        yield "hands on something else than it should"
