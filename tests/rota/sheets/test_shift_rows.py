"""Which shifts the week's sheet asks for, and what is told of its cells."""

from __future__ import annotations

from datetime import UTC, date, datetime, time
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.loops import for_each
from tests.rota.sheets.cells import list_readers, list_said
from tests.rota.week_lines import TIMES, read, read_one
from tests.rota.weeks import MONDAY

from belfry.kernel.sheets import SheetError
from belfry.rota.rules.weeks import Shift
from belfry.rota.sheets.shift_rows import MARKED_HELD, SHIFT_COLUMNS, ShiftList, ShiftRow


def test_a_row_is_read_whole() -> None:
    line = "late,Tue,14:00,22:00,Head-Chef,Keys; First aid,2,ana; jose marin,yes,ask Bo first"
    assert read(line) == ShiftList(
        rows=(
            ShiftRow(
                Shift(
                    id="late",
                    day=date(2026, 11, 17),
                    starts=time(14),
                    ends=time(22),
                    starts_at=datetime(2026, 11, 17, 14, tzinfo=UTC),
                    ends_at=datetime(2026, 11, 17, 22, tzinfo=UTC),
                    role="head chef",
                    skills=frozenset({"keys", "first aid"}),
                    headcount=2,
                    wishes=("Ana Ruiz", "José Marín"),
                    is_pinned=True,
                    held="ask Bo first",
                ),
                line=2,
                is_named=True,
            ),
        ),
        problems=(),
        repairs=(),
    )


def test_day_start_and_end_are_enough() -> None:
    assert read("Mon,09:00,17:00", header=TIMES).rows == (
        ShiftRow(
            Shift(
                id="2026-11-16-0900-1700",
                day=MONDAY,
                starts=time(9),
                ends=time(17),
                starts_at=datetime(2026, 11, 16, 9, tzinfo=UTC),
                ends_at=datetime(2026, 11, 16, 17, tzinfo=UTC),
            ),
            line=2,
            is_named=False,
        ),
    )


@pytest.mark.parametrize("header", ["day,start", "start,end", "day,end", "day,start,edn"])
def test_a_sheet_without_days_or_times_is_refused_as_a_whole(header: str) -> None:
    with pytest.raises(SheetError):
        read("Mon,09:00,17:00", header=header)


@pytest.mark.parametrize(
    "cells, expected",
    [
        pytest.param(
            "2,Ann Ruis,,",
            "column H (assigned_to): there is nobody called 'Ann Ruis' in the staff sheet;"
            " did you mean Ana Ruiz?",
            id="an unknown person",
        ),
        pytest.param(
            "1,Bo,,",
            "column H (assigned_to): 'Bo' may be Bo Chen, Bo Diaz: write the whole name",
            id="a first name of two",
        ),
        pytest.param(
            "many,,,",
            "column G (headcount): expected a number of people from 1 to 100, not 'many'",
            id="a headcount that is no number",
        ),
        pytest.param(
            "0,,,",
            "column G (headcount): expected a number of people from 1 to 100, not '0'",
            id="a headcount of nobody",
        ),
        pytest.param(
            ",,yes,",
            "column I (pinned): assigned_to names nobody, so nobody is pinned",
            id="a pin without a name",
        ),
        pytest.param(
            ",Ana,perhaps,",
            "column I (pinned): expected yes or no, not 'perhaps'",
            id="a doubtful pin",
        ),
        pytest.param(
            "1,Ana; Bo Chen; Bo Diaz,,",
            "column H (assigned_to): 3 people for a headcount of 1: Bo Chen, Bo Diaz passed over",
            id="more people than it takes",
        ),
    ],
)
def test_another_cell_that_cannot_be_right_is_told_and_the_shift_stays(
    cells: str, expected: str
) -> None:
    sheet = read(f"a,Mon,09:00,17:00,,,{cells}")
    assert [row.shift.id for row in sheet.rows] == ["a"]
    assert list_said(sheet.problems) == [f"rota/week-2026-11-16.csv, line 2, {expected}"]


