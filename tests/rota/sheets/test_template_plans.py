"""What next week's sheet says if the standing pattern holds, and what speaks against it."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from zoneinfo import ZoneInfo

import pytest
from tests.rota.sheets.cells import TEAM, list_said, open_sheet
from tests.rota.weeks import LONDON, MONDAY, make_shift, make_time_off
from tests.samples import NOON

from belfry.kernel.sheets import RowReader, make_sheet, match_columns
from belfry.rota.requests.requests import Clash, ClashState
from belfry.rota.rules.weeks import Shift, TimeOff
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, read_shifts
from belfry.rota.sheets.staff_rows import make_roster
from belfry.rota.sheets.template_plans import (
    WeekSheet,
    find_clashes,
    list_clashes,
    plan_week_sheet,
    settle_clashes,
)

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
    planned = plan("open,Mon,9am,5pm,Barista,ana,red", ",Sun,22:00,06:00,,,blue")
    assert planned.header == ("Shift ID", "Day", "From", "To", "Role", "Who", "Colour")
    assert planned.rows == (
        ("open", "2026-11-16", "09:00", "17:00", "Barista", "ana", "red"),
        ("2026-11-22-2200-0600", "2026-11-22", "22:00", "06:00", "", "", "blue"),
    )
    assert [row.shift.id for row in planned.listed.rows] == ["open", "2026-11-22-2200-0600"]


def test_a_template_without_ids_gets_a_column_for_them() -> None:
    planned = plan("Tue,14:00,22:00", header="day,start,end")
    assert planned.header == ("shift_id", "day", "start", "end")
    assert planned.rows == (("2026-11-17-1400-2200", "2026-11-17", "14:00", "22:00"),)


def test_ids_of_the_template_are_those_of_every_week() -> None:
    weeks = [plan("open,Mon,9am,5pm,,,", monday=day) for day in (MONDAY, date(2026, 11, 23))]
    assert [week.rows[0][:2] for week in weeks] == [("open", "2026-11-16"), ("open", "2026-11-23")]


def test_dates_in_the_template_are_put_into_the_week() -> None:
    planned = plan("a,2026-10-05,2026-10-05 22:00,2026-10-06 06:00,,,", "b,2026-10-06,9am,5pm,,,")
    assert [row[1:4] for row in planned.rows] == [
        ("2026-11-16", "22:00", "06:00"),
        ("2026-11-17", "09:00", "17:00"),
    ]


def test_a_row_that_makes_no_shift_is_told_and_left_out() -> None:
    planned = plan("a,Mon,9am,9am,,,", "b,Tue,9am,5pm,,,")
    assert [row[0] for row in planned.rows] == ["b"]
    assert list_said(planned.listed.problems) == [
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
    planned = plan(*lines, monday=monday, zone=zone)
    sheet = make_sheet("week.csv", planned.header, planned.rows)
    columns = match_columns(sheet, SHIFT_COLUMNS)
    readers = [RowReader(sheet, columns, row) for row in sheet.rows]
    again = read_shifts(readers, monday=monday, zone=zone, roster=TEAM, country="GB")
    assert [row.shift for row in again.rows] == [row.shift for row in planned.listed.rows]
    assert len(again.rows) == 3


@pytest.mark.parametrize(
    "first, last, expected",
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
    first: str, last: str, expected: str | None
) -> None:
    shifts = [make_shift("Wed 22:00-06:00", id="night", wishes=["Ana"])]
    clashes = find_clashes(shifts, [make_time_off("Ana", first, last)], zone=LONDON)
    assert clashes == ({"night": expected} if expected else {})


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


ROSTER = make_roster(["Ana", "Ben", "Cleo"])
AWAY = make_time_off("Ana", "Tue")
SAID = "Ana has time off on Tue 17 November"


def shift(*wishes: str, pins: tuple[str, ...] = (), headcount: int = 1) -> Shift:
    return make_shift("Tue 09:00-17:00", id="t", wishes=wishes, pins=pins, headcount=headcount)


def clash(state: ClashState = ClashState.OPEN, *, instead: str = "", person: str = "Ana") -> Clash:
    return Clash(
        week="2026-11-16",
        shift_id="t",
        person=person,
        words=SAID,
        state=state,
        instead=instead,
        found_at=NOON,
    )


def settle(
    clashing: Shift, *clashes: Clash, away: tuple[TimeOff, ...] = (AWAY,)
) -> tuple[Shift, dict[str, str]]:
    [now], held = settle_clashes([clashing], clashes, away, zone=LONDON, roster=ROSTER)
    return now, dict(held)


def test_clash_is_found_for_a_wish_that_is_away() -> None:
    clashes = list(list_clashes(MONDAY, [shift("Ana")], [AWAY], zone=LONDON, at=NOON))
    assert clashes == [clash()]


def test_clash_names_all_who_are_away_and_nobody_else() -> None:
    away = [AWAY, make_time_off("Cleo", "Mon", "Sun"), make_time_off("Ben", "Tue", is_pending=True)]
    two = shift("Ana", "Ben", "Cleo", headcount=3)
    [listed] = list_clashes(MONDAY, [two], away, zone=LONDON, at=NOON)
    assert listed.person == "Ana;Cleo"


@pytest.mark.parametrize("state", [ClashState.OPEN, ClashState.HELD])
def test_shift_waits_while_nobody_has_freed_it(state: ClashState) -> None:
    assert settle(shift("Ana"), clash(state)) == (shift("Ana"), {"t": SAID})


def test_clash_that_nobody_was_asked_about_holds_nothing_up() -> None:
    assert settle(shift("Ana")) == (shift("Ana"), {})


def test_clash_is_over_once_the_time_off_is() -> None:
    assert settle(shift("Ana"), clash(), away=()) == (shift("Ana"), {})


def test_clash_is_over_once_the_sheet_names_somebody_else() -> None:
    assert settle(shift("Ben"), clash()) == (shift("Ben"), {})


def test_freed_shift_is_anybody_s() -> None:
    assert settle(shift("Ana"), clash(ClashState.FREED)) == (shift(), {})


def test_freed_pin_pins_nobody() -> None:
    now, held = settle(shift(pins=("Ana",)), clash(ClashState.FREED))
    assert (now.wishes, now.is_pinned, held) == ((), False, {})


def test_whoever_was_named_instead_is_wished_for() -> None:
    now, _ = settle(shift("Ana"), clash(ClashState.FREED, instead="ben"))
    assert now.wishes == ("Ben",)


def test_name_that_nobody_has_is_not_wished_for() -> None:
    now, _ = settle(shift("Ana"), clash(ClashState.FREED, instead="Zoe"))
    assert now.wishes == ()


def test_others_of_a_freed_shift_stay_wished_for() -> None:
    both = shift("Ana", "Ben", headcount=2)
    now, _ = settle(both, clash(ClashState.FREED, instead="Cleo"))
    assert now == replace(both, wishes=("Ben", "Cleo"))


def test_sheet_that_was_changed_since_is_not_changed_again() -> None:
    now, _ = settle(shift("Cleo"), clash(ClashState.FREED, instead="Ben"))
    assert now.wishes == ("Cleo",)


def test_freed_shift_is_not_held_because_another_is_away_too() -> None:
    away = (AWAY, make_time_off("Ben", "Tue"))
    now, held = settle(shift("Ana"), clash(ClashState.FREED, instead="Ben"), away=away)
    assert (now.wishes, held) == (("Ben",), {})
