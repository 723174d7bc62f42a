"""When something happened and when the shop is open, as its people would say it."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.jobs.facts import render_clock
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import OpeningHours, Spans
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES

_NEAR = {0: "today", 1: "yesterday"}
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def say_moment(moment: datetime, now: datetime, zone: ZoneInfo) -> str:
    """The day and the time on the wall clock: "Tuesday 17 November, 10.03am"."""
    local, today = moment.astimezone(zone), now.astimezone(zone).date()
    day = _NEAR.get((today - local.date()).days)
    if day is None:
        day = f"{DAY_NAMES[local.weekday()]} {local.day} {MONTH_NAMES[local.month - 1]}"
        day += f" {local.year}" if local.year != today.year else ""
    return f"{day}, {render_clock(local)}"


def list_hours(opening: OpeningHours) -> list[tuple[str, str]]:
    """Days with their hours from Monday on; neighbours with equal hours stand together."""
    return [(_say_days(first, last), _say_hours(spans)) for first, last, spans in _group(opening)]


def say_open(calendar: Calendar, now: datetime) -> str:
    """Whether the shop is open at this moment, and until when; or when it opens next."""
    opens = calendar.find_opening(now)
    if opens is None:
        return ""
    if opens <= now:
        closes = next(end for start, end in _spans(calendar, now) if start <= now < end)
        return f"Open now, until {render_clock(closes.astimezone(calendar.zone))}"
    local, today = opens.astimezone(calendar.zone), calendar.find_day_of(now)
    days = (local.date() - today).days
    near = {0: "today", 1: "tomorrow"}.get(days)
    day = near or f"{DAY_NAMES[local.weekday()]}"
    if days >= len(DAY_NAMES):
        day += f" {local.day} {MONTH_NAMES[local.month - 1]}"
    return f"Closed now, opens {day} at {render_clock(local)}"


def _spans(calendar: Calendar, now: datetime) -> tuple[tuple[datetime, datetime], ...]:
    return calendar.get_day(calendar.find_day_of(now)).spans


def _group(opening: OpeningHours) -> Iterator[tuple[int, int, Spans]]:
    first = 0
    for day, spans in enumerate(opening.week):
        if day == 6 or opening.week[day + 1] != spans:
            yield first, day, spans
            first = day + 1


def _say_days(first: int, last: int) -> str:
    return DAY_NAMES[first] if first == last else f"{DAY_NAMES[first]} to {DAY_NAMES[last]}"


def _say_hours(spans: Spans) -> str:
    said = [f"{_clock(opens)} to {_clock(closes)}" for opens, closes in spans]
    return " and ".join(said) or "closed"


def _clock(minute: int) -> str:
    return render_clock(_ANY_DAY + timedelta(minutes=minute))
