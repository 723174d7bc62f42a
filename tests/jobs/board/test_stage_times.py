"""Which jobs have stood still for too long, and which need no second look."""

from __future__ import annotations

from datetime import datetime, timedelta
from fractions import Fraction

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from tests.kernel.hours.shops import LONDON, calendars, london, make_calendar, moments
from tests.samples import NOON

from belfry.jobs.board.stage_times import find_earliest_cutoff, is_stuck, say_wait
from belfry.kernel.hours.calendar import Calendar, Stretch, parse_stretch


@pytest.mark.parametrize(
    "threshold, entered, now, expected",
    [
        pytest.param("1 day", "2026-11-16 10:00", "2026-11-17 10:00", False, id="just at it"),
        pytest.param("1 day", "2026-11-16 10:00", "2026-11-17 10:01", True, id="a minute over"),
        pytest.param("1 day", "2026-11-21 15:00", "2026-11-23 14:00", False, id="Sunday is none"),
        pytest.param("3 days", "2026-11-16 10:00", "2026-11-19 07:30", False, id="that morning"),
        pytest.param("3 days", "2026-11-16 10:00", "2026-11-20 07:30", True, id="the next morning"),
        pytest.param("4 hours", "2026-11-16 14:00", "2026-11-17 07:30", True, id="up to closing"),
        pytest.param("4 hours", "2026-11-16 14:01", "2026-11-17 07:30", False, id="a minute short"),
    ],
)
def test_job_is_stuck_when_its_threshold_is_over(
    threshold: str, entered: str, now: str, expected: bool
) -> None:
    stretch = parse_stretch(threshold)

    assert is_stuck(london(entered), stretch, make_calendar(), london(now)) is expected


def test_job_is_never_stuck_in_a_shop_that_never_opens() -> None:
    never = Calendar(make_calendar().opening, LONDON, lambda _: True)
    now = london("2026-11-17 10:00")

    assert not is_stuck(now - timedelta(days=2000), parse_stretch("1 hour"), never, now)


@pytest.mark.parametrize(
    "threshold, now, cutoff",
    [
        pytest.param("4 hours", "2026-11-17 12:00", "2026-11-16 17:00", id="hours are exact"),
        pytest.param("4 hours", "2026-11-17 07:30", "2026-11-16 14:00", id="before opening"),
        pytest.param("half a day", "2026-11-23 10:00", "2026-11-21 14:00", id="Saturday's half"),
        pytest.param("3 days", "2026-11-20 07:30", "2026-11-17 00:00", id="whole days by day"),
        pytest.param("3 days", "2026-11-24 07:30", "2026-11-20 00:00", id="over a Sunday"),
        pytest.param("5 days", "2026-11-22 12:00", "2026-11-17 00:00", id="on a Sunday"),
    ],
)
def test_cutoff_lies_where_stuck_jobs_begin(threshold: str, now: str, cutoff: str) -> None:
    earliest = find_earliest_cutoff(parse_stretch(threshold), make_calendar(), london(now))

    assert earliest == london(cutoff)


def test_cutoff_of_a_short_day_is_its_closing_once_enough_has_passed() -> None:
    shop = make_calendar("Fri 9-10; Sat 9-18")

    cutoff = find_earliest_cutoff(parse_stretch("half a day"), shop, london("2026-11-21 12:00"))

    assert cutoff == london("2026-11-20 10:00")


def test_cutoff_of_a_shop_that_never_opens_is_years_back() -> None:
    never = Calendar(make_calendar().opening, LONDON, lambda _: True)
    now = london("2026-11-17 10:00")

    assert find_earliest_cutoff(parse_stretch("1 day"), never, now) < now - timedelta(days=1000)


parts = st.fractions(0, 6, max_denominator=12)
thresholds = st.builds(Stretch, parts, parts).filter(lambda stretch: stretch != Stretch())
ages = st.integers(1, 20 * 24 * 60).map(lambda minutes: timedelta(minutes=minutes))


@settings(max_examples=300, deadline=None, derandomize=True)
@given(calendars(), thresholds, moments, ages)
@example(
    # A long day's half reaches further than a short day's, so later jobs may be stuck sooner.
    make_calendar("Fri 9-18; Sat 9-10; Sun 9-18"),
    Stretch(Fraction(1, 2)),
    london("2026-11-22 10:00"),
    timedelta(hours=24, minutes=10),
)
def test_no_stuck_job_is_later_than_the_cutoff(
    calendar: Calendar, threshold: Stretch, now: datetime, age: timedelta
) -> None:
    cutoff = find_earliest_cutoff(threshold, calendar, now)
    later = [now - age, cutoff + timedelta(microseconds=1), cutoff + age / 7, cutoff + age]

    stuck = [at for at in later if at > cutoff and is_stuck(at, threshold, calendar, now)]

    assert stuck == []


@pytest.mark.parametrize(
    ("waited", "expected"),
    [
        (timedelta(minutes=59, seconds=59), "less than an hour"),
        (timedelta(hours=1), "1 hour"),
        (timedelta(hours=2, minutes=59), "2 hours"),
        (timedelta(hours=23, minutes=59), "23 hours"),
        (timedelta(days=1), "1 day"),
        (timedelta(days=2, hours=23), "2 days"),
        (timedelta(minutes=-5), "less than an hour"),
    ],
)
def test_a_wait_is_told_in_whole_days_or_hours(waited: timedelta, expected: str) -> None:
    assert say_wait(NOON - waited, NOON) == expected
