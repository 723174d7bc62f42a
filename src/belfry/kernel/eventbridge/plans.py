"""What has to be done so that EventBridge has the schedules it should have, and no others of ours.

The plan is the shortest there is and always in the same order. A workflow's new schedules come
before its old ones go, so that no fire falls in between.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta

from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.expressions import RateExpression, check_expression, parse_expression
from belfry.kernel.eventbridge.names import ScheduleName, check_environment, find_ours


@dataclass(frozen=True, slots=True)
class Schedule:
    """All that we say of a schedule; `handed_on` is what its target is given, as text."""

    expression: str
    timezone: str
    handed_on: str
    is_enabled: bool = True
    start: datetime | None = None


@dataclass(frozen=True, slots=True)
class Create:
    name: str
    schedule: Schedule


@dataclass(frozen=True, slots=True)
class Change:
    name: str
    schedule: Schedule


@dataclass(frozen=True, slots=True)
class Delete:
    name: str


Step = Create | Change | Delete

_Place = tuple[int, bool, int]
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def plan_schedules(
    wanted: Mapping[str, Schedule], actual: Mapping[str, Schedule], *, environment: str
) -> list[Step]:
    """The fewest steps from `actual` to `wanted`, in an order that never varies.

    Names in `actual` that are not ours, or of another environment, are passed over; in `wanted`
    they are refused.
    """
    check_environment(environment)
    steps = [*_plan_puts(wanted, actual, environment), *_plan_deletes(wanted, actual, environment)]
    return [step for _, step in sorted(steps, key=lambda placed: placed[0])]


def _plan_puts(
    wanted: Mapping[str, Schedule], actual: Mapping[str, Schedule], environment: str
) -> Iterator[tuple[_Place, Step]]:
    for name, schedule in wanted.items():
        ours = find_ours(name, environment)
        if ours is None:
            raise InputError(f"name: {name!r} is not one of {environment!r}", field="name")
        place = _place(ours, is_last=False)
        if name not in actual:
            yield place, Create(name, schedule)
        elif not are_alike(schedule, actual[name]):
            yield place, Change(name, schedule)


def _plan_deletes(
    wanted: Mapping[str, Schedule], actual: Mapping[str, Schedule], environment: str
) -> Iterator[tuple[_Place, Step]]:
    for name in actual.keys() - wanted.keys():
        if ours := find_ours(name, environment):
            yield _place(ours, is_last=True), Delete(name)


def _place(name: ScheduleName, *, is_last: bool) -> _Place:
    return name.workflow_id, is_last, name.place


def are_alike(one: Schedule, other: Schedule) -> bool:
    """Whether two schedules do the same; rates may start any number of beats apart."""
    is_same = replace(one, start=None) == replace(other, start=None)
    return is_same and _find_phase(one) == _find_phase(other)


def _find_phase(schedule: Schedule) -> datetime | timedelta | None:
    """How far into its beat a rate fires; of any other schedule, its start."""
    if schedule.start is None or check_expression(schedule.expression):
        return schedule.start
    expression = parse_expression(schedule.expression)
    if not isinstance(expression, RateExpression):
        return schedule.start
    return (schedule.start - _EPOCH) % expression.every
