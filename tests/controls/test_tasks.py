"""What the list of controls says, and what is told of the rows that cannot be believed."""

from __future__ import annotations

import csv
import io
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.tasks.judge_tasks import COLUMNS, LONGEST_CELL, TaskRow, TaskSheet, read_tasks
from belfry.kernel.sheets import RowReader, SheetError, match_columns, read_sheet

NAMES = [column.name for column in COLUMNS]
HEADER = ",".join(NAMES)


def read(*lines: str, header: str = HEADER, country: str = "GB") -> TaskSheet:
    content = "\n".join([header, *lines, ""]).encode()
    sheet = read_sheet(content, name="controls/tasks.csv")
    columns = match_columns(sheet, COLUMNS)
    return read_tasks((RowReader(sheet, columns, row) for row in sheet.rows), country=country)


def write_row(**cells: str) -> str:
    """A row that can be believed, but for these cells."""
    wanted = {"name": "Fire drill", "repeat": "monthly"} | cells
    line = io.StringIO()
    csv.writer(line, lineterminator="").writerow([wanted.get(name, "") for name in NAMES])
    return line.getvalue()


def list_said(sheet: TaskSheet) -> list[str]:
    return [str(problem) for problem in sheet.problems]


def test_a_row_is_read_whole() -> None:
    line = (
        'Fire  drill,Safety,monthly on the 31st,Maria,signed log,2026-11-01,2026-12-31,"-5, 0, 2",'
        "yes,use the back door,Maria"
    )
    assert read(line) == TaskSheet(
        rows=(
            TaskRow(
                key="fire drill",
                name="Fire drill",
                area="Safety",
                repeat=parse_repeat("monthly on the 31st"),
                owner="Maria",
                proof="signed log",
                last_done=date(2026, 11, 1),
                first_due=date(2026, 12, 31),
                override=(-5, 0, 2),
                requires_evidence=True,
                notes="use the back door",
                line=2,
                text=f"{line}\n",
            ),
        ),
        doubtful=frozenset(),
        problems=(),
        repairs=(),
    )


def test_a_name_and_a_repeat_are_enough() -> None:
    tasks = read("Fire drill,weekly", header="name,repeat")
    assert tasks.rows == (
        TaskRow(
            key="fire drill",
            name="Fire drill",
            area="",
            repeat=parse_repeat("weekly"),
            owner="",
            proof="",
            last_done=None,
            first_due=None,
            override=None,
            requires_evidence=False,
            notes="",
            line=2,
            text="Fire drill,weekly\n",
        ),
    )


def test_columns_are_found_by_other_names_and_in_any_order() -> None:
    header = "How often,Responsible,Control,Category,Last completed,Evidence required,colour"
    tasks = read("weekly,Bo,Backup,IT,2026-11-01,no,blue", header=header)
    (row,) = tasks.rows
    assert (row.name, row.area, row.owner, row.last_done) == (
        *("Backup", "IT", "Bo"),
        date(2026, 11, 1),
    )
    assert tasks.problems == ()


@pytest.mark.parametrize("header", ["name,area", "area,repeat", "name,repaet"])
def test_a_list_without_names_or_repeats_is_refused_as_a_whole(header: str) -> None:
    with pytest.raises(SheetError):
        read("a,b", header=header)


@pytest.mark.parametrize(
    "cells, place, what",
    [
        pytest.param(
            {"name": ""},
            "column A (name)",
            "expected the name of a control, and found nothing",
            id="no name",
        ),
        pytest.param(
            {"name": "**"},
            "column A (name)",
            "expected the name of a control, not '**'",
            id="a name without a letter",
        ),
        pytest.param(
            {"name": "x" * 201},
            "column A (name)",
            "expected 1 to 200 characters of plain text",
            id="a name that is too long",
        ),
        pytest.param(
            {"repeat": ""},
            "column C (repeat)",
            "expected a value for repeat, and found nothing",
            id="no repeat",
        ),
    ],
)
def test_a_row_that_cannot_be_believed_names_its_cell(
    cells: dict[str, str], place: str, what: str
) -> None:
    tasks = read(write_row(**cells), "Backup,,weekly,,,,,,,,")
    assert list_said(tasks) == [f"controls/tasks.csv, line 2, {place}: {what}"]
    assert [row.name for row in tasks.rows] == ["Backup"]


