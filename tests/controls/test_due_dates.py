"""On which days controls are due, over month ends, leap years and long absences."""

from __future__ import annotations

from datetime import date, timedelta
from itertools import takewhile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.rhythm_strategies import DAYS, FIXED, ROLLING
from tests.controls.slow_calendar import is_scheduled, list_days
from tests.loops import for_each

from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import (
    MONTHS,
    Fixed,
    Rolling,
    Unit,
    find_first_due,
    find_next_due,
    find_scheduled,
    find_scheduled_before,
    find_shortest_cycle,
    list_passed,
)


def day(text: str) -> date:
    return date.fromisoformat(text)


@pytest.mark.parametrize(
    "repeat, seen_on, due_on",
    [
        pytest.param("daily", "2026-12-31", "2026-12-31", id="a daily one is due today"),
        pytest.param("every 2 days", "2026-12-31", "2027-01-02", id="one of two days in two days"),
        pytest.param("weekly", "2026-11-16", "2026-11-23", id="a weekly one in a week"),
        pytest.param("monthly", "2026-01-31", "2026-02-28", id="a month after the 31st of January"),
        pytest.param("monthly", "2028-01-31", "2028-02-29", id="the same before a leap day"),
        pytest.param("yearly", "2028-02-29", "2029-02-28", id="a year after a leap day"),
        pytest.param("quarterly", "2026-11-30", "2027-02-28", id="three months over the new year"),
        pytest.param("monthly on the 16th", "2026-11-16", "2026-11-16", id="the very day"),
        pytest.param("monthly on the 15th", "2026-11-16", "2026-12-15", id="a day that just went"),
        pytest.param("monthly on the 31st", "2026-02-10", "2026-02-28", id="the 31st of February"),
        pytest.param("weekly on Monday", "2026-11-16", "2026-11-16", id="a Monday on a Monday"),
        pytest.param("every 2 weeks on Friday", "2026-11-16", "2026-11-20", id="the first Friday"),
        pytest.param("last day of the quarter", "2026-11-16", "2026-12-31", id="a quarter's end"),
        pytest.param("first Monday of the month", "2026-11-03", "2026-12-07", id="next month's"),
        pytest.param("yearly on 29 February", "2026-03-01", "2027-02-28", id="a leap day"),
    ],
)
def test_control_never_done_is_due_first(repeat: str, seen_on: str, due_on: str) -> None:
    assert find_first_due(parse_repeat(repeat), first_seen_on=day(seen_on)) == day(due_on)


@pytest.mark.parametrize("repeat", ["weekly", "monthly on the 31st", "every 2 weeks on Friday"])
def test_first_due_date_decides_where_it_is_given(repeat: str) -> None:
    named = day("2026-12-02")
    seen_on = day("2026-11-16")
    first_due = find_first_due(parse_repeat(repeat), first_seen_on=seen_on, first_due_on=named)
    assert first_due == named


def list_due(repeat: str, first: str, count: int) -> list[str]:
    """The due dates of a control that is always done on the day."""
    read, due_on = parse_repeat(repeat), day(first)
    dates = [due_on]
    while len(dates) < count:
        due_on = find_next_due(read, credited_on=due_on, done_on=due_on, anchor_on=day(first))
        dates.append(due_on)
    return [due_on.isoformat() for due_on in dates]


