"""The days of a fixed repeat once more: every day is looked at by itself, and slowly."""

from __future__ import annotations

from calendar import monthcalendar, monthrange
from collections.abc import Iterator
from datetime import date, timedelta

from belfry.controls.repeats.repeats import LAST, Fixed, Pick, Unit

DAY = timedelta(days=1)
FIRST_MONDAY = date(1969, 12, 29)


def is_scheduled(repeat: Fixed, day: date, anchor_on: date) -> bool:
    """Whether a repeat that is counted from the anchor has this day."""
    apart = _count_blocks(repeat.block, day) - _count_blocks(repeat.block, anchor_on)
    return apart % repeat.every == 0 and any(_is_picked(pick, repeat, day) for pick in repeat.picks)


def list_days(repeat: Fixed, anchor_on: date, after: date) -> Iterator[date]:
    """All its days after another, one by one, without end."""
    day = after
    while True:
        day += DAY
        if is_scheduled(repeat, day, anchor_on):
            yield day


def _count_blocks(block: Unit, day: date) -> int:
    match block:
        case Unit.WEEK:
            return (day - FIRST_MONDAY).days // 7
        case Unit.MONTH:
            return day.year * 12 + day.month
        case Unit.QUARTER:
            return day.year * 4 + (day.month - 1) // 3
        case Unit.HALF:
            return day.year * 2 + (day.month > 6)
        case _:
            return day.year


def _is_picked(pick: Pick, repeat: Fixed, day: date) -> bool:
    if repeat.block is Unit.WEEK:
        return day.weekday() == pick.weekday
    if pick.month is not None and day.month != pick.month:
        return False
    is_narrow = repeat.block is Unit.MONTH or pick.month is not None
    months = [day.month] if is_narrow else _list_months(repeat.block, day)
    if pick.weekday is not None:
        days = [
            date(day.year, month, week[pick.weekday])
            for month in months
            for week in monthcalendar(day.year, month)
            if week[pick.weekday]
        ]
        return day == days[pick.nth if pick.nth == LAST else pick.nth - 1]
    if pick.nth == LAST:
        return day.month == months[-1] and (day + DAY).month != day.month
    if not is_narrow:
        return day.month == months[0] and day.day == 1
    return day.day == min(pick.nth, monthrange(day.year, day.month)[1])


def _list_months(block: Unit, day: date) -> list[int]:
    span = {Unit.QUARTER: 3, Unit.HALF: 6, Unit.YEAR: 12}[block]
    first = (day.month - 1) // span * span + 1
    return list(range(first, first + span))
