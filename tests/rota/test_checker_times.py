"""Whether the checker finds what people cannot do one after another: overlap, rest, hours, days."""

from __future__ import annotations

from datetime import date

import pytest
from tests.rota.checking import tell_ana
from tests.rota.weeks import make_member, make_shift, make_week, make_worked

from belfry.kernel.hours.weekdays import SHORT_NAMES
from belfry.rota.rules.rules import Rules

SPRING = date(2026, 3, 23)
AUTUMN = date(2026, 10, 19)


@pytest.mark.parametrize(
    "other, told",
    [
        pytest.param("Mon 17:00-20:00", [], id="begins when the first ends"),
        pytest.param("Mon 16:59-20:00", ["overlap Ana s/Mon/1659"], id="begins a minute sooner"),
        pytest.param("Mon 10:00-11:00", ["overlap Ana s/Mon/1000"], id="lies within the first"),
    ],
)
def test_shifts_of_one_person_do_not_overlap(other: str, told: list[str]) -> None:
    rules = Rules(shifts_a_day=2)
    assert tell_ana(make_week(["Mon 09:00-17:00", other], ["Ana"], rules=rules)) == told


@pytest.mark.parametrize(
    "shifts, told",
    [
        pytest.param(["Mon 14:00-22:00", "Tue 09:00-12:00"], [], id="eleven hours to the minute"),
        pytest.param(
            ["Mon 14:00-22:00", "Tue 08:59-12:00"], ["rest Ana s/Tue/0859"], id="a minute less"
        ),
        pytest.param(["Mon 08:00-12:00", "Mon 13:00-17:00"], [], id="two of one day need no rest"),
        pytest.param(
            ["Mon 06:00-10:00", "Mon 22:00-06:00", "Tue 16:59-20:00"],
            ["rest Ana s/Tue/1659"],
            id="after a night that belongs to the day before",
        ),
        pytest.param(
            ["Mon 23:00-01:00", "Tue 00:00-02:00"],
            ["overlap Ana s/Tue/0000"],
            id="an overlap is not told as a lack of rest too",
        ),
    ],
)
def test_rest_is_kept_between_different_days(shifts: list[str], told: list[str]) -> None:
    assert tell_ana(make_week(shifts, ["Ana"], rules=Rules(shifts_a_day=2))) == told


@pytest.mark.parametrize(
    "worked, told",
    [
        pytest.param("2026-11-15 14:00-22:00", [], id="last Sunday, eleven hours before"),
        pytest.param(
            "2026-11-15 14:00-22:01", ["rest Ana s/Mon/0900"], id="last Sunday, a minute less"
        ),
        pytest.param(
            "2026-11-15 22:00-09:30", ["overlap Ana s/Mon/0900"], id="last Sunday night, into it"
        ),
        pytest.param("2026-11-23 09:00-12:00", [], id="next Monday, eleven hours after"),
        pytest.param(
            "2026-11-23 08:59-12:00", ["rest Ana s/Sun/1400"], id="next Monday, a minute less"
        ),
    ],
)
def test_rest_is_kept_over_the_ends_of_the_week(worked: str, told: list[str]) -> None:
    around = [make_worked("Ana", worked), make_worked("Ben", "2026-11-15 22:00-08:00")]
    assert (
        tell_ana(make_week(["Mon 09:00-17:00", "Sun 14:00-22:00"], ["Ana"], around=around)) == told
    )


def test_what_was_worked_in_other_weeks_is_not_judged() -> None:
    around = [
        make_worked("Ana", "2026-11-14 14:00-23:00"),
        make_worked("Ana", "2026-11-15 05:00-09:00"),
    ]
    rules = Rules(days_in_row=1)
    assert tell_ana(make_week(["Tue 09:00-17:00"], ["Ana"], around=around, rules=rules)) == []


@pytest.mark.parametrize(
    "most, told",
    [
        (1, ["shifts a day Ana s/Mon/1200", "shifts a day Ana s/Mon/1600"]),
        (2, ["shifts a day Ana s/Mon/1600"]),
        (3, []),
    ],
    ids=["one a day", "two a day", "three a day"],
)
def test_shifts_a_day_are_counted_by_the_day_they_start_on(most: int, told: list[str]) -> None:
    shifts = ["Mon 08:00-11:00", "Mon 12:00-15:00", "Mon 16:00-19:00", "Tue 22:00-02:00"]
    assert tell_ana(make_week(shifts, ["Ana"], rules=Rules(shifts_a_day=most))) == told


