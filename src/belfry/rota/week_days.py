"""Which week a day belongs to: weeks begin on Mondays, by the team's own wall clock."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

SEVEN_DAYS = timedelta(days=7)


def find_monday(day: date) -> date:
    """The Monday of the week that the day is in."""
    return day - timedelta(days=day.weekday())


def find_this_monday(now: datetime, zone: ZoneInfo) -> date:
    return find_monday(now.astimezone(zone).date())


def find_next_monday(now: datetime, zone: ZoneInfo) -> date:
    """The Monday of the week after the present one."""
    return find_this_monday(now, zone) + SEVEN_DAYS


def find_coming_monday(now: datetime, zone: ZoneInfo) -> date:
    """The Monday on which the next week begins, also for whoever asks on that very day."""
    today = now.astimezone(zone).date()
    return find_monday(today + timedelta(days=6))
