"""Which date a named day is, seen from the day the note was written.

A weekday is the first after today; "next" puts it into the next week from Monday to Sunday. A date
without a year is the next such date.
"""

from __future__ import annotations

import calendar
from datetime import date, timedelta

from belfry.kernel.hours.weekdays import DAY_NAMES
from belfry.rota.notes.days import Day
from belfry.rota.notes.readings import Kind, Unread

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
_A_YEAR = timedelta(days=366)
_MONTHS_TO_LOOK = 12


def resolve_day(day: Day, today: date, *, after: date | None = None) -> date | Unread:
    """`after` is the day named before it in the same breath, which it does not precede."""
    if day.is_ambiguous:
        return Unread("day and month could be meant either way around", Kind.AMBIGUOUS)
    found = _find(day, today, after)
    if isinstance(found, Unread):
        return found
    if day.offset is not None and day.day is not None:
        dated = _find_date(day, today, today)
        if dated != found:
            return Unread("the date it gives is of another day than it says", Kind.CONTRADICTION)
    return _check_weekday(day, found, today)


def start_of_week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _find(day: Day, today: date, after: date | None) -> date | Unread:
    if day.offset is not None:
        return today + timedelta(days=day.offset)
    since = max(after, today) if after else today
    if day.day is not None:
        return _find_date(day, today, since)
    assert day.weekday is not None
    return _find_weekday(day.weekday, day.which, today, after or today)


def _find_weekday(weekday: int, which: str, today: date, since: date) -> date:
    monday = start_of_week(today)
    if which in ("next", "next week"):
        return monday + WEEK + timedelta(days=weekday)
    if which == "this week":
        return monday + timedelta(days=weekday)
    return since + timedelta(days=(weekday - since.weekday() - 1) % 7 + 1)


def _find_date(day: Day, today: date, since: date) -> date | Unread:
    assert day.day is not None
    if day.months_on is not None:
        months = today.month - 1 + day.months_on
        return _make(today.year + months // 12, months % 12 + 1, day.day) or _no_such_day()
    if day.month is None:
        return _find_in_months(day.day, since)
    year = today.year + day.years_on if day.years_on is not None else day.year
    if year is not None:
        return _make(year, day.month, day.day) or _no_such_day()
    # On 29 February nobody thinks years ahead: it is more likely a slip.
    for later in (since.year, since.year + 1):
        made = _make(later, day.month, day.day)
        if made and since <= made <= since + _A_YEAR:
            return made
    return _no_such_day()


def _find_in_months(number: int, since: date) -> date | Unread:
    for step in range(_MONTHS_TO_LOOK):
        months = since.month - 1 + step
        made = _make(since.year + months // 12, months % 12 + 1, number)
        if made and made >= since:
            return made
    return _no_such_day()


def _make(year: int, month: int, day: int) -> date | None:
    if not 1 <= month <= 12 or not 2000 <= year <= 2999:
        return None
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def _check_weekday(day: Day, found: date, today: date) -> date | Unread:
    if day.weekday is None:
        return found
    if found.weekday() != day.weekday:
        said = DAY_NAMES[day.weekday]
        return Unread(f"{found.isoformat()} is no {said}", Kind.CONTRADICTION)
    # "Next Friday the 20th" says the same twice, and must say the same.
    is_today = day.which == "this" and found == today
    if day.which and not is_today and found != _find_weekday(day.weekday, day.which, today, today):
        return Unread(f"{found.isoformat()} is in another week than it says", Kind.CONTRADICTION)
    return found


def _no_such_day() -> Unread:
    return Unread("there is no such day in the calendar", Kind.IMPOSSIBLE)
