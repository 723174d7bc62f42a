"""Which due dates a year shows, and what it says of each."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.contracts.control_books import a_control, a_cycle

from belfry.controls.histories import Outcome
from belfry.controls.reports.show_year import DueDay, list_year
from belfry.controls.reports.summaries import Fate

TODAY = date(2026, 11, 16)


def day(text: str) -> date:
    return date.fromisoformat(text)


def test_days_to_come_follow_the_repeat_and_return_to_the_31st() -> None:
    control = a_control(repeat="monthly on the 31st", due_on=day("2027-01-31"))
    found = list_year(control, [], 2027, TODAY)
    assert [str(one.on)[5:] for one in found] == [
        *("01-31", "02-28", "03-31", "04-30", "05-31", "06-30"),
        *("07-31", "08-31", "09-30", "10-31", "11-30", "12-31"),
    ]
    assert {one.fate for one in found} == {None}


def test_rolling_repeat_is_planned_as_if_done_on_each_day() -> None:
    control = a_control(repeat="every 3 weeks", due_on=day("2026-11-20"))
    assert list_year(control, [], 2026, TODAY) == [
        DueDay(day("2026-11-20"), None),
        DueDay(day("2026-12-11"), None),
    ]


def test_overdue_rolling_control_is_planned_as_if_done_today() -> None:
    control = a_control(repeat="every 2 weeks", due_on=day("2026-11-10"))
    assert list_year(control, [], 2026, TODAY) == [
        DueDay(day("2026-11-10"), Fate.OPEN, 6),
        DueDay(day("2026-11-30"), None),
        DueDay(day("2026-12-14"), None),
        DueDay(day("2026-12-28"), None),
    ]


def test_fixed_days_that_pass_while_one_is_open_are_missed_but_today_is_not_over() -> None:
    control = a_control(
        repeat="weekly on Monday", due_on=day("2026-11-02"), anchor_on=day("2026-11-02")
    )
    found = list_year(control, [], 2026, TODAY)
    assert found[:4] == [
        DueDay(day("2026-11-02"), Fate.OPEN, 14),
        DueDay(day("2026-11-09"), Fate.MISSED),
        DueDay(day("2026-11-16"), None),
        DueDay(day("2026-11-23"), None),
    ]


def test_past_days_tell_what_became_of_them() -> None:
    ends = [
        ("2026-01-10", Outcome.DONE, "2026-01-10"),
        ("2026-02-10", Outcome.DONE, "2026-02-13"),
        ("2026-03-10", Outcome.MISSED, None),
        ("2026-04-10", Outcome.SKIPPED, "2026-04-10"),
    ]
    lines = [
        a_cycle(
            number=number,
            cycle=number,
            due_on=day(due),
            outcome=outcome,
            done_on=day(done) if done else None,
        )
        for number, (due, outcome, done) in enumerate(ends, 1)
    ]
    found = list_year(a_control(due_on=day("2027-02-01")), lines, 2026, TODAY)
    assert found == [
        DueDay(day("2026-01-10"), Fate.ON_TIME),
        DueDay(day("2026-02-10"), Fate.LATE, 3),
        DueDay(day("2026-03-10"), Fate.MISSED),
        DueDay(day("2026-04-10"), Fate.SKIPPED),
    ]


def test_what_was_taken_back_is_not_shown_even_by_a_line_of_the_year_before() -> None:
    lines = [
        a_cycle(number=1, due_on=day("2025-12-20"), done_on=day("2026-01-20")),
        a_cycle(number=2, due_on=day("2026-01-10"), outcome=Outcome.MISSED, done_on=None),
        a_cycle(number=3, due_on=day("2025-12-20"), outcome=Outcome.UNDONE),
    ]
    assert list_year(a_control(due_on=day("2027-02-01")), lines, 2026, TODAY) == []


def test_repeat_that_nobody_can_read_any_more_shows_its_open_cycle() -> None:
    control = a_control(repeat="every blue moon", due_on=day("2026-12-01"))
    assert list_year(control, [], 2026, TODAY) == [DueDay(day("2026-12-01"), None)]


@pytest.mark.parametrize("year", [2026, 2027, 2028])
@given(
    repeat=st.sampled_from(
        ["daily", "every 2 weeks", "monthly on the 31st", "last Friday of the month", "yearly"]
    ),
    off=st.integers(-200, 200),
)
def test_year_holds_its_own_days_in_order_and_each_once(year: int, repeat: str, off: int) -> None:
    due_on = TODAY + timedelta(days=off)
    control = a_control(repeat=repeat, due_on=due_on, anchor_on=due_on)
    days = [one.on for one in list_year(control, [], year, TODAY)]
    assert days == sorted(set(days))
    assert {one.year for one in days} <= {year}
