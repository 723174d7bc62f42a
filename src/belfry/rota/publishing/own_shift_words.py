"""How one person's shifts, and what became of them, are said to people."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.hours.weekdays import MONTH_NAMES, SHORT_NAMES
from belfry.rota.publishing.letter_frames import tidy_name
from belfry.rota.publishing.own_shifts import Changes, Moved, OwnShift
from belfry.rota.shift_words import render_date, render_days, render_hours, render_weekday

_SHORT = 3


def say_week(starts_on: date) -> str:
    """16 to 22 November."""
    return render_days(starts_on, starts_on + timedelta(days=6))


def say_shift(shift: OwnShift, zone: ZoneInfo) -> str:
    """Monday 16 November 14:00-22:00 (barista)."""
    role = f" ({tidy_name(shift.role)})" if shift.role else ""
    return f"{_say_when(shift, zone)}{role}"


def say_shortly(shift: OwnShift, zone: ZoneInfo) -> str:
    """Mon 16 Nov 14:00-22:00."""
    day = shift.starts_at.astimezone(zone).date()
    month = MONTH_NAMES[day.month - 1][:_SHORT]
    return f"{SHORT_NAMES[day.weekday()]} {day.day} {month} {_say_times(shift, zone)}"


def say_with_hours(shift: OwnShift, zone: ZoneInfo) -> str:
    """Monday 16 November 14:00-22:00 (barista, 8 h)."""
    role = f"{tidy_name(shift.role)}, " if shift.role else ""
    return f"{_say_when(shift, zone)} ({role}{render_hours(shift.minutes)})"


def count_shifts(count: int) -> str:
    return "1 shift" if count == 1 else f"{count} shifts"


def list_changes(changes: Changes, zone: ZoneInfo) -> Iterator[str]:
    """A line for each change, as its reader sees it."""
    yield from (f"New: {say_shift(one, zone)}" for one in changes.new)
    yield from (f"No longer yours: {say_shift(one, zone)}" for one in changes.gone)
    yield from (_say_moved(pair, zone) for pair in changes.moved)


def list_changes_shortly(changes: Changes, zone: ZoneInfo) -> Iterator[str]:
    yield from (f"new {say_shortly(one, zone)}" for one in changes.new)
    yield from (f"no longer yours {say_shortly(one, zone)}" for one in changes.gone)
    for before, after in changes.moved:
        if _is_retimed(before, after):
            yield f"moved {say_shortly(before, zone)} to {say_shortly(after, zone)}"
        else:
            yield f"{say_shortly(after, zone)} now {_say_role(after)}"


def _say_moved(pair: Moved, zone: ZoneInfo) -> str:
    before, after = pair
    if _is_retimed(before, after):
        return f"Moved: {say_shift(before, zone)} is now {say_shift(after, zone)}"
    return f"Changed: {say_shift(before, zone)} is now {_say_role(after)}"


def _is_retimed(before: OwnShift, after: OwnShift) -> bool:
    return (before.starts_at, before.ends_at) != (after.starts_at, after.ends_at)


def _say_role(shift: OwnShift) -> str:
    return f"as {tidy_name(shift.role)}" if shift.role else "for any role"


def _say_when(shift: OwnShift, zone: ZoneInfo) -> str:
    day = shift.starts_at.astimezone(zone).date()
    return f"{render_weekday(day)} {render_date(day)} {_say_times(shift, zone)}"


def _say_times(shift: OwnShift, zone: ZoneInfo) -> str:
    starts, ends = shift.starts_at.astimezone(zone), shift.ends_at.astimezone(zone)
    return f"{starts:%H:%M}-{ends:%H:%M}"
