"""An edited table keeps every byte that was not edited."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from belfry.kernel.sheets import read_sheet
from belfry.kernel.sheets.sheets import GridEdit, apply_grid_edit, render_text

TEXT = 'name;"shoe size"\r\n"Maria";39\r\n\r\nTom;\r\n"two\r\nlines";1'
CELLS = st.text(alphabet='ab;"\n ', max_size=6)


def edit(edit: GridEdit, text: str = TEXT) -> str:
    return render_text(apply_grid_edit(read_sheet(text.encode(), name="t.csv"), edit))


def test_unedited_table_is_as_it_was() -> None:
    cells = {(0, 0): "Maria", (0, 1): "39", (2, 0): "two\nlines", (9, 0): "beyond the end"}
    assert edit(GridEdit(cells, added=(["", " "],))) == TEXT


def test_changed_cell_changes_its_row_alone() -> None:
    assert edit(GridEdit({(1, 1): "40"})) == TEXT.replace("Tom;", "Tom;40")


def test_rows_go_and_come() -> None:
    edited = edit(GridEdit(removed=frozenset({0, 2}), added=(["", ""], ["Ann", "36"])))
    assert edited == 'name;"shoe size"\r\nTom;\r\nAnn;36\r\n'


@given(
    st.lists(st.tuples(CELLS, CELLS), max_size=4), st.dictionaries(st.sampled_from([0, 1]), CELLS)
)
def test_what_was_typed_is_what_the_table_then_says(
    added: list[tuple[str, str]], changed: dict[int, str]
) -> None:
    rows = [row for row in added if "".join(row).strip()]
    edited = edit(GridEdit({(row, 1): text for row, text in changed.items()}, added=tuple(added)))
    sheet = read_sheet(edited.encode(), name="t.csv")
    assert [row.cells for row in sheet.rows[3:]] == rows
    assert {row: sheet.rows[row].cells[1] for row in changed} == changed
