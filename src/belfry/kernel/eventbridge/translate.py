"""Which EventBridge schedules fire at the same minutes as one of ours.

Lists, ranges, steps and names that mean the same give the same text, so that nothing is sent again
that has not changed. (What only the chosen months make equal, as 1-30 and `*` in June, is left as
it is.) Both sides read the same wall clock: the zone goes beside the expression, and the nights the
clocks change are no matter of translation.

Where Unix takes a date or a weekday, EventBridge needs a schedule for each. Where Unix asks for
both at once, EventBridge can rarely follow: it then fires on more days, and the receiver of a fire
has to refuse those that are none of ours.
https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
"""

from __future__ import annotations

from calendar import monthrange
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import cache
from itertools import accumulate
from typing import assert_never

from belfry.kernel.cron import Cron, CronExpression, Once, Rate, parse_cron
from belfry.kernel.cron.expressions import FIRST_YEAR
from belfry.kernel.cron.fires import (
    EVERY_WEEKDAY,
    LAST_DAY,
    LAST_WORKDAY,
    find_days,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.expressions import LAST_YEAR, LONGEST_EXPRESSION, WEEK

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
    terms = 0
    for rule, term in _terms():
        if rule.days & days or rule.weekdays & weekdays:
            terms |= term
    return terms


def find_rule(terms: int) -> DayRule:
    """The plainest rule for these days; days that no rule can name are left out.

    All that lies within the days is gathered, and what the rest says already is dropped, in an
    order that never varies: so the answer depends on the days alone, not on how they were written.
    """
    if terms == _every_day():
        return EACH_DAY
    within = [(rule, term) for rule, term in _terms() if not term & ~terms]
    later = list(accumulate((term for _, term in reversed(within)), int.__or__, initial=0))
    days = weekdays = covered = 0
    for rule, term in within:
        later.pop()
        if term & ~(covered | later[-1]):
            covered |= term
            days, weekdays = days | rule.days, weekdays | rule.weekdays
    return DayRule(days, weekdays)


def count_days(terms: int, months: int) -> int:
    """On how many days of 400 years these fall, in the given months."""
    weights = (
        _COMMON_YEARS * (months & _FEBRUARY).bit_count(),
        _LEAP_YEARS * (months & _FEBRUARY).bit_count(),
        400 * (months & _MONTHS_OF_30).bit_count(),
        400 * (months & _MONTHS_OF_31).bit_count(),
    )
    size = 7 * _PLACE
    parts = (terms >> size * at & (1 << size) - 1 for at in range(len(_LENGTHS)))
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


@dataclass(frozen=True, slots=True)
class Translation:
    """Schedules that together fire when ours does; if not `is_exact`, on other days, too.

    `start` is the first fire of a rate that counts from an anchor. Any later fire will do as well,
    and EventBridge takes no start that is more than five minutes past.
    """

    schedules: tuple[str, ...]
    is_exact: bool = True
    start: datetime | None = None


def translate(schedule: CronExpression | str, *, anchor: datetime | None = None) -> Translation:
    """The EventBridge schedules for one of ours; raises CronError for a text that is none."""
    expression = parse_cron(schedule) if isinstance(schedule, str) else schedule
    match expression:
        case Cron():
            return _translate_cron(expression)
        case Rate():
            return Translation((expression.text,), start=_find_start(expression, anchor))
        case Once():
            return Translation((expression.text,))
    assert_never(expression)


def _find_start(rate: Rate, anchor: datetime | None) -> datetime | None:
    """The first beat after the anchor: EventBridge fires at the start itself, we do not."""
    if anchor is None:
        return None
    if anchor.utcoffset() is None:
        raise InputError(f"anchor: {anchor.isoformat()} names no zone", field="anchor")
    return anchor.astimezone(UTC).replace(second=0, microsecond=0) + rate.every


def _translate_cron(cron: Cron) -> Translation:
    rule, is_exact = decide_days(cron)
    minutes = write_numbers(cron.minutes, 0, 59)
    hours = write_numbers(cron.hours, 0, 23)
    months = write_numbers(cron.months, 1, 12)
    years = _write_years(cron.years)
    schedules = (
        text
        for days, weekdays in list_day_fields(rule)
        for text in _write((minutes, hours, days, months, weekdays, years))
    )
    return Translation(tuple(schedules), is_exact)


def _write_years(years: int | None) -> Items:
    if years is None:
        return ["*"]
    return write_numbers(years, 0, LAST_YEAR - FIRST_YEAR, origin=FIRST_YEAR)


def _write(fields: tuple[Items, ...]) -> Iterator[str]:
    """The expression; if that is too long, several with a part of the longest field each."""
    words = [",".join(items) for items in fields]
    text = f"cron({' '.join(words)})"
    if len(text) <= LONGEST_EXPRESSION:
        yield text
        return
    at = max(range(len(words)), key=lambda place: len(words[place]))
    half = len(fields[at]) // 2
    for items in (fields[at][:half], fields[at][half:]):
        yield from _write((*fields[:at], items, *fields[at + 1 :]))


def decide_days(cron: Cron) -> tuple[DayRule, bool]:
    """The days to ask EventBridge for, and whether they are exactly ours."""
    is_any_date = cron.days & EVERY_DAY == EVERY_DAY
    is_any_weekday = cron.weekdays & EVERY_WEEKDAY == EVERY_WEEKDAY
    if not cron.needs_both:
        return _join_days(cron.days, cron.weekdays), True
    if is_any_weekday:
        return _join_days(cron.days, 0), True
    if is_any_date:
        return _join_days(0, cron.weekdays), True
    return _meet_days(cron)


def _join_days(days: int, weekdays: int) -> DayRule:
    """Dates or weekdays, either of which will do."""
    is_plain = days < LAST_DAY and weekdays <= EVERY_WEEKDAY
    if is_plain and not (days and weekdays):
        return DayRule(days, weekdays)
    return find_rule(find_meant(days, weekdays))


def _meet_days(cron: Cron) -> tuple[DayRule, bool]:
    """Dates that must also be the right weekday: exactly, if that takes no more schedules.

    The first Monday, written as Mondays that are one of the days 1-7, has an equal. Otherwise
    the one field stays that fires on fewer days, and the other is let go.
    """
    dates, weekdays = find_meant(cron.days, 0), find_meant(0, cron.weekdays)
    keeps_dates = count_days(dates, cron.months) <= count_days(weekdays, cron.months)
    wider = _join_days(cron.days, 0) if keeps_dates else _join_days(0, cron.weekdays)
    both = find_rule(dates & weekdays)
    most = len(list_day_fields(wider))
    for rule in (both, wider):
        others = find_meant(rule.days, rule.weekdays) ^ dates & weekdays
        if not count_days(others, cron.months) and len(list_day_fields(rule)) <= most:
            return rule, True
    return wider, False


_ANY: Items = ["?"]
_LONE_DATES = {LAST_DAY: "L", LAST_WORKDAY: "LW"}
_LONE_WEEKDAYS = {last_weekday(day): f"{day + 1}L" for day in range(7)} | {
    nth_weekday(day, nth): f"{day + 1}#{nth}" for day in range(7) for nth in range(1, 6)
}


def list_day_fields(rule: DayRule) -> list[tuple[Items, Items]]:
    """Day-of-month and day-of-week of each schedule that the rule takes, in a fixed order."""
    dates, weekdays = rule.days & EVERY_DAY, rule.weekdays & EVERY_WEEKDAY
    day_fields: list[tuple[Items, Items]] = []
    if dates:
        day_fields.append((write_numbers(dates, 1, 31), _ANY))
    if rule.days >= LAST_DAY:
        day_fields += (([text], _ANY) for bit, text in _LONE_DATES.items() if rule.days & bit)
    if weekdays:
        day_fields.append((_ANY, write_weekdays(weekdays)))
    if rule.weekdays > EVERY_WEEKDAY:
        day_fields += (
            (_ANY, [text]) for bit, text in _LONE_WEEKDAYS.items() if rule.weekdays & bit
        )
    return day_fields


_SHORTEST_RANGE = 3
_FEWEST_STEPS = 3
Items = list[str]


def write_numbers(bits: int, low: int, high: int, *, origin: int = 0) -> Items:
    """The items of a field for bits from `low` to `high`; bit 0 is the number `origin`."""
    if bits == (2 << high) - (1 << low):
        return ["*"]
    if not bits & bits - 1:
        return [str(bits.bit_length() - 1 + origin)]
    values = _list_values(bits)
    first, step = values[0], values[1] - values[0]
    has_steps = len(values) >= _FEWEST_STEPS or first == low
    if step > 1 and has_steps and values == list(range(first, high + 1, step)):
        return [f"{first + origin}/{step}"]
    return list(_write_list(values, [str(value + origin) for value in values]))


def write_weekdays(bits: int) -> Items:
    """The items for plain weekdays, Sunday being bit 0."""
    values = _list_values(bits)
    return list(_write_list(values, [WEEK[value] for value in values]))


def _list_values(bits: int) -> list[int]:
    values = []
    while bits:
        lowest = bits & -bits
        values.append(lowest.bit_length() - 1)
        bits ^= lowest
    return values


def _write_list(values: list[int], words: list[str]) -> Iterator[str]:
    """The words of the values, those of a longer row drawn together."""
    start = 0
    for end in range(1, len(values) + 1):
        if end == len(values) or values[end] != values[end - 1] + 1:
            if end - start >= _SHORTEST_RANGE:
                yield f"{words[start]}-{words[end - 1]}"
            else:
                yield from words[start:end]
            start = end
