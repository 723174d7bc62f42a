"""Whether a table that Belfry makes can be read again, and does nothing in a spreadsheet."""

from __future__ import annotations

import csv
import io

import pytest
from hypothesis import given
from hypothesis import strategies as st

from belfry.kernel.sheets import (
    UTF_8_MARKED,
    Form,
    guard_cell,
    make_inert,
    make_sheet,
    read_sheet,
    write_sheet,
)

CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=12)


def test_sheet_is_written_with_its_header_first() -> None:
    sheet = make_sheet("a.csv", ("name", "notes"), [("Drill", "a, b"), ("Walk", "")])
    assert write_sheet(sheet) == b'name,notes\nDrill,"a, b"\nWalk,\n'


def test_sheet_is_written_in_the_form_that_is_wanted() -> None:
    form = Form(coding=UTF_8_MARKED, delimiter=";", line_end="\r\n")
    content = write_sheet(
        make_sheet("a.csv", ("name", "notes"), [("Caf\u00e9", "a; b")], form=form)
    )
    assert content == '\ufeffname;notes\r\nCaf\u00e9;"a; b"\r\n'.encode()


def test_sheet_without_rows_is_a_header() -> None:
    sheet = make_sheet("a.csv", ("name", "notes"))
    assert (sheet.header, sheet.rows) == (("name", "notes"), ())
    assert read_sheet(write_sheet(sheet), name="a.csv") == sheet


@given(st.lists(st.tuples(CELLS, CELLS, CELLS), max_size=5))
def test_every_cell_is_read_again_as_it_was(rows: list[tuple[str, str, str]]) -> None:
    header = ("name", "area", "notes")
    text = write_sheet(make_sheet("a.csv", header, rows)).decode()
    assert [tuple(row) for row in csv.reader(io.StringIO(text, newline=""))] == [header, *rows]


@pytest.mark.parametrize(
    "cell",
    [
        *("=1+1", "+44 20 7946 0000", "-5", "@SUM(A1)", "=HYPERLINK(1)", "\uff1d1+1"),
        *("  =1+1", "\t=1+1", "\ttab", "\rreturn", "\nline", "\u00a0@x"),
    ],
)
def test_what_a_spreadsheet_would_work_out_gets_an_apostrophe(cell: str) -> None:
    assert make_inert(cell) == f"'{cell}"


@pytest.mark.parametrize("cell", ["", " ", "Fire drill", "a=b", "5 - 3", "'=1", "2026-12-10"])
def test_any_other_cell_stays_as_it_is(cell: str) -> None:
    assert make_inert(cell) == cell


@pytest.mark.parametrize("cell", ["-5", "+44 20 7946 0000", "(020) 7946-0000", "-7,50", "-", ""])
def test_number_and_telephone_number_need_no_guard(cell: str) -> None:
    assert guard_cell(cell) == cell


@pytest.mark.parametrize("cell", ["=5", "-5+cmd", "+A1", "@5", "\t5", "-\n5"])
def test_whatever_else_is_guarded(cell: str) -> None:
    assert guard_cell(cell) == f"'{cell}"


@given(CELLS)
def test_no_cell_begins_a_formula(cell: str) -> None:
    assert make_inert(cell).strip()[:1] not in set("=+-@")
