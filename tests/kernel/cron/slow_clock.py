"""What a plain minute-by-minute clock would do: the yardstick for the fast one.

Written from the rules alone and on purpose without bits, tables or jumps: every minute of a window
is looked at, and asked of each field in turn.
"""

from __future__ import annotations

import calendar
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)
_MONTHS = ["JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC"]
_DAYS = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"]


@dataclass(frozen=True)
class SlowCron:
    """A cron as its words; `is_aws` for the six fields inside cron(...)."""

    words: tuple[str, ...]
    is_aws: bool = False

    def matches(self, wall: datetime) -> bool:
        minute, hour, day, month, weekday, *year = self.words
        return (
            wall.minute in expand(minute, 0, 59)
            and wall.hour in expand(hour, 0, 23)
            and wall.month in expand(month, 1, 12)
            and (not year or year[0] == "*" or wall.year in expand(year[0], 1970, 2199))
            and self._matches_days(day, weekday, wall)
        )

    def _matches_days(self, day: str, weekday: str, wall: datetime) -> bool:
        by_date = any(_is_date(item, wall) for item in day.split(","))
        by_week = any(self._is_weekday(item, wall) for item in weekday.split(","))
        if self.is_aws:
            return by_week if day == "?" else by_date
        if day.startswith("*") or weekday.startswith("*"):
            return by_date and by_week
        return by_date or by_week

    def _is_weekday(self, item: str, wall: datetime) -> bool:
        today = wall.isoweekday() % 7
        first = 1 if self.is_aws else 0
        if item.endswith("L"):
            return (_number(item[:-1], first) - first) % 7 == today and wall.day > _length(wall) - 7
        if "#" in item:
            name, nth = item.split("#")
            return (_number(name, first) - first) % 7 == today and (wall.day - 1) // 7 + 1 == int(
                nth
            )
        if item == "?":
            return False
        return today in {(value - first) % 7 for value in expand(item, first, 7)}

    def follows_real_time(self) -> bool:
        return self.words[1].startswith("*")

    def list_fires(self, zone: ZoneInfo, after: datetime, until: datetime) -> list[datetime]:
        """Every fire in after < fire <= until; both on whole minutes, in UTC."""
        return [
            moment
            for moment, wall, skipped in _walk(zone, after, until)
            if self._fires(wall, skipped)
        ]

    def _fires(self, wall: datetime, skipped: tuple[datetime, ...]) -> bool:
        if self.follows_real_time():
            return self.matches(wall)
        if wall.fold == 0 and self.matches(wall):
            return True
        return any(self.matches(reading) for reading in skipped)


@cache
def _walk(
    zone: ZoneInfo, after: datetime, until: datetime
) -> tuple[tuple[datetime, datetime, tuple[datetime, ...]], ...]:
    """Each minute, what the wall clock shows then, and the readings it has just jumped over."""
    steps = []
    moment = after
    while moment < until:
        before, moment = moment.astimezone(zone), moment + MINUTE
        wall = moment.astimezone(zone)
        jump = wall.replace(tzinfo=UTC, fold=0) - before.replace(tzinfo=UTC, fold=0)
        skipped = tuple(before.replace(tzinfo=UTC) + n * MINUTE for n in range(1, jump // MINUTE))
        steps.append((moment, wall, skipped))
    return tuple(steps)


@cache
def expand(text: str, low: int, high: int) -> frozenset[int]:
    """Every value that a field of numbers names."""
    values: set[int] = set()
    for item in text.split(","):
        span, _, step = item.partition("/")
        if span == "*":
            first, last = low, high
        elif "-" in span:
            first, last = (_number(end, low) for end in span.split("-"))
        else:
            first = _number(span, low)
            last = high if step else first
        values.update(range(first, last + 1, int(step or 1)))
    return frozenset(values)


def _number(word: str, first: int) -> int:
    if word in _MONTHS:
        return _MONTHS.index(word) + 1
    if word in _DAYS:
        return _DAYS.index(word) + first
    return int(word)


def _is_date(item: str, wall: datetime) -> bool:
    if item == "L":
        return wall.day == _length(wall)
    if item == "LW":
        last = wall.replace(day=_length(wall))
        while last.isoweekday() > 5:
            last = last.replace(day=last.day - 1)
        return wall.day == last.day
    return item != "?" and wall.day in expand(item, 1, 31)


def _length(wall: datetime) -> int:
    return calendar.monthrange(wall.year, wall.month)[1]
