"""Which EventBridge schedules fire at the same minutes as one of ours.

Lists, ranges, steps and names that mean the same give the same text, so that nothing is sent again
that has not changed. (What only the chosen months make equal, as 1-30 and `*` in June, is left as
it is.) Both sides read the same wall clock: the zone goes beside the expression, and the nights the
clocks change are no matter of translation.

Where Unix takes a date or a weekday, EventBridge needs a schedule for each. Where Unix asks for
both at once, EventBridge can rarely follow: it then fires on more days, and whoever takes a fire in
has to refuse those that are none of ours.
https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import assert_never

from belfry.kernel.cron import Cron, CronExpression, Once, Rate, parse_cron
from belfry.kernel.cron.days import (
    EVERY_WEEKDAY,
    LAST_DAY,
    LAST_WORKDAY,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.cron.expressions import FIRST_YEAR
from belfry.kernel.errors import InputError
from belfry.kernel.eventbridge.day_rules import (
    EVERY_DAY,
    DayRule,
    count_days,
    find_meant,
    find_rule,
)
from belfry.kernel.eventbridge.expressions import LONGEST_EXPRESSION
from belfry.kernel.eventbridge.grammar import LAST_YEAR, WEEK


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
    """The EventBridge schedules for one of ours; raises CadenceError for a text that is none."""
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
    found: list[tuple[Items, Items]] = []
    if dates:
        found.append((write_numbers(dates, 1, 31), _ANY))
    if rule.days >= LAST_DAY:
        found += (([text], _ANY) for bit, text in _LONE_DATES.items() if rule.days & bit)
    if weekdays:
        found.append((_ANY, write_weekdays(weekdays)))
    if rule.weekdays > EVERY_WEEKDAY:
        found += ((_ANY, [text]) for bit, text in _LONE_WEEKDAYS.items() if rule.weekdays & bit)
    return found


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
