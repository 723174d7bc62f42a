"""What next week's sheet says if the standing pattern holds, and what speaks against it."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

import pytest
from tests.rota.cells import TEAM, list_said, open_sheet
from tests.rota.weeks import LONDON, MONDAY, make_shift, make_time_off

from belfry.kernel.sheets import RowReader, make_sheet, match_columns
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, read_shifts
from belfry.rota.sheets.template_plans import WeekSheet, find_clashes, plan_week_sheet

HEADER = "Shift ID,Day,From,To,Role,Who,Colour"


def plan(
    *lines: str, header: str = HEADER, monday: date = MONDAY, zone: ZoneInfo = LONDON
) -> WeekSheet:
    sheet, columns = open_sheet(SHIFT_COLUMNS, lines, header)
    readers = [RowReader(sheet, columns, row) for row in sheet.rows]
    return plan_week_sheet(
        sheet.header, columns, readers, monday=monday, zone=zone, roster=TEAM, country="GB"
    )


def test_the_pattern_goes_over_with_dates_and_all_its_columns() -> None:
    found = plan("open,Mon,9am,5pm,Barista,ana,red", ",Sun,22:00,06:00,,,blue")
    assert found.header == ("Shift ID", "Day", "From", "To", "Role", "Who", "Colour")
    assert found.rows == (
        ("open", "2026-11-16", "09:00", "17:00", "Barista", "ana", "red"),
        ("2026-11-22-2200-0600", "2026-11-22", "22:00", "06:00", "", "", "blue"),
    )
    assert [shift.id for shift in found.shifts] == ["open", "2026-11-22-2200-0600"]


def test_a_template_without_ids_gets_a_column_for_them() -> None:
    found = plan("Tue,14:00,22:00", header="day,start,end")
    assert found.header == ("shift_id", "day", "start", "end")
    assert found.rows == (("2026-11-17-1400-2200", "2026-11-17", "14:00", "22:00"),)


def test_ids_of_the_template_are_those_of_every_week() -> None:
    weeks = [plan("open,Mon,9am,5pm,,,", monday=day) for day in (MONDAY, date(2026, 11, 23))]
    assert [week.rows[0][:2] for week in weeks] == [("open", "2026-11-16"), ("open", "2026-11-23")]


def test_dates_in_the_template_are_put_into_the_week() -> None:
    found = plan("a,2026-10-05,2026-10-05 22:00,2026-10-06 06:00,,,", "b,2026-10-06,9am,5pm,,,")
    assert [row[1:4] for row in found.rows] == [
        ("2026-11-16", "22:00", "06:00"),
        ("2026-11-17", "09:00", "17:00"),
    ]


def test_a_row_that_makes_no_shift_is_told_and_left_out() -> None:
    found = plan("a,Mon,9am,9am,,,", "b,Tue,9am,5pm,,,")
    assert [row[0] for row in found.rows] == ["b"]
    assert list_said(found.problems) == [
        "rota/week-2026-11-16.csv, line 2, column D (To): a shift from 9am to 9am has no hours:"
        " expected a later end"
    ]


@pytest.mark.parametrize(
    "zone, monday",
    [
        pytest.param(LONDON, date(2026, 3, 23), id="over the spring night"),
        pytest.param(LONDON, date(2026, 10, 19), id="over the autumn night"),
        pytest.param(LONDON, MONDAY, id="any week"),
    ],
)
def test_the_sheet_holds_the_shifts_that_were_planned(zone: ZoneInfo, monday: date) -> None:
    lines = ("a,Sat,22:00,06:00,barista,Ana,", ",Sat,22:00,06:00,barista,,", ",Sun,16:00,24:00,,,")
    found = plan(*lines, monday=monday, zone=zone)
    sheet = make_sheet("week.csv", found.header, found.rows)
    columns = match_columns(sheet, SHIFT_COLUMNS)
    readers = [RowReader(sheet, columns, row) for row in sheet.rows]
    again = read_shifts(readers, monday=monday, zone=zone, roster=TEAM, country="GB")
    assert tuple(row.shift for row in again.rows) == found.shifts
    assert len(found.shifts) == 3


@pytest.mark.parametrize(
    "first, last, said",
    [
        pytest.param("Wed", "Wed", "Ana has time off on Wed 18 November", id="the day itself"),
        pytest.param(
            "Thu", "Fri", "Ana has time off from Thu 19 November to Fri 20 November", id="its end"
        ),
        pytest.param("Fri", "Sun", None, id="the days after"),
        pytest.param("Mon", "Tue", None, id="the days before"),
    ],
)
def test_a_night_clashes_with_time_off_on_any_of_its_days(
    first: str, last: str, said: str | None
) -> None:
    shifts = [make_shift("Wed 22:00-06:00", id="night", wishes=["Ana"])]
    clashes = find_clashes(shifts, [make_time_off("Ana", first, last)], zone=LONDON)
    assert clashes == ({"night": said} if said else {})


def test_a_night_that_ends_at_midnight_does_not_clash_with_the_next_day() -> None:
    shifts = [make_shift("Wed 16:00-00:00", wishes=["Ana"])]
    assert find_clashes(shifts, [make_time_off("Ana", "Thu")], zone=LONDON) == {}


def test_only_approved_time_off_of_a_standing_person_clashes() -> None:
    shifts = [make_shift("Wed 09:00-17:00", wishes=["Ana"]), make_shift("Thu 09:00-17:00")]
    time_off = [
        make_time_off("Ana", "Wed", is_pending=True),
        make_time_off("Bo", "Wed"),
        make_time_off("Ana", "Thu"),
    ]
    assert find_clashes(shifts, time_off, zone=LONDON) == {}


def test_each_standing_person_is_named_once() -> None:
    shifts = [make_shift("Wed 09:00-17:00", id="a", headcount=2, wishes=["Bo", "Ana"])]
    time_off = [make_time_off("Ana", "Wed"), make_time_off("Ana", "Wed", "Thu")]
    time_off = [*time_off, make_time_off("Bo", "Wed")]
    assert find_clashes(shifts, time_off, zone=LONDON) == {
        "a": "Bo has time off on Wed 18 November; Ana has time off on Wed 18 November"
    }