@for_each(
    "repeat, dates",
    [
        pytest.param(
            "monthly on the 31st",
            "2026-12-31 2027-01-31 2027-02-28 2027-03-31 2027-04-30 2027-05-31 2027-06-30",
            id="the 31st comes back after every short month",
        ),
        pytest.param(
            "monthly on the 30th",
            "2028-01-30 2028-02-29 2028-03-30",
            id="the 30th is the 29th in a leap February alone",
        ),
        pytest.param(
            "yearly on 29 February",
            "2027-02-28 2028-02-29 2029-02-28 2030-02-28 2031-02-28 2032-02-29",
            id="a leap day is the 28th in common years and comes back",
        ),
        pytest.param(
            "yearly on 29 February",
            "2096-02-29 2097-02-28 2098-02-28 2099-02-28 2100-02-28 2101-02-28",
            id="the year 2100 has no leap day",
        ),
        pytest.param(
            "quarterly on the 31st",
            "2026-11-30 2027-02-28 2027-05-31 2027-08-31 2027-11-30",
            id="every third month from the first one on",
        ),
        pytest.param(
            "every 2 weeks on Friday",
            "2026-12-18 2027-01-01 2027-01-15",
            id="every other Friday over the new year",
        ),
        pytest.param(
            "every 2 weeks on Friday",
            "2026-12-25 2027-01-08 2027-01-22",
            id="the other Fridays where the first one says so",
        ),
        pytest.param(
            "weekly on Monday and Thursday",
            "2026-11-16 2026-11-19 2026-11-23",
            id="two days a week",
        ),
        pytest.param(
            "every weekday", "2026-11-19 2026-11-20 2026-11-23", id="Fridays lead to Mondays"
        ),
        pytest.param(
            "first Monday of the month", "2026-11-02 2026-12-07 2027-01-04", id="first Mondays"
        ),
        pytest.param(
            "last Friday of the quarter", "2026-12-25 2027-03-26 2027-06-25", id="last Fridays"
        ),
        pytest.param(
            "last day of the month",
            "2028-01-31 2028-02-29 2028-03-31 2028-04-30",
            id="month ends in a leap year",
        ),
        pytest.param(
            "last day of the half-year", "2026-12-31 2027-06-30 2027-12-31", id="half-years"
        ),
        pytest.param("every 2 years on 1 April", "2027-04-01 2029-04-01", id="every other year"),
        pytest.param(
            "15th and last day of the month",
            "2027-02-15 2027-02-28 2027-03-15 2027-03-31",
            id="twice a month",
        ),
        pytest.param(
            "monthly on the 30th and 31st",
            "2027-01-30 2027-01-31 2027-02-28 2027-03-30",
            id="two days that February has as one",
        ),
        pytest.param(
            "monthly", "2026-01-31 2026-02-28 2026-03-28", id="a rolling month counts from the work"
        ),
        pytest.param("every 10 days", "2026-12-25 2027-01-04 2027-01-14", id="ten days each"),
    ],
)
def test_due_dates_follow_each_other(repeat: str, dates: str) -> None:
    first, *_ = expected = dates.split()
    assert list_due(repeat, first, len(expected)) == expected


@pytest.mark.parametrize(
    "repeat, done_on, passed, next_on",
    [
        pytest.param("monthly", "2026-12-10", [], "2027-01-10", id="a rolling one on time"),
        pytest.param("monthly", "2026-12-05", [], "2027-01-05", id="a rolling one early"),
        pytest.param("monthly", "2027-03-20", [], "2027-04-20", id="a rolling one very late"),
        pytest.param("monthly on the 10th", "2026-12-10", [], "2027-01-10", id="a fixed one"),
        pytest.param("monthly on the 10th", "2026-11-20", [], "2027-01-10", id="done early"),
        pytest.param("monthly on the 10th", "2027-01-09", [], "2027-01-10", id="done a month late"),
        pytest.param(
            "monthly on the 10th",
            "2027-01-10",
            ["2027-01-10"],
            "2027-02-10",
            id="done on the next due date",
        ),
        pytest.param(
            "monthly on the 10th",
            "2027-03-20",
            ["2027-01-10", "2027-02-10", "2027-03-10"],
            "2027-04-10",
            id="done after three more due dates",
        ),
    ],
)
def test_cycle_due_on_10_december_leads_to(
    repeat: str, done_on: str, passed: list[str], next_on: str
) -> None:
    read, due_on = parse_repeat(repeat), day("2026-12-10")
    dates = list_passed(read, due_on=due_on, until=day(done_on), anchor_on=due_on)
    assert [passed_on.isoformat() for passed_on in dates] == ["2026-12-10", *passed]
    following = find_next_due(read, credited_on=dates[-1], done_on=day(done_on), anchor_on=due_on)
    assert following == day(next_on)


