"""Which week a day belongs to, whatever the clock in London or elsewhere says."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.rota.rules.weeks import find_monday, find_next_monday, find_this_monday


@given(st.dates(min_value=date(1970, 1, 5), max_value=date(2200, 12, 28)))
def test_monday_is_the_last_one_up_to_the_day(day: date) -> None:
    monday = find_monday(day)
    assert monday.weekday() == 0
    assert timedelta(0) <= day - monday < timedelta(days=7)


@pytest.mark.parametrize(
    ("zone", "this", "following"),
    [
        ("Pacific/Auckland", date(2026, 11, 16), date(2026, 11, 23)),
        ("Europe/London", date(2026, 11, 9), date(2026, 11, 16)),
    ],
    ids=["where it is Monday already", "where it is still Sunday"],
)
def test_week_is_that_of_the_wall_clock(zone: str, this: date, following: date) -> None:
    now = datetime(2026, 11, 15, 12, tzinfo=UTC)
    assert find_this_monday(now, ZoneInfo(zone)) == this
    assert find_next_monday(now, ZoneInfo(zone)) == following