def test_a_role_and_skills_that_nobody_has_are_told_and_the_shift_stays() -> None:
    sheet = read("a,Mon,09:00,17:00,Batista,keys; juggling; Frist aid,,,,")
    (row,) = sheet.rows
    assert row.shift.role == "batista"
    assert row.shift.skills == {"keys", "juggling", "frist aid"}
    line = "rota/week-2026-11-16.csv, line 2"
    role, skills = f"{line}, column E (role)", f"{line}, column F (skills)"
    assert sheet.notes == (
        (role, "nobody in the staff sheet has the role 'batista'; did you mean barista?"),
        (skills, "nobody in the staff sheet has the skill 'frist aid'; did you mean first aid?"),
        (skills, "nobody in the staff sheet has the skill 'juggling'"),
    )
    assert sheet.problems == ()


def test_a_pin_that_may_have_been_a_yes_is_kept() -> None:
    (row,) = read("a,Mon,09:00,17:00,,,,Ana,perhaps,").rows
    assert (row.shift.wishes, row.shift.is_pinned) == (("Ana Ruiz",), True)


def test_no_more_people_are_wished_for_than_it_takes() -> None:
    (row,) = read("a,Mon,09:00,17:00,,,2,Bo Diaz; Ana; Bo Chen,,").rows
    assert row.shift.wishes == ("Bo Diaz", "Ana Ruiz")


def test_a_pin_without_a_name_pins_nobody() -> None:
    (row,) = read("a,Mon,09:00,17:00,,,,,yes,").rows
    assert (row.shift.is_pinned, row.shift.held) == (False, "")


def test_a_pin_to_a_stranger_holds_the_shift() -> None:
    (row,) = read("a,Mon,09:00,17:00,,,2,Ana; Zed,yes,").rows
    assert (row.shift.wishes, row.shift.is_pinned) == (("Ana Ruiz",), True)
    assert row.shift.held == "it is pinned to Zed, whom the staff sheet does not have"


def test_one_name_twice_is_one_wish() -> None:
    assert read_one("a,Mon,09:00,17:00,,,2,Ana; ana ruiz,,").wishes == ("Ana Ruiz",)


@pytest.mark.parametrize(
    "cell, held",
    [("yes", MARKED_HELD), ("no", ""), ("", ""), ("ask the owner", "ask the owner")],
    ids=["yes holds it", "no does not", "nothing does not", "a note holds it and says why"],
)
def test_a_hold_is_a_yes_or_a_note(cell: str, held: str) -> None:
    assert read_one(f"a,Mon,09:00,17:00,,,,,,{cell}").held == held


@given(
    st.lists(
        st.lists(st.text(st.characters(codec="utf-8", exclude_characters='",\r\n\0')), max_size=10),
        max_size=5,
    )
)
def test_every_row_is_read_or_told(rows: list[list[str]]) -> None:
    lines = [",".join(["a", *cells]) for cells in rows]
    readers = list_readers(SHIFT_COLUMNS, lines)
    sheet = read(*lines)
    problem_lines = {problem.line for problem in sheet.problems}
    assert problem_lines | {row.line for row in sheet.rows} == {
        reader.row.line for reader in readers
    }


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


