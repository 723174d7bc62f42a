"""When work is done, counted in opening days and hours: worked by hand, and by laws."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.hours.shops import (
    LONDON,
    USUAL,
    calendars,
    late_weeks,
    london,
    make_calendar,
    moments,
    opening_weeks,
)
from tests.kernel.hours.slow_counter import count_real_minutes, count_slowly
from tests.loops import for_each

from belfry.kernel.hours.calendar import Calendar, Landing, Stretch, parse_stretch
from belfry.kernel.hours.opening_hours import OpeningHours

# Where no clock is turned back to the day before.
NIGHTLY = ("Europe/London", "America/Havana", "Australia/Lord_Howe")
CHRISTMAS = ("2026-12-25", "2026-12-26", "2026-12-28")


@for_each(
    "start, stretch, end",
    [
        pytest.param("2026-11-17 10:00", "2.4 days", "2026-11-19 13:36", id="two days and 3.6 h"),
        pytest.param("2026-11-20 17:00", "2.4 days", "2026-11-24 11:36", id="over a Sunday"),
        pytest.param("2026-11-17 10:00", "0.6 days", "2026-11-17 15:24", id="within one day"),
        pytest.param("2026-11-17 15:00", "0.6 days", "2026-11-18 11:24", id="into the next day"),
        pytest.param("2026-11-20 16:00", "0.6 days", "2026-11-21 13:24", id="5.4 h into Saturday"),
        pytest.param("2026-11-21 14:00", "0.6 days", "2026-11-23 10:36", id="3.6 h from Saturday"),
        pytest.param("2026-11-22 12:00", "0.6 days", "2026-11-23 14:24", id="from a closed day"),
        pytest.param("2026-11-17 07:00", "2.4 days", "2026-11-19 12:36", id="from before opening"),
        pytest.param("2026-11-17 17:59", "0.6 days", "2026-11-18 14:23", id="just before closing"),
        pytest.param("2026-11-17 18:00", "0.6 days", "2026-11-18 14:24", id="from closing time"),
        pytest.param("2026-11-17 23:00", "1 day", "2026-11-19 09:00", id="from the night"),
        pytest.param("2026-11-21 16:00", "1 day", "2026-11-24 09:00", id="from Saturday's closing"),
        pytest.param(
            "2026-11-19 09:30", "2.4 days", "2026-11-21 12:24", id="landing before opening"
        ),
        pytest.param("2026-11-19 15:59", "2.4 days", "2026-11-23 11:23", id="landing in time"),
        pytest.param("2026-11-19 16:00", "2.4 days", "2026-11-23 12:36", id="landing at closing"),
        pytest.param("2026-11-19 17:00", "2.4 days", "2026-11-23 12:36", id="landing too late"),
        pytest.param("2026-11-20 17:00", "1 day", "2026-11-23 09:00", id="a day lands too late"),
        pytest.param("2026-11-17 14:00", "4 hours", "2026-11-17 18:00", id="hours up to closing"),
        pytest.param("2026-11-17 14:01", "4 hours", "2026-11-18 09:01", id="hours carried over"),
        pytest.param("2026-11-20 17:00", "20 hours", "2026-11-24 13:00", id="hours over days"),
        pytest.param("2026-11-17 17:00", "1 day 2 hours", "2026-11-19 10:00", id="days then hours"),
        pytest.param("2026-11-17 10:00", "a week", "2026-11-24 10:00", id="six opening days"),
        pytest.param("2026-11-17 10:00", "half a week", "2026-11-20 10:00", id="three of them"),
        pytest.param("2026-12-24 10:00", "2.4 days", "2026-12-30 13:36", id="over Christmas"),
        pytest.param("2026-12-25 11:00", "2.4 days", "2026-12-31 12:36", id="from a holiday"),
        pytest.param("2026-12-24 17:30", "1 hour", "2026-12-29 09:30", id="hours over holidays"),
        pytest.param("2026-03-27 10:00", "2.4 days", "2026-03-30 13:36", id="over a short night"),
        pytest.param("2026-10-23 10:00", "2.4 days", "2026-10-26 13:36", id="over a long night"),
    ],
)
def test_stretch_is_counted_in_opening_time(start: str, stretch: str, end: str) -> None:
    calendar = make_calendar("", *CHRISTMAS)

    assert calendar.add_stretch(london(start), parse_stretch(stretch)) == london(end)


@pytest.mark.parametrize(
    "start, stretch, end",
    [
        pytest.param("2026-11-16 11:00", "2 hours", "2026-11-16 14:00", id="hours go over lunch"),
        pytest.param("2026-11-16 12:30", "2 hours", "2026-11-16 15:00", id="from lunch"),
        pytest.param("2026-11-20 12:30", "1 day", "2026-11-23 13:00", id="a day lands at lunch"),
        pytest.param("2026-11-16 10:00", "half a day", "2026-11-16 14:30", id="lunch is no work"),
    ],
)
def test_lunch_is_not_counted(start: str, stretch: str, end: str) -> None:
    calendar = make_calendar("Mon-Thu 9-12, 13-17; Fri 9-17")

    assert calendar.add_stretch(london(start), parse_stretch(stretch)) == london(end)


@pytest.mark.parametrize(
    "hours, start, stretch, end",
    [
        pytest.param(
            *("daily 00:00-24:00", "2026-03-28T22:00", "4 hours", "2026-03-29T02:00"),
            id="four hours of a short night are four",
        ),
        pytest.param(
            *("daily 00:00-24:00", "2026-10-24T21:00", "6 hours", "2026-10-25T03:00"),
            id="six hours of a long night are six",
        ),
        pytest.param(
            *("daily 00:00-24:00", "2026-03-29T11:00", "half a day", "2026-03-29T22:30"),
            id="half of a day of 23 hours",
        ),
        pytest.param(
            *("daily 00:00-04:00", "2026-03-28T01:30", "1 day", "2026-03-29T01:00"),
            id="a time of day that the clocks skip is the first minute after",
        ),
        pytest.param(
            *("daily 00:00-04:00", "2026-10-24T00:30", "1 day", "2026-10-25T00:30"),
            id="a time of day that comes twice is the first",
        ),
        pytest.param(
            *("daily 01:10-01:50", "2026-03-28T01:20", "1 day", "2026-03-30T00:20"),
            id="a day whose hours the clocks skip is no opening day",
        ),
    ],
)
def test_night_shop_is_right_when_clocks_change(
    hours: str, start: str, stretch: str, end: str
) -> None:
    end_at = make_calendar(hours).add_stretch(
        datetime.fromisoformat(f"{start}+00:00"), parse_stretch(stretch)
    )

    assert end_at == datetime.fromisoformat(f"{end}+00:00")


def test_long_count_goes_over_any_number_of_closed_days_between() -> None:
    end = make_calendar("Mon 9-17").add_stretch(
        london("2026-11-16 10:00"), parse_stretch("142 weeks")
    )

    assert end == london("2029-08-06 10:00")


def test_count_that_ends_at_midnight_ends_on_the_day_before() -> None:
    landing = make_calendar("daily 00:00-24:00").find_landing(
        london("2026-11-16 20:00"), parse_stretch("4 hours")
    )

    assert landing == Landing(london("2026-11-17 00:00"), date(2026, 11, 16))


@pytest.mark.parametrize(
    "calendar, start",
    [
        pytest.param(
            Calendar(OpeningHours(((),) * 7), LONDON), "2026-11-17 10:00", id="it never opens"
        ),
        pytest.param(
            Calendar(USUAL, LONDON, lambda day: day.year > 2025), "2026-11-17 10:00", id="holidays"
        ),
        pytest.param(
            Calendar(USUAL, LONDON, lambda day: day.year > 2026), "2026-12-31 10:00", id="from then"
        ),
        pytest.param(make_calendar(), "9999-12-31 10:00", id="the calendar ends"),
    ],
)
@pytest.mark.parametrize("stretch", ["30 hours", "3 days", "a week"])
def test_count_that_never_ends_has_no_end(calendar: Calendar, start: str, stretch: str) -> None:
    assert calendar.add_stretch(london(start), parse_stretch(stretch)) is None


@pytest.mark.parametrize(
    "at, opening",
    [
        ("2026-11-17 09:00", "2026-11-17 09:00"),
        ("2026-11-17 17:59", "2026-11-17 17:59"),
        ("2026-11-17 18:00", "2026-11-18 09:00"),
        ("2026-11-21 16:00", "2026-11-23 09:00"),
    ],
)
def test_next_opening_is_now_while_the_shop_is_open(at: str, opening: str) -> None:
    assert make_calendar().find_opening(london(at)) == london(opening)


def test_closing_is_the_last_of_the_day_and_a_closed_day_has_none() -> None:
    calendar = make_calendar("Mon 9-12, 13-17")

    assert calendar.find_closing(date(2026, 11, 16)) == london("2026-11-16 17:00")
    assert calendar.find_closing(date(2026, 11, 17)) is None


parts = st.fractions(0, 5, max_denominator=20)
stretches = st.builds(Stretch, parts, parts, st.fractions(0, 1, max_denominator=4))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(calendars(), moments, stretches)
def test_count_ends_in_open_time_or_at_closing_and_never_before_it_starts(
    calendar: Calendar, start: datetime, stretch: Stretch
) -> None:
    landing = calendar.find_landing(start, stretch)

    assert landing is not None
    assert landing.at >= start
    assert landing.at.tzinfo is UTC
    spans = calendar.get_day(landing.on).spans
    assert any(opens <= landing.at <= closes for opens, closes in spans)


@settings(max_examples=200, deadline=None, derandomize=True)
@given(calendars(), moments, parts, parts, st.integers(0, 3))
def test_more_hours_never_end_earlier(
    calendar: Calendar, start: datetime, hours: Fraction, more: Fraction, days: int
) -> None:
    end = calendar.add_stretch(start, Stretch(Fraction(days), hours))
    later = calendar.add_stretch(start, Stretch(Fraction(days), hours + more))

    assert end is not None
    assert later is not None
    assert end <= later


@settings(max_examples=200, deadline=None, derandomize=True)
@given(moments, parts, parts)
def test_more_days_never_end_earlier_where_all_days_are_alike(
    start: datetime, days: Fraction, more: Fraction
) -> None:
    calendar = make_calendar("Mon-Fri 9-12, 13-17")
    end = calendar.add_stretch(start, Stretch(days))
    later = calendar.add_stretch(start, Stretch(days + more))

    assert end is not None
    assert later is not None
    assert end <= later


@settings(max_examples=150, deadline=None, derandomize=True)
@given(opening_weeks, moments, st.integers(0, 8), st.integers(0, 14))
def test_slow_counter_agrees_on_days(
    opening: OpeningHours, start: datetime, days: int, fifteenths: int
) -> None:
    calendar = Calendar(opening, ZoneInfo("Asia/Tokyo"), lambda day: day.day % 10 == 0)
    stretch = Stretch(days + Fraction(fifteenths, 15))
    wall = start.astimezone(calendar.zone).replace(tzinfo=None)

    end = count_slowly(calendar, wall, days, fifteenths).replace(tzinfo=calendar.zone)

    assert calendar.add_stretch(start, stretch) == end


@settings(max_examples=100, deadline=None, derandomize=True)
@given(late_weeks, st.sampled_from(NIGHTLY), moments, st.integers(1, 2000))
def test_slow_counter_agrees_on_hours_in_real_time(
    opening: OpeningHours, zone: str, start: datetime, minutes: int
) -> None:
    calendar = Calendar(opening, ZoneInfo(zone), lambda day: day.day % 10 == 0)

    end = count_real_minutes(calendar, start, minutes)

    assert calendar.add_stretch(start, Stretch(hours=Fraction(minutes, 60))) == end


def test_a_day_is_asked_for_once() -> None:
    asked: list[date] = []

    def is_holiday(day: date) -> bool:
        asked.append(day)
        return False

    calendar = Calendar(USUAL, LONDON, is_holiday)
    for minute in range(3):
        calendar.add_stretch(
            london("2026-11-17 10:00") + timedelta(minutes=minute), Stretch(Fraction(2))
        )

    assert asked == [date(2026, 11, 17), date(2026, 11, 18), date(2026, 11, 19)]
