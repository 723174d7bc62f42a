"""Which shifts the week's sheet asks for, and what is told of its cells."""

from __future__ import annotations

from datetime import UTC, date, datetime, time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.cells import list_readers, list_said
from tests.rota.week_lines import TIMES, read, read_one
from tests.rota.weeks import MONDAY

from belfry.kernel.sheets import SheetError
from belfry.rota.sheets.shift_rows import MARKED_HELD, SHIFT_COLUMNS, ShiftList, ShiftRow
from belfry.rota.shifts import Shift


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
    "cells, told",
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
    cells: str, told: str
) -> None:
    found = read(f"a,Mon,09:00,17:00,,,{cells}")
    assert [row.shift.id for row in found.rows] == ["a"]
    assert list_said(found.problems) == [f"rota/week-2026-11-16.csv, line 2, {told}"]


def test_a_role_and_skills_that_nobody_has_are_told_and_the_shift_stays() -> None:
    found = read("a,Mon,09:00,17:00,Batista,keys; juggling; Frist aid,,,,")
    (row,) = found.rows
    assert row.shift.role == "batista"
    assert row.shift.skills == {"keys", "juggling", "frist aid"}
    line = "rota/week-2026-11-16.csv, line 2"
    role, skills = f"{line}, column E (role)", f"{line}, column F (skills)"
    assert found.notes == (
        (role, "nobody in the staff sheet has the role 'batista'; did you mean barista?"),
        (skills, "nobody in the staff sheet has the skill 'frist aid'; did you mean first aid?"),
        (skills, "nobody in the staff sheet has the skill 'juggling'"),
    )
    assert found.problems == ()


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
    found = read(*lines)
    told = {problem.line for problem in found.problems}
    assert told | {row.line for row in found.rows} == {reader.row.line for reader in readers}