@for_each(
    "cells, expected",
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
def test_times_that_make_no_shift_are_told_and_stop_no_other(cells: str, expected: str) -> None:
    sheet = read(cells, "Tue,09:00,17:00", header=TIMES)
    assert [row.line for row in sheet.rows] == [3]
    assert list_said(sheet.problems) == [f"rota/week-2026-11-16.csv, line 2, {expected}"]


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
    sheet = read("Sat,22:00,06:00", header=TIMES, monday=monday, zone=ZoneInfo(zone))
    (row,) = sheet.rows
    assert row.shift.minutes == hours * 60
    assert (row.shift.starts, row.shift.ends) == (time(22), time(6))


def test_a_start_that_the_clocks_skip_is_the_first_minute_after() -> None:
    sheet = read("Sun,01:30,09:00", header=TIMES, monday=date(2026, 3, 23))
    assert sheet.rows[0].shift.starts_at == datetime(2026, 3, 29, 1, tzinfo=UTC)
    assert sheet.rows[0].shift.starts == time(1, 30)


def test_a_start_that_comes_twice_is_its_first_coming() -> None:
    sheet = read("Sun,01:30,09:00", header=TIMES, monday=date(2026, 10, 19))
    assert sheet.rows[0].shift.starts_at == datetime(2026, 10, 25, 0, 30, tzinfo=UTC)


def test_a_shift_that_the_clocks_skip_is_told() -> None:
    sheet = read("Sun,01:15,01:45", header=TIMES, monday=date(2026, 3, 23))
    assert sheet.rows == ()
    assert list_said(sheet.problems) == [
        "rota/week-2026-11-16.csv, line 2, column B (start): a shift from 01:15 to 01:45:"
        " the clocks change then, and skip all of it: expected another time"
    ]


def test_in_a_template_a_date_stands_for_its_weekday() -> None:
    lines = ("2026-11-04,22:00,06:00", "Fri,09:00,17:00")
    sheet = read(*lines, header=TIMES, repeats=True)
    assert [row.shift.day for row in sheet.rows] == [date(2026, 11, 18), date(2026, 11, 20)]


def test_two_rows_with_one_id_are_both_told_and_left_out() -> None:
    header = "shift_id,day,start,end"
    lines = ("A1,Mon,09:00,17:00", "b,Tue,09:00,17:00", "a1,Wed,09:00,17:00")
    sheet = read(*lines, header=header)
    assert [row.shift.id for row in sheet.rows] == ["b"]
    remedy = "none of them counts until each shift has an id of its own"
    assert [problem.what for problem in sheet.problems] == [
        f"'A1' stands in line 4, too: {remedy}",
        f"'a1' stands in line 2, too: {remedy}",
    ]


def test_equal_shifts_without_ids_are_numbered() -> None:
    line = "Mon,09:00,17:00,Head Chef"
    sheet = read(line, "Mon,09:00,17:00,Barista", line, line, header=f"{TIMES},role")
    assert [row.shift.id for row in sheet.rows] == [
        "2026-11-16-0900-1700-head-chef",
        "2026-11-16-0900-1700-barista",
        "2026-11-16-0900-1700-head-chef.2",
        "2026-11-16-0900-1700-head-chef.3",
    ]


def test_a_made_id_gives_way_to_one_that_is_typed() -> None:
    header = f"shift_id,{TIMES}"
    sheet = read(",Mon,09:00,17:00", "2026-11-16-0900-1700,Tue,09:00,17:00", header=header)
    assert [row.shift.id for row in sheet.rows] == [
        "2026-11-16-0900-1700.2",
        "2026-11-16-0900-1700",
    ]


@pytest.mark.parametrize(
    "id_", ["a" * 81, "a\x07b"], ids=["an id without end", "an id with marks nobody sees"]
)
def test_an_id_that_cannot_be_kept_is_told_and_the_shift_gets_another(id_: str) -> None:
    sheet = read(f"{id_},Mon,09:00,17:00", header=f"shift_id,{TIMES}")
    assert [row.shift.id for row in sheet.rows] == ["2026-11-16-0900-1700"]
    assert list_said(sheet.problems) == [
        "rota/week-2026-11-16.csv, line 2, column A (shift_id):"
        " expected 1 to 80 characters of plain text"
    ]


def test_an_id_that_a_spreadsheet_made_a_number_is_put_right() -> None:
    sheet = read("12.0,Mon,09:00,17:00", header=f"shift_id,{TIMES}")
    assert [row.shift.id for row in sheet.rows] == ["12"]
    assert len(sheet.repairs) == 1


_ROWS = st.tuples(
    st.sampled_from(["Mon", "Tue", "2026-11-18"]),
    st.sampled_from(["09:00,17:00", "22:00,06:00"]),
    st.sampled_from(["", "barista", "bar 2", "bar", "head chef"]),
)


@given(st.lists(_ROWS, min_size=1, max_size=8), st.data())
def test_a_made_id_stays_when_other_rows_come_or_change_places(
    rows: list[tuple[str, ...]], data: st.DataObject
) -> None:
    first_row = rows[0]
    others = [row for row in rows[1:] if row != first_row]
    mixed = data.draw(st.permutations([*others, first_row]))
    header = f"{TIMES},role"
    alone = read(",".join(first_row), header=header)
    among = read(*(",".join(row) for row in mixed), header=header)
    ids = {row.line: row.shift.id for row in among.rows}
    assert ids[mixed.index(first_row) + 2] == alone.rows[0].shift.id
    assert len(set(ids.values())) == len(ids)
