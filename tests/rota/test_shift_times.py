"""When the shifts of the week's sheet begin and end, and which times make no shift."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from tests.rota.cells import list_said
from tests.rota.week_lines import TIMES, read, read_one
from tests.rota.weeks import MONDAY


@pytest.mark.parametrize(
    "cell, day",
    [
        ("Mon", 16),
        ("sunday", 22),
        ("Weds", 18),
        ("2026-11-18", 18),
        ("18/11/2026", 18),
        ("Wednesday 18 November 2026", 18),
    ],
)
def test_a_day_is_a_weekday_or_a_date(cell: str, day: int) -> None:
    assert read_one(f"{cell},09:00,17:00", header=TIMES).day == date(2026, 11, day)


@pytest.mark.parametrize(
    "start, end, minutes",
    [
        pytest.param("09:00", "17:00", 480, id="by day"),
        pytest.param("22:00", "06:00", 480, id="over midnight"),
        pytest.param("4pm", "24:00", 480, id="until the day ends"),
        pytest.param("16:00", "00:00", 480, id="until midnight"),
        pytest.param("06:00", "22:00", 960, id="as long as a shift may be"),
        pytest.param("2026-11-16 22:00", "2026-11-17 06:00", 480, id="with dates"),
        pytest.param("2026-11-16T22:00", "17/11/2026 6:00", 480, id="with dates of two kinds"),
        pytest.param("20:00", "2026-11-16 24:00", 240, id="until the end of a date"),
        pytest.param("0.375", "17.30", 510, id="as a spreadsheet keeps times"),
    ],
)
def test_a_shift_is_as_long_as_its_times_are_apart(start: str, end: str, minutes: int) -> None:
    assert read_one(f"Mon,{start},{end}", header=TIMES).minutes == minutes


@pytest.mark.parametrize(
    "cells, told",
    [
        pytest.param(
            "Mon,09:00,09:00",
            "column C (end): a shift from 09:00 to 09:00 has no hours: expected a later end",
            id="zero hours",
        ),
        pytest.param(
            "Mon,2026-11-16 09:00,2026-11-17 15:00",
            "column C (end): a shift from 2026-11-16 09:00 to 2026-11-17 15:00 has 30 hours:"
            " expected at most 16",
            id="thirty hours",
        ),
        pytest.param(
            "Mon,06:00,22:01",
            "column C (end): a shift from 06:00 to 22:01 has 16h01: expected at most 16",
            id="a minute too long",
        ),
        pytest.param(
            "Mon,09:00,08:00",
            "column C (end): a shift from 09:00 to 08:00 has 23 hours: expected at most 16",
            id="an end before the start that would be tomorrow",
        ),
        pytest.param(
            "Mon,09:00,2026-11-16 08:00",
            "column C (end): 2026-11-16 08:00 is before the start, which is 09:00",
            id="an end before the start on its date",
        ),
        pytest.param(
            "Mon,2026-11-17 09:00,17:00",
            "column B (start): 2026-11-17 is not the day of the shift, which is 2026-11-16",
            id="a start on another day",
        ),
        pytest.param(
            "Mon,24:00,06:00",
            "column B (start): expected a time before 24:00: write 00:00, and the day after",
            id="a start at the end of the day",
        ),
        pytest.param(
            "2026-11-23,09:00,17:00",
            "column A (day): 2026-11-23 is not in the week from 2026-11-16 to 2026-11-22",
            id="the Monday after",
        ),
        pytest.param(
            "2026-11-15,09:00,17:00",
            "column A (day): 2026-11-15 is not in the week from 2026-11-16 to 2026-11-22",
            id="the Sunday before",
        ),
        pytest.param(
            "Mon 17 November 2026,09:00,17:00",
            "column A (day): 'Mon 17 November 2026' names a weekday that this date is not",
            id="a weekday that its date is not",
        ),
        pytest.param(
            "Mon-Fri,09:00,17:00",
            "column A (day): expected one day such as Mon, not 'Mon-Fri':"
            " each shift has a row of its own",
            id="several days",
        ),
        pytest.param(
            "Someday,09:00,17:00",
            "column A (day): expected a day such as Mon, or a date like 2026-11-17, not 'Someday'",
            id="no day",
        ),
        pytest.param(
            "2026-11-31,09:00,17:00",
            "column A (day): there is no such day as '2026-11-31'",
            id="a date that does not exist",
        ),
        pytest.param(
            "Mon,,17:00",
            "column B (start): expected a value for start, and found nothing",
            id="no start",
        ),
        pytest.param(
            "Mon,09:00,25:00",
            "column C (end): expected a time like 09:00, not '25:00'",
            id="no time",
        ),
        pytest.param(
            "Mon,09:00,2026-11-31 17:00",
            "column C (end): expected a time like 09:00, or 2026-11-17 09:00,"
            " not '2026-11-31 17:00'",
            id="a time on no date",
        ),
    ],
)
def test_times_that_make_no_shift_are_told_and_stop_no_other(cells: str, told: str) -> None:
    found = read(cells, "Tue,09:00,17:00", header=TIMES)
    assert [row.line for row in found.rows] == [3]
    assert list_said(found.problems) == [f"rota/week-2026-11-16.csv, line 2, {told}"]


@pytest.mark.parametrize(
    "zone, monday, hours",
    [
        pytest.param("Europe/London", date(2026, 3, 23), 7, id="spring in London"),
        pytest.param("Europe/London", date(2026, 10, 19), 9, id="autumn in London"),
        pytest.param("Australia/Sydney", date(2026, 9, 28), 7, id="spring in Sydney"),
        pytest.param("Australia/Sydney", date(2026, 3, 30), 9, id="autumn in Sydney"),
        pytest.param("America/Santiago", date(2026, 8, 31), 7, id="a gap at midnight in Santiago"),
        pytest.param("Europe/London", MONDAY, 8, id="any other night"),
    ],
)
def test_a_night_over_a_clock_change_counts_its_real_hours(
    zone: str, monday: date, hours: int
) -> None:
    found = read("Sat,22:00,06:00", header=TIMES, monday=monday, zone=ZoneInfo(zone))
    (row,) = found.rows
    assert row.shift.minutes == hours * 60
    assert (row.shift.starts, row.shift.ends) == (time(22), time(6))


def test_a_start_that_the_clocks_skip_is_the_first_minute_after() -> None:
    found = read("Sun,01:30,09:00", header=TIMES, monday=date(2026, 3, 23))
    assert found.rows[0].shift.starts_at == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert found.rows[0].shift.starts == time(1, 30)


def test_a_start_that_comes_twice_is_its_first_coming() -> None:
    found = read("Sun,01:30,09:00", header=TIMES, monday=date(2026, 10, 19))
    assert found.rows[0].shift.starts_at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_shift_that_the_clocks_skip_is_told() -> None:
    found = read("Sun,01:15,01:45", header=TIMES, monday=date(2026, 3, 23))
    assert found.rows == ()
    assert list_said(found.problems) == [
        "rota/week-2026-11-16.csv, line 2, column B (start): a shift from 01:15 to 01:45:"
        " the clocks change then, and skip all of it: expected another time"
    ]


def test_in_a_template_a_date_stands_for_its_weekday() -> None:
    lines = ("2026-11-04,22:00,06:00", "Fri,09:00,17:00")
    found = read(*lines, header=TIMES, repeats=True)
    assert [row.shift.day for row in found.rows] == [date(2026, 11, 18), date(2026, 11, 20)]