@pytest.mark.parametrize(
    "last, told",
    [
        pytest.param("Tue 09:00-17:00", [], id="to the minute"),
        pytest.param("Tue 09:00-17:01", ["cap Ana s/Tue/0900"], id="a minute more"),
    ],
)
def test_hours_stay_within_the_cap(last: str, told: list[str]) -> None:
    week = make_week(["Mon 09:00-17:00", last], [make_member(hours=10, cap=16)])
    assert tell_ana(week) == told


def test_hours_of_other_weeks_do_not_count_against_the_cap() -> None:
    around = [make_worked("Ana", "2026-11-14 09:00-17:00")]
    week = make_week(["Mon 09:00-17:00"], [make_member(hours=8, cap=8)], around=around)
    assert tell_ana(week) == []


def test_cap_of_nothing_allows_nothing() -> None:
    assert tell_ana(make_week(["Mon 09:00-10:00"], [make_member(hours=0, cap=0)])) == [
        "cap Ana s/Mon/0900"
    ]


@pytest.mark.parametrize(
    "day, monday, hours",
    [
        pytest.param("Sat", SPRING, 7, id="seven hours in the night the clocks go forward"),
        pytest.param("Sat", AUTUMN, 9, id="nine hours in the night they go back"),
        pytest.param("Fri", AUTUMN, 8, id="eight hours in any other night"),
    ],
)
def test_nights_count_the_hours_that_pass(day: str, monday: date, hours: int) -> None:
    shift = make_shift(f"{day} 22:00-06:00", monday=monday)
    enough, less = (
        make_week([shift], [make_member(hours=1, cap=cap)], monday=monday)
        for cap in (hours, hours - 1)
    )
    assert tell_ana(enough) == []
    assert tell_ana(less) == [f"cap Ana s/{day}/2200"]


@pytest.mark.parametrize(
    "monday, starts, told",
    [
        pytest.param(SPRING, "10:00", [], id="spring: eleven hours take until ten"),
        pytest.param(SPRING, "09:59", ["rest Ana s/Sun/0959"], id="spring: a minute less"),
        pytest.param(AUTUMN, "08:00", [], id="autumn: eleven hours are over at eight"),
        pytest.param(AUTUMN, "07:59", ["rest Ana s/Sun/0759"], id="autumn: a minute less"),
    ],
)
def test_rest_counts_the_hours_that_pass(monday: date, starts: str, told: list[str]) -> None:
    week = make_week(["Sat 14:00-22:00", f"Sun {starts}-12:00"], ["Ana"], monday=monday)
    assert tell_ana(week) == told


@pytest.mark.parametrize(
    "days, worked, told",
    [
        pytest.param("Mon Tue Wed", [], [], id="three of three"),
        pytest.param("Mon Tue Wed Thu", [], ["days in a row Ana s/Thu/0900"], id="four of three"),
        pytest.param("Mon Tue Thu Fri", [], [], id="a day off in between"),
        pytest.param(
            "Mon", ["13", "14", "15"], ["days in a row Ana s/Mon/0900"], id="from last week"
        ),
        pytest.param("Mon Tue", ["13", "15"], [], id="from last week with a day off"),
        pytest.param("Sat Sun", ["23"], [], id="three into next week"),
        pytest.param("Sat Sun", ["23", "24"], ["days in a row Ana s/Sun/0900"], id="four into it"),
        pytest.param(
            "Mon Sun",
            ["13", "14", "15", "23", "24", "25"],
            ["days in a row Ana s/Mon/0900", "days in a row Ana s/Sun/0900"],
            id="at both ends",
        ),
    ],
)
def test_days_in_a_row_are_limited(days: str, worked: list[str], told: list[str]) -> None:
    around = [make_worked("Ana", f"2026-11-{day} 09:00-12:00") for day in worked]
    shifts = [f"{day} 09:00-12:00" for day in days.split()]
    week = make_week(shifts, ["Ana"], around=around, rules=Rules(days_in_row=3))
    assert tell_ana(week) == told


def test_days_in_a_row_have_no_limit_unless_the_rules_set_one() -> None:
    shifts = [f"{day} 09:00-12:00" for day in SHORT_NAMES]
    assert tell_ana(make_week(shifts, ["Ana"])) == []
