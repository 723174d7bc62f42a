"""When somebody at the counter saves the board: two or three times on each day the shop is open.

Every save has a number, counted through the weeks, so that a job's way can be told in saves.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.demo.sample import TIMEZONE
from belfry.kernel.cron import find_zone

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_MONDAY = date(2024, 1, 1)
# The day of the week and the time. On Wednesday the stock is counted in the evening.
SAVES = (
    (0, time(10, 11)),
    (0, time(16, 20)),
    (1, time(10, 38)),
    (1, time(15, 50)),
    (2, time(9, 53)),
    (2, time(16, 41)),
    (2, time(20, 20)),
    (3, time(11, 2)),
    (3, time(16, 8)),
    (4, time(10, 20)),
    (4, time(16, 50)),
    (5, time(11, 8)),
    (5, time(15, 11)),
)
A_WEEK = len(SAVES)
# The first save of each day from Monday to Friday.
MORNINGS = (0, 2, 4, 7, 9)


def find_save(number: int) -> datetime:
    """The moment of a save."""
    week, place = divmod(number, A_WEEK)
    weekday, at = SAVES[place]
    day = FIRST_MONDAY + timedelta(days=7 * week + weekday)
    return datetime.combine(day, at, find_zone(TIMEZONE)).astimezone(UTC)


def list_saves(since: datetime, until: datetime) -> Iterator[int]:
    """The numbers of the saves after `since` and up to `until`, in order."""
    week = (since.date() - FIRST_MONDAY).days // 7 - 1
    number = week * A_WEEK
    while (at := find_save(number)) <= until:
        if at > since:
            yield number
        number += 1


def list_mornings(since: datetime, until: datetime) -> Iterator[int]:
    """The first save of each working day, as `list_saves` does."""
    return (number for number in list_saves(since, until) if number % A_WEEK in MORNINGS)
