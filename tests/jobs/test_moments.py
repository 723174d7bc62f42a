"""Whether times are said as people in the shop would say them."""

from __future__ import annotations

from datetime import UTC, date, datetime
from zoneinfo import ZoneInfo

import pytest

from belfry.jobs.customers.show_tracking import list_hours, say_moment, say_open
from belfry.jobs.updates.language import load_language
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import parse_opening_hours

ENGLISH = load_language("en")
LONDON = ZoneInfo("Europe/London")
WEEK = parse_opening_hours("Mon-Fri 9am-1pm, 2pm-6pm; Sat 10am-4pm")
TUESDAY = datetime(2026, 11, 17, 10, 3, tzinfo=UTC)


def at(text: str) -> datetime:
    """A moment on London's wall clock."""
    return datetime.fromisoformat(text).replace(tzinfo=LONDON).astimezone(UTC)


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("2026-11-17T09:00", "today, 9am"),
        ("2026-11-17T00:00", "today, midnight"),
        ("2026-11-16T23:59", "yesterday, 11.59pm"),
        ("2026-11-15T12:00", "Sunday 15 November, noon"),
        ("2025-12-31T17:30", "Wednesday 31 December 2025, 5.30pm"),
        ("2026-07-01T10:00", "Wednesday 1 July, 10am"),
    ],
)
def test_moment_is_said_on_the_shops_wall_clock(moment: str, said: str) -> None:
    assert say_moment(at(moment), TUESDAY, LONDON, ENGLISH) == said


def test_hours_of_equal_neighbours_stand_together() -> None:
    assert list_hours(WEEK, ENGLISH) == [
        ("Monday to Friday", "9am to 1pm and 2pm to 6pm"),
        ("Saturday", "10am to 4pm"),
        ("Sunday", "closed"),
    ]
    assert list_hours(parse_opening_hours("daily 00:00-24:00"), ENGLISH) == [
        ("Monday to Sunday", "midnight to midnight")
    ]


@pytest.mark.parametrize(
    ("now", "said"),
    [
        ("2026-11-17T09:00", "Open now, until 1pm"),
        ("2026-11-17T12:59", "Open now, until 1pm"),
        ("2026-11-17T13:00", "Closed now, opens today at 2pm"),
        ("2026-11-17T08:00", "Closed now, opens today at 9am"),
        ("2026-11-17T18:00", "Closed now, opens tomorrow at 9am"),
        ("2026-11-21T16:00", "Closed now, opens Monday at 9am"),
        ("2026-12-24T18:00", "Closed now, opens Saturday 2 January at 10am"),
    ],
)
def test_page_says_whether_the_shop_is_open(now: str, said: str) -> None:
    def is_holiday(day: date) -> bool:
        return date(2026, 12, 25) <= day <= date(2027, 1, 1)

    assert say_open(Calendar(WEEK, LONDON, is_holiday), at(now), ENGLISH) == said


def test_shop_that_never_opens_again_says_nothing() -> None:
    assert say_open(Calendar(WEEK, LONDON, lambda _: True), TUESDAY, ENGLISH) == ""
