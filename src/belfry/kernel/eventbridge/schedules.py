"""What has to be done so that EventBridge has the schedules it should have, and no others of ours.

The plan is the shortest there is and always in the same order. A workflow's new schedules come
before its old ones go, so that no fire falls in between.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from belfry.kernel.cron import find_zone
from belfry.kernel.cron.expressions import Cron, Rate
from belfry.kernel.cron.fires import find_repeat, last_wall
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.expressions import (
    RateExpression,
    check_expression,
    parse_expression,
    quote,
)

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from belfry.kernel.cron.expressions import CronExpression


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
        own_name = find_ours(name, environment)
        if own_name is None:
            raise InputError(f"name: {name!r} is not one of {environment!r}", field="name")
        place = _place(own_name, is_last=False)
        if name not in actual:
            yield place, Create(name, schedule)
        elif not are_alike(schedule, actual[name]):
            yield place, Change(name, schedule)


def _plan_deletes(
    wanted: Mapping[str, Schedule], actual: Mapping[str, Schedule], environment: str
) -> Iterator[tuple[_Place, Step]]:
    for name in actual.keys() - wanted.keys():
        if own_name := find_ours(name, environment):
            yield _place(own_name, is_last=True), Delete(name)


def _place(name: ScheduleName, *, is_last: bool) -> _Place:
    return name.workflow_id, is_last, name.place


def are_alike(schedule: Schedule, other: Schedule) -> bool:
    """Whether two schedules do the same; rates may start any number of beats apart."""
    is_same = replace(schedule, start=None) == replace(other, start=None)
    return is_same and _find_phase(schedule) == _find_phase(other)


def _find_phase(schedule: Schedule) -> datetime | timedelta | None:
    """How far into its beat a rate fires; of any other schedule, its start."""
    if schedule.start is None or check_expression(schedule.expression):
        return schedule.start
    expression = parse_expression(schedule.expression)
    if not isinstance(expression, RateExpression):
        return schedule.start
    return (schedule.start - _EPOCH) % expression.every


OLDEST_START = timedelta(minutes=5)
LONGEST_ZONE = 50

_NAME = re.compile(r"[0-9a-zA-Z\-_.]{1,64}")
_MINUTE = timedelta(minutes=1)


def find_fault(name: str, schedule: Schedule, *, now: datetime) -> str | None:
    """What is wrong with a schedule, in one sentence; None if EventBridge takes it."""
    if fault := find_name_fault(name):
        return fault
    if fault := check_expression(schedule.expression) or _find_zone_fault(schedule.timezone):
        return f"{name}: {fault}"
    if schedule.start and schedule.start < now - OLDEST_START:
        return f"{name}: a start of {schedule.start.isoformat()} has long passed"
    return None


def find_name_fault(name: str) -> str | None:
    if _NAME.fullmatch(name):
        return None
    return f"name: found {quote(name)}; allowed: 1-64 letters, digits, '-', '_' and '.'"


def find_minute(at: datetime, *, now: datetime) -> datetime:
    """The minute in which a single schedule fires: that of `at`, or the next if it has begun.

    Raises InputError for a moment that has passed.
    """
    if at.utcoffset() is None:
        raise InputError(f"at: {at.isoformat()} names no zone", field="at")
    if at <= now:
        raise InputError(f"at: {at.isoformat()} has passed", field="at")
    minute = at.astimezone(UTC).replace(second=0, microsecond=0)
    return minute if minute > now else minute + _MINUTE


def write_at(minute: datetime) -> str:
    """The expression for one moment, to be read in UTC."""
    return f"at({minute:%Y-%m-%dT%H:%M:%S})"


def _find_zone_fault(name: str) -> str | None:
    if len(name) > LONGEST_ZONE:
        return f"timezone: found {len(name)} characters; allowed: 1-{LONGEST_ZONE}"
    try:
        find_zone(name)
    except InputError as error:
        return str(error)
    return None


LONGEST_ENVIRONMENT = 32

_ENVIRONMENT = re.compile(rf"[a-z0-9]{{1,{LONGEST_ENVIRONMENT}}}")
_OUR_NAME = re.compile(r"wf-([1-9][0-9]{0,18})-([a-z0-9]+)(?:-([2-9]|[1-9][0-9]{1,3}))?")


@dataclass(frozen=True, slots=True, order=True)
class ScheduleName:
    """The workflow, and the number of the schedule; the first has none in its name."""

    workflow_id: int
    environment: str
    place: int = 1

    def __str__(self) -> str:
        first = f"wf-{self.workflow_id}-{self.environment}"
        return first if self.place == 1 else f"{first}-{self.place}"


def name_schedules(workflow_id: int, environment: str, count: int) -> list[str]:
    """The names of a workflow's schedules, in order."""
    check_environment(environment)
    places = range(1, count + 1)
    return [str(ScheduleName(workflow_id, environment, place)) for place in places]


def find_ours(name: str, environment: str) -> ScheduleName | None:
    """What a name says, if it is one of ours in this environment; else None."""
    matched = _OUR_NAME.fullmatch(name)
    if not matched or matched[2] != environment:
        return None
    return ScheduleName(int(matched[1]), matched[2], int(matched[3] or 1))


def check_environment(environment: str) -> None:
    """Refuse what would make names that cannot be told apart, or are too long for EventBridge."""
    if not _ENVIRONMENT.fullmatch(environment):
        allowed = f"1-{LONGEST_ENVIRONMENT} of a-z and 0-9"
        shown = repr(environment[: LONGEST_ENVIRONMENT + 1])
        raise InputError(f"environment: found {shown}; allowed: {allowed}", field="environment")


def may_pass_over(expression: CronExpression, zone: ZoneInfo, fire: datetime) -> bool:
    """Whether the wall clock shows something else at this fire than the schedule asks for, or
    shows it twice that night. A rate knows no clocks."""
    if isinstance(expression, Rate):
        return False
    local = fire.astimezone(zone)
    if find_repeat(local, zone):
        return True
    reading = local.replace(tzinfo=UTC, fold=0)
    asked = last_wall(expression, reading) if isinstance(expression, Cron) else expression.wall
    return asked != reading