@pytest.mark.parametrize("repeat", ["now and then", "every 0 days", "monthly weekly", "31st"])
def test_an_unreadable_repeat_leaves_the_control_as_it_was(repeat: str) -> None:
    tasks = read(write_row(repeat=repeat))
    (problem,) = list_said(tasks)
    assert problem.startswith(f"controls/tasks.csv, line 2, column C (repeat): {repeat!r}: ")
    assert "expected" in problem
    assert (tasks.rows, tasks.doubtful) == ((), frozenset({"fire drill"}))


@pytest.mark.parametrize(
    "column, letter, cell, field, value",
    [
        pytest.param("last_done", "F", "last week", "last_done", None, id="last done"),
        pytest.param("last_done", "F", "2026-02-30", "last_done", None, id="no such day"),
        pytest.param("first_due", "G", "soon", "first_due", None, id="first due"),
        pytest.param("chain_override", "H", "60, 30, 7", "override", None, id="no side"),
        pytest.param("chain_override", "H", "a month before", "override", None, id="a month"),
        pytest.param(
            *("requires_evidence", "I", "mostly", "requires_evidence", True),
            id="evidence, which may well be required",
        ),
    ],
)
def test_an_unreadable_cell_is_named_and_the_row_counts(
    column: str, letter: str, cell: str, field: str, value: object
) -> None:
    tasks = read(write_row(**{column: cell}))
    (row,) = tasks.rows
    (problem,) = list_said(tasks)
    assert problem.startswith(f"controls/tasks.csv, line 2, column {letter} ({column}): ")
    assert (getattr(row, field), row.unread, row.text) == (value, frozenset({column}), "")


def test_several_bad_cells_of_a_row_are_all_told() -> None:
    tasks = read(write_row(last_done="x", first_due="y", chain_override="z"))
    assert [problem.header for problem in tasks.problems] == [
        "last_done",
        "first_due",
        "chain_override",
    ]
    assert tasks.rows[0].unread == {"last_done", "first_due", "chain_override"}


def test_two_controls_with_one_name_are_both_told_and_neither_counts() -> None:
    tasks = read(
        write_row(name="Fire drill"),
        write_row(name="Backup"),
        write_row(name="FIRE-DRILL", repeat="nonsense"),
    )
    expected = "too: none of them counts until each control has a name of its own"
    assert list_said(tasks) == [
        f"controls/tasks.csv, line 2, column A (name): 'Fire drill' stands in line 4, {expected}",
        f"controls/tasks.csv, line 4, column A (name): 'FIRE-DRILL' stands in line 2, {expected}",
    ]
    assert ([row.name for row in tasks.rows], tasks.doubtful) == (
        ["Backup"],
        frozenset({"fire drill"}),
    )


def test_three_with_one_name_are_all_told() -> None:
    tasks = read(*[write_row(name="Backup")] * 3)
    assert [problem.line for problem in tasks.problems] == [2, 3, 4]
    assert "stands in line 2 and 4, too" in str(tasks.problems[1])


@pytest.mark.parametrize(
    "country, day", [("GB", date(2026, 4, 3)), ("US", date(2026, 3, 4))], ids=["GB", "US"]
)
def test_dates_are_read_as_the_country_writes_them_and_said(country: str, day: date) -> None:
    tasks = read(write_row(last_done="03/04/2026"), country=country)
    assert tasks.rows[0].last_done == day
    assert [note.place for note in tasks.repairs] == [
        "controls/tasks.csv, line 2, column F (last_done)"
    ]


def test_long_cells_are_cut() -> None:
    (row,) = read(write_row(area="a" * 999, owner="b" * 999, proof="c" * 999)).rows
    assert {len(row.area), len(row.owner), len(row.proof)} == {LONGEST_CELL}


CELLS = st.text(st.characters(codec="utf-8", exclude_characters="\r\n\0"), max_size=12)
LIKELY = st.sampled_from(["", "Fire drill", "weekly", "yes", "2026-11-01", "-5, 0", "60", "last"])


@settings(max_examples=300, derandomize=True, deadline=None)
@given(st.lists(st.fixed_dictionaries(dict.fromkeys(NAMES, LIKELY | CELLS)), max_size=4))
def test_any_row_counts_or_is_told(rows: list[dict[str, str]]) -> None:
    # A row with nothing but blanks in it is no row.
    lines = [write_row(**row) for row in rows if "".join(row.values()).strip()]
    tasks = read(write_row(name="Zebra"), *lines)
    assert len(tasks.rows) + len({problem.line for problem in tasks.problems}) >= len(lines)
    assert tasks.doubtful.isdisjoint(row.key for row in tasks.rows)
    assert len({row.key for row in tasks.rows}) == len(tasks.rows)
