"""How shifts, hours and days are said to a manager."""

from __future__ import annotations

import pytest
from tests.rota.weeks import LONDON, find_day, make_shift, make_time_off, make_worked

from belfry.rota.rules.weeks import Shift
from belfry.rota.shift_words import (
    join_words,
    render_days,
    render_hours,
    render_leave,
    render_need,
    render_shift,
    render_worked,
)


@pytest.mark.parametrize(
    "minutes, expected",
    [
        pytest.param(480, "8 h", id="whole hours"),
        pytest.param(450, "7 h 30 min", id="a half is minutes and no decimal"),
        pytest.param(45, "45 min", id="less than one hour"),
        pytest.param(0, "0 h", id="nothing"),
    ],
)
def test_hours_are_said_without_decimals(minutes: int, expected: str) -> None:
    assert render_hours(minutes) == expected


@pytest.mark.parametrize(
    "shift, expected",
    [
        pytest.param(make_shift("Fri 14:00-22:00"), "Friday 14:00-22:00", id="anybody"),
        pytest.param(
            make_shift("Sat 22:00-06:00", role="bar", skills=("keys", "first aid"), headcount=2),
            "Saturday 22:00-06:00, bar, first aid, keys, 2 people",
            id="all that it can ask for",
        ),
    ],
)
def test_shift_is_said_with_what_it_needs(shift: Shift, expected: str) -> None:
    assert render_need(shift) == expected


def test_shift_is_said_by_the_clock_on_the_wall() -> None:
    summer = make_shift("2026-07-03 09:00-17:00")
    assert render_shift(summer) == "Friday 09:00-17:00"


def test_shift_of_another_week_is_said_with_its_date() -> None:
    worked = make_worked("Ana", "2026-07-05 22:00-06:00")
    assert render_worked(worked, LONDON) == "Sunday 5 July 22:00-06:00"


@pytest.mark.parametrize(
    "first, last, expected",
    [
        pytest.param("2026-11-12", "2026-11-12", "12 November", id="one day"),
        pytest.param("2026-11-12", "2026-11-14", "12 to 14 November", id="days of one month"),
        pytest.param(
            "2026-11-30", "2026-12-02", "30 November to 2 December", id="days of two months"
        ),
        pytest.param(
            "2026-11-12", "2027-11-14", "12 November to 14 November", id="one month, two years"
        ),
    ],
)
def test_days_are_said_once(first: str, last: str, expected: str) -> None:
    assert render_days(find_day(first), find_day(last)) == expected


def test_time_off_is_said_with_its_reason() -> None:
    leave = make_time_off("Ana", "Mon", "Wed", reason="wedding")
    assert render_leave(leave) == "16 to 18 November (wedding)"


@pytest.mark.parametrize(
    "words, expected",
    [((), ""), (("a",), "a"), (("a", "b"), "a and b"), (("a", "b", "c"), "a, b and c")],
)
def test_words_are_joined_as_people_do(words: tuple[str, ...], expected: str) -> None:
    assert join_words(words) == expected
