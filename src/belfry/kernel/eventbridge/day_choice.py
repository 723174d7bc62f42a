"""Which days EventBridge is asked for, where our two day fields work together and its own do not.

Ours name dates or weekdays, either of which will do, or dates that must also be the right weekday.
EventBridge knows one field at a time: the first is a matter of several schedules, the second mostly
beyond it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.kernel.cadence.days import EVERY_WEEKDAY, LAST_DAY
from belfry.kernel.eventbridge.day_fields import list_day_fields
from belfry.kernel.eventbridge.day_rules import (
    EVERY_DAY,
    DayRule,
    count_days,
    find_meant,
    find_rule,
)

if TYPE_CHECKING:
    from belfry.kernel.cadence import Cron


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
