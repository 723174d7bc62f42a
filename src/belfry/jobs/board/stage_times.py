"""How long jobs stay in a stage: whether one is stuck, and typical times for the figures.

Time in a stage is counted like an ETA, in opening days and hours.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta

from belfry.kernel.hours.calendar import Calendar, Count, Day, Stretch
from belfry.ports.figures import Stay

_HOUR = timedelta(hours=1)
_DAY = timedelta(days=1)
_NONE = timedelta(0)
_DAYS_BACK = 3 * 366


def is_stuck(entered_at: datetime, threshold: Stretch, calendar: Calendar, now: datetime) -> bool:
    """Whether the threshold has passed; never if the shop has no opening hours to count."""
    over_at = calendar.add_stretch(entered_at, threshold)
    return over_at is not None and over_at < now


def find_cutoffs(
    thresholds: Mapping[str, Stretch], calendar: Calendar, now: datetime
) -> dict[str, datetime]:
    """By stage, the moment after which no job that entered it is stuck."""
    return {
        stage: find_earliest_cutoff(threshold, calendar, now)
        for stage, threshold in thresholds.items()
    }


def find_earliest_cutoff(threshold: Stretch, calendar: Calendar, now: datetime) -> datetime:
    """A moment that sorts out most jobs quickly: none that came later is stuck.

    Of those that came before it, `is_stuck` decides, because here whole days are counted as days.
    """
    count = threshold.count_in(calendar.opening)
    on = calendar.find_day_of(now)
    passed = _NONE
    for _ in range(_DAYS_BACK):
        day = calendar.get_day(on)
        latest = _find_latest_start(day, count, now, passed)
        if latest is not None:
            return _end_of_day_before(day, count.days, calendar) if count.days else latest
        passed += sum((max(min(closes, now) - opens, _NONE) for opens, closes in day.spans), _NONE)
        on -= _DAY
    return _end_of_day(calendar.get_day(on), calendar)


def _find_latest_start(day: Day, count: Count, now: datetime, passed: timedelta) -> datetime | None:
    """The last moment of a day from which all but the whole days could have passed by now.

    `passed` is the open time between the end of that day and now.
    """
    left = count.find_hours(day.length) - passed
    for opens, closes in reversed(day.spans):
        ends = min(closes, now)
        if opens < ends and left <= ends - opens:
            return ends - max(left, _NONE)
        left -= max(ends - opens, _NONE)
    return None


def _end_of_day_before(day: Day, count: int, calendar: Calendar) -> datetime:
    """The end of the day that is `count` opening days before this one."""
    for _ in range(_DAYS_BACK):
        if not count:
            break
        day = calendar.get_day(day.on - _DAY)
        count -= bool(day.spans)
    return _end_of_day(day, calendar)


def _end_of_day(day: Day, calendar: Calendar) -> datetime:
    return datetime.combine(day.on + _DAY, time(0), calendar.zone).astimezone(UTC)


@dataclass(frozen=True, slots=True)
class StageTime:
    """The median of `jobs` stays in a stage, and the 90th percentile."""

    stage: str
    jobs: int
    middle: timedelta
    most: timedelta


def measure_stages(stays: Iterable[Stay], stages: Sequence[str]) -> list[StageTime]:
    """In the order of the shop's stages; stages without a finished stay are left out."""
    by_stage: dict[str, list[timedelta]] = {}
    for stay in stays:
        by_stage.setdefault(stay.stage, []).append(stay.left_at - stay.entered_at)
    return [_measure(name, by_stage[name]) for name in stages if name in by_stage]


def _measure(stage: str, lengths: list[timedelta]) -> StageTime:
    ordered, jobs = sorted(lengths), len(lengths)
    middle = (ordered[(jobs - 1) // 2] + ordered[jobs // 2]) / 2
    ninth = -(-9 * jobs // 10) - 1
    return StageTime(stage, jobs, middle, ordered[ninth])


def say_wait(since: datetime, now: datetime) -> str:
    """The time since then in whole days, else whole hours, rounded down."""
    waited = now - since
    if waited >= _DAY:
        return _count(waited // _DAY, "day")
    if waited >= _HOUR:
        return _count(waited // _HOUR, "hour")
    return "less than an hour"


def _count(number: int, unit: str) -> str:
    return f"{number} {unit}" + ("s" if number != 1 else "")
