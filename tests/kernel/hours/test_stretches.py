"""How durations are read, and what is refused."""

from __future__ import annotations

from datetime import timedelta
from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.hours.shops import USUAL
from tests.loops import for_each

from belfry.kernel.hours.calendar import Count, Stretch, parse_stretch, parse_wait
from belfry.kernel.hours.clock_times import ReadingError

HALF = Fraction(1, 2)


@for_each(
    "text, days",
    [
        ("half a day", HALF),
        ("half-day", HALF),
        ("a half day", HALF),
        ("\u00bd day", HALF),
        ("2 days", 2),
        ("2d", 2),
        ("Two days.", 2),
        ("3 working days", 3),
        ("a whole day", 1),
        ("a day and a half", 1 + HALF),
        ("one and a half opening days", 1 + HALF),
        ("1.5 days", 1 + HALF),
        ("1\u00bd days", 1 + HALF),
        ("1 1/2 days", 1 + HALF),
        ("2 days and a half", 2 + HALF),
        ("twenty-one days", 21),
        ("thirty days", 30),
    ],
)
def test_stretch_of_days_is_read_as_meant(text: str, days: Fraction) -> None:
    assert parse_stretch(text) == Stretch(days=Fraction(days))


@pytest.mark.parametrize(
    "text, hours",
    [
        ("4 hours", 4),
        ("an hour", 1),
        ("half an hour", HALF),
        ("an hour and a half", 1 + HALF),
        ("90 minutes", 1 + HALF),
        ("2 hrs 30 mins", 2 + HALF),
        ("a quarter of an hour", Fraction(1, 4)),
        ("forty-five minutes", Fraction(3, 4)),
    ],
)
def test_stretch_of_hours_is_read_as_meant(text: str, hours: Fraction) -> None:
    assert parse_stretch(text) == Stretch(hours=Fraction(hours))


@pytest.mark.parametrize(
    "text, stretch",
    [
        ("a week", Stretch(weeks=Fraction(1))),
        ("2 weeks", Stretch(weeks=Fraction(2))),
        ("a fortnight", Stretch(weeks=Fraction(2))),
        ("half a week", Stretch(weeks=HALF)),
        ("1 week, 2 days and 3 hours", Stretch(Fraction(2), Fraction(3), Fraction(1))),
        ("two days and half an hour", Stretch(days=Fraction(2), hours=HALF)),
    ],
)
def test_weeks_stay_weeks_and_units_add_up(text: str, stretch: Stretch) -> None:
    assert parse_stretch(text) == stretch


@pytest.mark.parametrize(
    "text, column, refused_text",
    [
        ("", 0, ""),
        ("soon", 0, "soon"),
        ("5", 1, ""),
        ("0 days", 0, "0"),
        ("-2 days", 0, "-"),
        ("2 months", 2, "months"),
        ("2-3 days", 2, "3"),
        ("1,5 days", 1, ","),
        ("a few days", 2, "few"),
        ("2 days or so", 7, "or"),
        ("4 hours 1 day", 8, "1"),
        ("1 day 2 days", 6, "2"),
        ("30 seconds", 0, "30"),
        ("1001 days", 0, "1001"),
        ("3 4 days", 2, "4"),
    ],
)
def test_stretch_that_is_unclear_is_refused_at_its_place(
    text: str, column: int, refused_text: str
) -> None:
    with pytest.raises(ReadingError) as refused:
        parse_stretch(text)

    assert (refused.value.column, refused.value.text) == (column, refused_text)


@pytest.mark.parametrize(
    "text, wait",
    [
        ("2 minutes", timedelta(minutes=2)),
        ("14 days", timedelta(days=14)),
        ("4 hours", timedelta(hours=4)),
        ("a week", timedelta(days=7)),
        ("a fortnight", timedelta(days=14)),
        ("30 seconds", timedelta(seconds=30)),
        ("half an hour", timedelta(minutes=30)),
        ("a day and a half", timedelta(hours=36)),
    ],
)
def test_wait_is_counted_by_the_clock(text: str, wait: timedelta) -> None:
    assert parse_wait(text) == wait


@pytest.mark.parametrize("text", ["3 working days", "0 minutes", "soon", "1 month", "999999 days"])
def test_wait_that_is_unclear_is_refused(text: str) -> None:
    with pytest.raises(ReadingError):
        parse_wait(text)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(st.one_of(st.text(), st.text("12.5/\u00bd half andays wekshour-,")))
def test_any_text_is_read_or_refused_within_its_bounds(text: str) -> None:
    column, refused = 0, ""
    try:
        parse_stretch(text)
    except ReadingError as error:
        column, refused = error.column, error.text

    assert text[column : column + len(refused)] == refused


@pytest.mark.parametrize(
    "text, count",
    [
        ("a week", Count(6, Fraction(0), timedelta(0))),
        ("half a week", Count(3, Fraction(0), timedelta(0))),
        ("a day and a half", Count(1, HALF, timedelta(0))),
        ("1 day 90 minutes", Count(1, Fraction(0), timedelta(hours=1, minutes=30))),
    ],
)
def test_stretch_is_counted_in_the_days_of_the_shop(text: str, count: Count) -> None:
    assert parse_stretch(text).count_in(USUAL) == count


def test_part_of_a_day_is_never_counted_short() -> None:
    third = parse_stretch("1/3 days").count_in(USUAL)

    assert third.find_hours(timedelta(microseconds=100)) == timedelta(microseconds=34)


def test_buffer_lengthens_every_part_of_a_stretch() -> None:
    stretch = parse_stretch("1 week 2 days 5 hours").multiply(Fraction(6, 5))

    assert stretch == Stretch(Fraction(12, 5), Fraction(6), Fraction(6, 5))


def test_stretch_of_any_fraction_can_be_counted() -> None:
    tiny = Fraction(1, 10**40)

    count = Stretch(days=tiny, hours=4 + tiny).count_in(USUAL)

    assert count.hours == timedelta(hours=4, microseconds=1)
    assert count.find_hours(timedelta(hours=9)) == count.hours + timedelta(microseconds=1)
