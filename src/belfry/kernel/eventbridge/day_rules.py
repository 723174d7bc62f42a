"""Which one way of naming days stands for all the ways that mean the same days.

What a rule about days means depends on two things alone: how long the month is, and which weekday
it begins with. There are 28 such kinds of month. They are laid side by side in one whole number, so
that "all of these days", "the same days" and "how many days" are plain sums on numbers.
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import accumulate

from belfry.kernel.cron.days import (
    LAST_DAY,
    LAST_WORKDAY,
    find_days,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.cron.expressions import Cron

EVERY_DAY = (1 << 32) - 2

_PLACE = 32
_LENGTHS = (28, 29, 30, 31)
_FEBRUARY = 1 << 2
_MONTHS_OF_30 = 1 << 4 | 1 << 6 | 1 << 9 | 1 << 11
_MONTHS_OF_31 = (1 << 13) - 2 & ~_FEBRUARY & ~_MONTHS_OF_30
_COMMON_YEARS, _LEAP_YEARS = 303, 97  # of every 400


@dataclass(frozen=True, slots=True)
class DayRule:
    """Days of the month and days of the week, in the bits of `Cron`; either will do."""

    days: int
    weekdays: int


EACH_DAY = DayRule(EVERY_DAY, 0)


def find_meant(days: int, weekdays: int) -> int:
    """The days that a rule means, in every kind of month."""
    meant = 0
    for rule, term in _terms():
        if rule.days & days or rule.weekdays & weekdays:
            meant |= term
    return meant


def find_rule(meant: int) -> DayRule:
    """The plainest rule for these days; days that no rule can name are left out.

    All that lies within the days is gathered, and what the rest says already is dropped, in an
    order that never varies: so the answer depends on the days alone, not on how they were written.
    """
    if meant == _every_day():
        return EACH_DAY
    within = [(rule, term) for rule, term in _terms() if not term & ~meant]
    later = list(accumulate((term for _, term in reversed(within)), int.__or__, initial=0))
    days = weekdays = said = 0
    for rule, term in within:
        later.pop()
        if term & ~(said | later[-1]):
            said |= term
            days, weekdays = days | rule.days, weekdays | rule.weekdays
    return DayRule(days, weekdays)


def count_days(meant: int, months: int) -> int:
    """On how many days of 400 years these fall, in the given months."""
    weights = (
        _COMMON_YEARS * (months & _FEBRUARY).bit_count(),
        _LEAP_YEARS * (months & _FEBRUARY).bit_count(),
        400 * (months & _MONTHS_OF_30).bit_count(),
        400 * (months & _MONTHS_OF_31).bit_count(),
    )
    size = 7 * _PLACE
    parts = (meant >> size * at & (1 << size) - 1 for at in range(len(_LENGTHS)))
    return sum(part.bit_count() * weight for part, weight in zip(parts, weights, strict=True)) // 7


@cache
def _every_day() -> int:
    return find_meant(EVERY_DAY, 0)


@cache
def _terms() -> tuple[tuple[DayRule, int], ...]:
    """All that a rule can name, what is dropped first coming first, and the days of each."""
    kinds = _find_kinds()
    return tuple((rule, _spread(rule, kinds)) for rule in _list_terms())


def _list_terms() -> Iterator[DayRule]:
    yield DayRule(LAST_WORKDAY, 0)
    yield DayRule(LAST_DAY, 0)
    yield from (DayRule(0, last_weekday(weekday)) for weekday in range(7))
    yield from (DayRule(0, nth_weekday(day, nth)) for nth in range(1, 6) for day in range(7))
    yield from (DayRule(1 << day, 0) for day in range(1, 32))
    yield from (DayRule(0, 1 << weekday) for weekday in range(7))


def _spread(rule: DayRule, kinds: list[tuple[int, int]]) -> int:
    """The days of one rule, in months of each kind side by side."""
    cron = Cron("", 1, 1, rule.days, 1, rule.weekdays, needs_both=False, is_fixed=True)
    return sum(find_days(cron, *kind) << _PLACE * at for at, kind in enumerate(kinds))


def _find_kinds() -> list[tuple[int, int]]:
    """A year and a month of each kind, by length and then by first weekday.

    A stretch of 28 years has them all.
    """
    months = [(year, month) for year in range(2001, 2029) for month in range(1, 13)]
    known = {monthrange(*month)[::-1]: month for month in months}
    return [known[length, first] for length in _LENGTHS for first in range(7)]
