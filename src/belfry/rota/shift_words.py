"""Shifts, hours, days and people as text for managers.

Times are local; hours are whole hours and minutes, never decimals.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date
from zoneinfo import ZoneInfo

from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES
from belfry.rota.rules.weeks import HOUR, Shift, TimeOff, Worked


def render_hours(minutes: int) -> str:
    """7 h 30 min, 8 h, 45 min."""
    hours, rest = divmod(minutes, HOUR)
    if rest == 0:
        return f"{hours} h"
    return f"{hours} h {rest} min" if hours else f"{rest} min"


def render_shift(shift: Shift) -> str:
    """Friday 14:00-22:00."""
    return f"{render_weekday(shift.day)} {shift.starts:%H:%M}-{shift.ends:%H:%M}"


def render_worked(worked: Worked, zone: ZoneInfo) -> str:
    """Sunday 15 November 14:00-22:00, with the date because it is of another week."""
    starts, ends = worked.starts_at.astimezone(zone), worked.ends_at.astimezone(zone)
    day = f"{render_weekday(worked.day)} {render_date(worked.day)}"
    return f"{day} {starts:%H:%M}-{ends:%H:%M}"


def render_need(shift: Shift) -> str:
    """Friday 14:00-22:00, barista, first aid, 2 people."""
    people = [render_people(shift.headcount)] if shift.headcount > 1 else []
    role = [shift.role] if shift.role else []
    return ", ".join([render_shift(shift), *role, *sorted(shift.skills), *people])


def render_people(count: int) -> str:
    return "1 person" if count == 1 else f"{count} people"


def render_leave(leave: TimeOff) -> str:
    """12 to 14 November (wedding)."""
    reason = f" ({leave.reason})" if leave.reason else ""
    return f"{render_days(leave.first_on, leave.last_on)}{reason}"


def render_days(first_on: date, last_on: date) -> str:
    """12 November, 12 to 14 November, 30 November to 2 December."""
    if first_on == last_on:
        return render_date(first_on)
    is_one_month = (first_on.year, first_on.month) == (last_on.year, last_on.month)
    first = str(first_on.day) if is_one_month else render_date(first_on)
    return f"{first} to {render_date(last_on)}"


def render_date(day: date) -> str:
    return f"{day.day} {MONTH_NAMES[day.month - 1]}"


def render_weekday(day: date) -> str:
    return DAY_NAMES[day.weekday()]


def join_words(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
