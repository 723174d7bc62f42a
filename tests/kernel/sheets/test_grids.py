"""A tab's cells as CSV and back, and the fewest cells to write when they change."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.kernel.sheets.strategies import CELLS, Made, made_sheets

from belfry.kernel.sheets import SheetError, read_sheet
from belfry.kernel.sheets.grids import (
    CellEdit,
    apply_cell_edits,
    level_grid,
    parse_grid,
    plan_cell_edits,
    render_grid,
)

HEADER = ["job_id", "customer", "stage"]
BOARD = [HEADER, ["J-1", "Ann", "received"], ["J-2", "Ben", "ready"], ["J-3", "Cat", "ready"]]
GRIDS = st.lists(st.lists(CELLS, min_size=3, max_size=3), max_size=6).map(
    lambda rows: [HEADER, *rows]
)


def test_grid_is_rendered_as_level_rows_that_keep_their_numbers() -> None:
    rows = [["name", "skills", ""], ["", "", ""], ["Ann", "till; keys"], ["Ben"], ["", ""]]
    assert render_grid(rows) == b'name,skills\n,\nAnn,"till; keys"\nBen,\n'


@pytest.mark.parametrize("rows", [[], [[]], [["", ""], [""]]])
def test_grid_without_a_filled_cell_has_no_bytes(rows: list[list[str]]) -> None:
    assert render_grid(rows) == b""
    assert parse_grid(b"") == []


@given(GRIDS)
def test_grid_comes_back_as_it_was_rendered(rows: list[list[str]]) -> None:
    level = [list(cells) for cells in level_grid(rows)]
    assert parse_grid(render_grid(rows)) == level


@pytest.mark.parametrize("cells", [["name; role", "Ann; chef"], ["a|b;c", "d|e;f", "g|h;i"]])
def test_one_column_that_holds_delimiters_stays_one_column(cells: list[str]) -> None:
    rows = [[cell] for cell in cells]
    assert parse_grid(render_grid(rows)) == rows


@given(made_sheets())
def test_csv_of_any_form_is_read_as_the_same_cells(made: Made) -> None:
    sheet = read_sheet(made.content, name="t.csv")
    filled = [cells for cells in parse_grid(made.content) if "".join(cells).strip()]
    width = len(sheet.header)
    assert [cells[:width] for cells in filled] == [
        list(cells[:width]) for cells in (sheet.header, *(row.cells for row in sheet.rows))
    ]


def test_row_of_a_tab_goes_by_its_number_there() -> None:
    rows = [["", ""], ["name", "notes"], ["Ann", "two\nlines"], ["", ""], ["Ben", "x"]]
    sheet = read_sheet(render_grid(rows), name="people.csv", tab="People of team.xlsx")
    assert [row.line for row in sheet.rows] == [3, 5]
    problem = sheet.find_problem("what", line=5, place=1)
    assert str(problem) == "people.csv, tab People of team.xlsx, B5 (notes): what"
    assert sheet.find_problem("", line=5).place == "people.csv, tab People of team.xlsx, row 5"


def test_workbook_given_as_csv_is_refused() -> None:
    with pytest.raises(SheetError, match=r"board: this is a workbook"):
        parse_grid(b"PK\x03\x04 and more", name="board")


@pytest.mark.parametrize(
    ("after", "edits"),
    [
        pytest.param(BOARD, [], id="nothing for the same rows"),
        pytest.param([HEADER, BOARD[3], BOARD[1], BOARD[2]], [], id="nothing for another order"),
        pytest.param(
            [HEADER, BOARD[1], ["J-2", "Ben", "collected"], BOARD[3]],
            [CellEdit(2, 2, "collected")],
            id="a changed cell where it stands",
        ),
        pytest.param(
            [HEADER, ["J-2", "Ben", "ready"], ["J-3", "Cat", "collected"]],
            [
                CellEdit(1, 0, ""),
                CellEdit(1, 1, ""),
                CellEdit(1, 2, ""),
                CellEdit(3, 2, "collected"),
            ],
            id="a removed row is cleared and none moves up",
        ),
        pytest.param(
            [HEADER, ["J-4", "Dee", ""], *BOARD[1:]],
            [CellEdit(4, 0, "J-4"), CellEdit(4, 1, "Dee")],
            id="an added row goes below the last",
        ),
        pytest.param(
            [HEADER, BOARD[1], ["J-22", "Ben", "ready"], BOARD[3]],
            [CellEdit(2, 0, "J-22")],
            id="a row whose first cell changed stays where it is",
        ),
        pytest.param(
            [[*HEADER, "photo"], [*BOARD[1], ""], [*BOARD[2], "p.jpg"], [*BOARD[3], ""]],
            [CellEdit(0, 3, "photo"), CellEdit(2, 3, "p.jpg")],
            id="an added column is its header and its filled cells",
        ),
        pytest.param(
            [HEADER, BOARD[1], BOARD[2], ["J-4", "Dee", "ready"]],
            [CellEdit(3, 0, "J-4"), CellEdit(3, 1, "Dee")],
            id="a new row may take the place of the last one",
        ),
    ],
)
def test_fewest_cells_are_written(after: list[list[str]], edits: list[CellEdit]) -> None:
    assert plan_cell_edits(BOARD, after) == edits


def test_empty_tab_is_filled_from_its_top() -> None:
    edits = plan_cell_edits([], [["name"], ["Ann"]])
    assert edits == [CellEdit(0, 0, "name"), CellEdit(1, 0, "Ann")]


def test_rows_keep_their_place_below_a_title_and_beside_blank_rows() -> None:
    before = [["", ""], ["name", "role"], ["", ""], ["Ann", "chef"]]
    edits = plan_cell_edits(before, [["name", "role"], ["Ann", "manager"]])
    assert edits == [CellEdit(3, 1, "manager")]


@given(GRIDS, GRIDS)
def test_edited_tab_holds_the_wanted_rows_and_no_other(
    before: list[list[str]], after: list[list[str]]
) -> None:
    edited = apply_cell_edits(before, plan_cell_edits(before, after))
    filled = [cells for cells in level_grid(edited) if any(cells)]
    assert sorted(_trim(filled)) == sorted(_trim([cells for cells in after if any(cells)]))
    assert plan_cell_edits(edited, after) == []


def _trim(rows: list[list[str]] | list[tuple[str, ...]]) -> list[tuple[str, ...]]:
    return [tuple("\x1f".join(cells).rstrip("\x1f").split("\x1f")) for cells in rows]


def test_rows_of_unlike_width_and_cells_with_commas_keep_their_places() -> None:
    rows = [["a", "b", "c"], ["1"], [], ["x, y", "", "z"]]
    assert render_grid(rows) == b'a,b,c\n1,,\n,,\n"x, y",,z\n'
