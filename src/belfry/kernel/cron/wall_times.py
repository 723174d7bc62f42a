"""On which days of a month a cron fires, and whether there is any such day at all.

A month is judged at once: the answer is a set of bits, bit 15 being the 15th. The calendar repeats
every 400 years, and in them every month begins on each of the seven weekdays, a February of 29
days too; so a cron that matches none of those months never fires.
"""

from __future__ import annotations

from datetime import UTC, date, datetime
from typing import TYPE_CHECKING

from belfry.kernel.cron.expressions import FIRST_YEAR

if TYPE_CHECKING:
    from collections.abc import Iterator

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


LAST_DAY = 1 << 32
LAST_WORKDAY = 1 << 33
EVERY_WEEKDAY = 0x7F

_LAST_WEEKDAYS = 8  # bits 8-14: 0L to 6L
_NTH_WEEKDAYS = 16  # bits 16-22: 0#1 to 6#1, bits 23-29: 0#2 to 6#2, ...
_FIVE_WEEKS = 0x10204081  # a bit every seventh place
_EARLY_DAYS = (1 << 29) - 2  # 1 to 28, which every month has
_LENGTHS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ALL_OF = tuple((2 << length) - 2 for length in range(32))


def last_weekday(weekday: int) -> int:
    """The bit of `5L`."""
    return 1 << _LAST_WEEKDAYS + weekday


def nth_weekday(weekday: int, nth: int) -> int:
    """The bit of `5#2`."""
    return 1 << _NTH_WEEKDAYS + 7 * (nth - 1) + weekday


def find_days(cron: Cron, year: int, month: int) -> int:
    """The days of a month that match the two day fields, as bits 1 to 31."""
    length = _LENGTHS[month]
    if month == 2 and not year % 4 and (year % 100 or not year % 400):
        length = 29
    if cron.weekdays == EVERY_WEEKDAY and cron.needs_both and cron.days < LAST_DAY:
        return cron.days & _ALL_OF[length]
    return _match_days(cron, date(year, month, 1).toordinal() % 7, length)


def can_fire(cron: Cron) -> bool:
    """Whether any day of the calendar matches."""
    if cron.years is not None:
        return any(find_days(cron, year, month) for year, month in _list_months(cron))
    if not cron.needs_both or (cron.days & _EARLY_DAYS and cron.weekdays & EVERY_WEEKDAY):
        return True
    return any(
        _match_days(cron, first, length)
        for month in range(1, 13)
        if cron.months >> month & 1
        for length in {_LENGTHS[month], 29 if month == 2 else _LENGTHS[month]}
        for first in range(7)
    )


def _list_months(cron: Cron) -> Iterator[tuple[int, int]]:
    years = cron.years or 0
    for year in range(years.bit_length()):
        if years >> year & 1:
            yield from ((FIRST_YEAR + year, m) for m in range(1, 13) if cron.months >> m & 1)


def _match_days(cron: Cron, first: int, length: int) -> int:
    """The days that match in a month of `length` days whose first is weekday `first`."""
    days = cron.days & _ALL_OF[length]
    if cron.days >= LAST_DAY:
        days |= _match_last(cron.days, first, length)
    weekdays = _spread(cron.weekdays, first)
    if cron.weekdays > EVERY_WEEKDAY:
        weekdays |= _match_special(cron.weekdays, first, length)
    weekdays &= _ALL_OF[length]
    return days & weekdays if cron.needs_both else days | weekdays


def _spread(weekdays: int, first: int) -> int:
    """Those weekdays all through a month that begins with weekday `first`."""
    week = weekdays & EVERY_WEEKDAY
    return ((week | week << 7) >> first & EVERY_WEEKDAY) * _FIVE_WEEKS << 1


def _match_last(days: int, first: int, length: int) -> int:
    found = 1 << length if days & LAST_DAY else 0
    if days & LAST_WORKDAY:
        weekday = (first + length - 1) % 7
        found |= 1 << length - {6: 1, 0: 2}.get(weekday, 0)
    return found


def _match_special(weekdays: int, first: int, length: int) -> int:
    found = _spread(weekdays >> _LAST_WEEKDAYS, first) & ~_ALL_OF[length - 7]
    for week in range(5):
        nth = _spread(weekdays >> _NTH_WEEKDAYS + 7 * week, first)
        found |= nth & EVERY_WEEKDAY << 1 + 7 * week
    return found
