"""Which minute of the wall clock matches next, and which matched last.

A reading of the wall clock is carried as a UTC datetime, so that sums on it are plain; what it is
in real time is decided in `changes.py`. The calendar runs from year 2 to 9998 here, so that no
zone's offset leads off its ends.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from belfry.kernel.cron.days import find_days
from belfry.kernel.cron.expressions import FIRST_YEAR

if TYPE_CHECKING:
    from belfry.kernel.cron.expressions import Cron

EARLIEST_YEAR = 2
LATEST_YEAR = 9998


def next_wall(cron: Cron, wall: datetime) -> datetime | None:
    """The first matching minute after the one of `wall`."""
    year, month, day, hour = wall.year, wall.month, wall.day, wall.hour
    hours, minutes = cron.hours, cron.minutes
    days = _days_now(cron, year, month)
    if days >> day & 1:
        rest = minutes >> wall.minute + 1
        if rest and hours >> hour & 1:
            minute = wall.minute + (rest & -rest).bit_length()
            return datetime(year, month, day, hour, minute, tzinfo=UTC)
        rest = hours >> hour + 1
        if rest:
            hour += (rest & -rest).bit_length()
            return datetime(year, month, day, hour, _lowest(minutes), tzinfo=UTC)
    days &= -2 << day
    if not days:
        later = _next_month(cron, year, month)
        if later is None:
            return None
        year, month, days = later
    return datetime(year, month, _lowest(days), _lowest(hours), _lowest(minutes), tzinfo=UTC)


def last_wall(cron: Cron, wall: datetime) -> datetime | None:
    """The latest matching minute up to and including the one of `wall`."""
    year, month, day, hour = wall.year, wall.month, wall.day, wall.hour
    hours, minutes = cron.hours, cron.minutes
    days = _days_now(cron, year, month)
    if days >> day & 1:
        rest = minutes & (2 << wall.minute) - 1
        if rest and hours >> hour & 1:
            return datetime(year, month, day, hour, _highest(rest), tzinfo=UTC)
        rest = hours & (1 << hour) - 1
        if rest:
            return datetime(year, month, day, _highest(rest), _highest(minutes), tzinfo=UTC)
    days &= (1 << day) - 1
    if not days:
        earlier = _last_month(cron, year, month)
        if earlier is None:
            return None
        year, month, days = earlier
    return datetime(year, month, _highest(days), _highest(hours), _highest(minutes), tzinfo=UTC)


def _days_now(cron: Cron, year: int, month: int) -> int:
    if cron.months >> month & 1 and _has_year(cron.years, year):
        return find_days(cron, year, month)
    return 0


def _next_month(cron: Cron, year: int, month: int) -> tuple[int, int, int] | None:
    """The first month after this one with matching days, and those days."""
    rest = cron.months >> month + 1 if _has_year(cron.years, year) else 0
    while True:
        if rest:
            month += _lowest(rest) + 1
        else:
            year, month = _next_year(cron.years, year), _lowest(cron.months)
            if year > LATEST_YEAR:
                return None
        if days := find_days(cron, year, month):
            return year, month, days
        rest = cron.months >> month + 1


def _last_month(cron: Cron, year: int, month: int) -> tuple[int, int, int] | None:
    """The latest month before this one with matching days, and those days."""
    rest = cron.months if _has_year(cron.years, year) else 0
    while True:
        rest &= (1 << month) - 1
        if not rest:
            year, rest = _last_year(cron.years, year), cron.months
            if year < EARLIEST_YEAR:
                return None
        month = _highest(rest)
        if days := find_days(cron, year, month):
            return year, month, days


def _has_year(years: int | None, year: int) -> bool:
    if years is None:
        return EARLIEST_YEAR <= year <= LATEST_YEAR
    return year >= FIRST_YEAR and bool(years >> year - FIRST_YEAR & 1)


def _next_year(years: int | None, year: int) -> int:
    if years is None:
        return year + 1
    from_year = max(year + 1, FIRST_YEAR)
    rest = years >> from_year - FIRST_YEAR
    return from_year + _lowest(rest) if rest else LATEST_YEAR + 1


def _last_year(years: int | None, year: int) -> int:
    if years is None:
        return year - 1
    rest = years & (1 << max(year - FIRST_YEAR, 0)) - 1
    return FIRST_YEAR + _highest(rest) if rest else EARLIEST_YEAR - 1


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _highest(bits: int) -> int:
    return bits.bit_length() - 1
