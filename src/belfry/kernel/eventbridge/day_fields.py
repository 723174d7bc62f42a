"""How days are written in the two day fields of EventBridge, one of which is always `?`.

A list of plain dates or weekdays fits into one field. `L`, `LW`, `6L` and `6#2` stand alone, so
each takes a schedule of its own.
"""

from __future__ import annotations

from belfry.kernel.cadence.days import (
    EVERY_WEEKDAY,
    LAST_DAY,
    LAST_WORKDAY,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.eventbridge.day_rules import EVERY_DAY, DayRule
from belfry.kernel.eventbridge.fields import Items, write_numbers, write_weekdays

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
