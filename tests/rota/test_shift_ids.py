"""What shifts are called, with and without an id of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.rota.cells import list_said
from tests.rota.week_lines import TIMES, read


def test_two_rows_with_one_id_are_both_told_and_left_out() -> None:
    header = "shift_id,day,start,end"
    lines = ("A1,Mon,09:00,17:00", "b,Tue,09:00,17:00", "a1,Wed,09:00,17:00")
    found = read(*lines, header=header)
    assert [row.shift.id for row in found.rows] == ["b"]
    remedy = "none of them counts until each shift has an id of its own"
    assert [problem.what for problem in found.problems] == [
        f"'A1' stands in line 4, too: {remedy}",
        f"'a1' stands in line 2, too: {remedy}",
    ]


def test_equal_shifts_without_ids_are_numbered() -> None:
    line = "Mon,09:00,17:00,Head Chef"
    found = read(line, "Mon,09:00,17:00,Barista", line, line, header=f"{TIMES},role")
    assert [row.shift.id for row in found.rows] == [
        "2026-11-16-0900-1700-head-chef",
        "2026-11-16-0900-1700-barista",
        "2026-11-16-0900-1700-head-chef.2",
        "2026-11-16-0900-1700-head-chef.3",
    ]


def test_a_made_id_gives_way_to_one_that_is_typed() -> None:
    header = f"shift_id,{TIMES}"
    found = read(",Mon,09:00,17:00", "2026-11-16-0900-1700,Tue,09:00,17:00", header=header)
    assert [row.shift.id for row in found.rows] == [
        "2026-11-16-0900-1700.2",
        "2026-11-16-0900-1700",
    ]


@pytest.mark.parametrize(
    "id_", ["a" * 81, "a\x07b"], ids=["an id without end", "an id with marks nobody sees"]
)
def test_an_id_that_cannot_be_kept_is_told_and_the_shift_gets_another(id_: str) -> None:
    found = read(f"{id_},Mon,09:00,17:00", header=f"shift_id,{TIMES}")
    assert [row.shift.id for row in found.rows] == ["2026-11-16-0900-1700"]
    assert list_said(found.problems) == [
        "rota/week-2026-11-16.csv, line 2, column A (shift_id):"
        " expected 1 to 80 characters of plain text"
    ]


def test_an_id_that_a_spreadsheet_made_a_number_is_put_right() -> None:
    found = read("12.0,Mon,09:00,17:00", header=f"shift_id,{TIMES}")
    assert [row.shift.id for row in found.rows] == ["12"]
    assert len(found.repairs) == 1


_ROWS = st.tuples(
    st.sampled_from(["Mon", "Tue", "2026-11-18"]),
    st.sampled_from(["09:00,17:00", "22:00,06:00"]),
    st.sampled_from(["", "barista", "bar 2", "bar", "head chef"]),
)


@given(st.lists(_ROWS, min_size=1, max_size=8), st.data())
def test_a_made_id_stays_when_other_rows_come_or_change_places(
    rows: list[tuple[str, ...]], data: st.DataObject
) -> None:
    one = rows[0]
    others = [row for row in rows[1:] if row != one]
    mixed = data.draw(st.permutations([*others, one]))
    header = f"{TIMES},role"
    alone = read(",".join(one), header=header)
    among = read(*(",".join(row) for row in mixed), header=header)
    ids = {row.line: row.shift.id for row in among.rows}
    assert ids[mixed.index(one) + 2] == alone.rows[0].shift.id
    assert len(set(ids.values())) == len(ids)