def test_first_due_date_off_the_schedule_is_followed_by_the_schedule() -> None:
    read, named = parse_repeat("monthly on the 31st"), day("2026-12-02")
    next_due = find_next_due(read, credited_on=named, done_on=named, anchor_on=named)
    assert next_due == day("2026-12-31")


@given(FIXED, DAYS, st.integers(-3000, 3000))
@settings(max_examples=250, deadline=None, derandomize=True)
def test_fixed_days_are_those_of_a_slow_count(repeat: Fixed, after: date, apart: int) -> None:
    anchor_on = max(after, date(1980, 1, 1)) + timedelta(days=apart)
    scheduled = find_scheduled(repeat, after=after, anchor_on=anchor_on)
    assert scheduled == next(list_days(repeat, anchor_on, after))


@given(FIXED, DAYS, st.integers(-3000, 3000))
@settings(max_examples=250, deadline=None, derandomize=True)
def test_day_before_a_scheduled_one_is_the_last_of_a_slow_count(
    repeat: Fixed, after: date, apart: int
) -> None:
    anchor_on = max(after, date(1980, 1, 1)) + timedelta(days=apart)
    scheduled = find_scheduled(repeat, after=after, anchor_on=anchor_on)
    following = find_scheduled(repeat, after=scheduled, anchor_on=anchor_on)
    for before in (scheduled + timedelta(days=1), following):
        last_before = find_scheduled_before(repeat, before=before, anchor_on=anchor_on)
        assert last_before == scheduled


@given(FIXED, DAYS, st.integers(0, 800), st.integers(-60, 800))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_passed_and_next_days_leave_none_out(
    repeat: Fixed, anchor_on: date, later: int, late: int
) -> None:
    due_on = find_scheduled(repeat, after=anchor_on + timedelta(days=later), anchor_on=anchor_on)
    done_on = due_on + timedelta(days=late)
    passed = list_passed(repeat, due_on=due_on, until=done_on, anchor_on=anchor_on)
    next_on = find_next_due(repeat, credited_on=passed[-1], done_on=done_on, anchor_on=anchor_on)
    slow = takewhile(lambda day: day < next_on, list_days(repeat, anchor_on, due_on))
    assert next_on > max(due_on, done_on)
    assert is_scheduled(repeat, next_on, anchor_on)
    assert passed == (due_on, *slow)


@given(ROLLING, DAYS, DAYS)
@settings(max_examples=300, deadline=None, derandomize=True)
def test_rolling_days_count_from_the_work_alone(
    repeat: Rolling, done_on: date, due_on: date
) -> None:
    assert list_passed(repeat, due_on=due_on, until=done_on, anchor_on=due_on) == (due_on,)
    next_on = find_next_due(repeat, credited_on=due_on, done_on=done_on, anchor_on=due_on)
    if repeat.unit in {Unit.DAY, Unit.WEEK}:
        length = 7 if repeat.unit is Unit.WEEK else 1
        assert next_on - done_on == timedelta(days=length * repeat.every)
        return
    months = (next_on.year - done_on.year) * 12 + next_on.month - done_on.month
    assert months == MONTHS[repeat.unit] * repeat.every
    is_month_end = (next_on + timedelta(days=1)).day == 1
    assert next_on.day == done_on.day or (next_on.day < done_on.day and is_month_end)


@pytest.mark.parametrize(
    "repeat, days",
    [
        ("weekly", 7),
        ("monthly", 28),
        ("yearly", 365),
        ("every weekday", 1),
        ("monthly on the 31st", 28),
        ("every 2 weeks on Friday", 14),
    ],
)
def test_shortest_cycle_of(repeat: str, days: int) -> None:
    assert find_shortest_cycle(parse_repeat(repeat), day("2026-11-20")) == days
