"""The count of opening days and hours once more: minute by minute, on the wall clock, and slow."""

from __future__ import annotations

from datetime import datetime, timedelta

from belfry.kernel.hours.calendar import Calendar

MINUTE = timedelta(minutes=1)
DAY = timedelta(days=1)


def count_slowly(calendar: Calendar, wall: datetime, days: int, fifteenths: int) -> datetime:
    """Whole days and fifteenths of one more, from a naive reading to a naive reading.

    Hours in quarters make every fifteenth of a day a whole number of minutes.
    """
    wall = _wait(calendar, wall)
    for _ in range(days):
        wall += DAY
        while not _hours_of(calendar, wall):
            wall += DAY
    wall = _wait(calendar, wall) if days else wall
    left = sum(closes - opens for opens, closes in _hours_of(calendar, wall)) * fifteenths // 15
    while left:
        left -= _is_open(calendar, wall)
        wall += MINUTE
    return wall


def count_real_minutes(calendar: Calendar, moment: datetime, left: int) -> datetime:
    """So many open minutes from a moment on, in real time."""
    while left:
        left -= _is_open(calendar, moment.astimezone(calendar.zone))
        moment += MINUTE
    return moment


def _wait(calendar: Calendar, wall: datetime) -> datetime:
    while not _is_open(calendar, wall):
        wall += MINUTE
    return wall


def _is_open(calendar: Calendar, wall: datetime) -> bool:
    minute = wall.hour * 60 + wall.minute
    return any(opens <= minute < closes for opens, closes in _hours_of(calendar, wall))


def _hours_of(calendar: Calendar, wall: datetime) -> tuple[tuple[int, int], ...]:
    day = wall.date()
    return () if calendar.is_holiday(day) else calendar.opening.week[day.weekday()]
