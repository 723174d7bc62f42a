"""Cells written into a workbook, and everything else that stays as it was."""

from __future__ import annotations

from datetime import date
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openpyxl import Workbook, load_workbook
from openpyxl.worksheet.formula import ArrayFormula
from openpyxl.worksheet.table import Table
from tests.adapters.excel.workbooks import (
    Rows,
    calculate,
    make_rich_workbook,
    make_workbook,
    read_parts,
    save,
    write_parts,
)

from belfry.adapters.excel.workbook import ExcelWorkbook
from belfry.kernel.errors import InputError, Permanent
from belfry.kernel.sheets.grids import CellEdit, apply_cell_edits, level_grid

TASKS: Rows = [
    ["name", "repeat", "last_done", "hours"],
    ["Doors", "weekly", date(2026, 11, 2), 1.5],
    ["Lift", "monthly", date(2026, 10, 2), 2],
]
SHEET = "xl/worksheets/sheet1.xml"
# Saved by LibreOffice 7.4.
LIBREOFFICE = Path(__file__).parents[2] / "data" / "libreoffice.xlsx"


def edit(content: bytes, *edits: CellEdit, title: str = "Tasks") -> bytes:
    return ExcelWorkbook(content, name="team.xlsx").write_cells(title, edits)


def open_tab(content: bytes, title: str = "Tasks") -> Any:
    return load_workbook(BytesIO(content))[title]


def test_edit_changes_the_cell_and_no_other_part_of_the_workbook() -> None:
    content = make_rich_workbook(TASKS)
    written = edit(content, CellEdit(2, 1, "weekly"))

    before, after = read_parts(content), read_parts(written)
    assert {name for name in before if before[name] != after[name]} == {SHEET, "xl/workbook.xml"}
    old_cell = b'<c r="B3" t="inlineStr"><is><t>monthly</t></is></c>'
    new_cell = b'<c r="B3" t="inlineStr"><is><t xml:space="preserve">weekly</t></is></c>'
    assert after[SHEET] == before[SHEET].replace(old_cell, new_cell)
    assert b'fullCalcOnLoad="1"' in after["xl/workbook.xml"]
    assert any("chart" in name for name in after)


def test_formats_formulas_comments_and_choices_of_other_cells_stay() -> None:
    tab = open_tab(edit(make_rich_workbook(TASKS), CellEdit(1, 0, "Gates")))

    assert tab["A2"].value == "Gates"
    assert tab["A2"].fill.fgColor.rgb == "00FFFF00"
    assert tab["A2"].comment.text == "Ask Ann"
    assert tab["A1"].font.bold
    assert tab.column_dimensions["A"].width == 31.5
    assert tab.freeze_panes == "A2"
    assert str(tab.data_validations.dataValidation[0].sqref) == "B2:B50"
    figures = tab.parent["Figures"]
    assert figures["B3"].value == "=SUM(B2:B2)"


def test_workbook_of_libreoffice_is_read_and_written_as_one_of_excel() -> None:
    content = LIBREOFFICE.read_bytes()
    assert ExcelWorkbook(content, name="team.xlsx").read_tab("Tasks") == [
        ["name", "repeat", "last_done", "hours", "next look"],
        ["Büro & <Küche>", "weekly", "2026-11-02", "1.5", "2026-11-09"],
        ["Lift", "monthly", "2026-10-02", "2", "2026-11-01"],
    ]
    new_row = [CellEdit(3, 0, "Roof"), CellEdit(3, 2, "2026-11-18"), CellEdit(3, 3, "3.5")]
    written = edit(content, CellEdit(1, 2, "2026-11-18"), CellEdit(2, 0, "Hoist"), *new_row)

    before, after = read_parts(content), read_parts(written)
    assert {name for name in before if before[name] != after[name]} == {SHEET, "xl/workbook.xml"}
    assert after[SHEET].count(b'<f aca="false">C2+7</f><v>46335</v>') == 1
    assert ExcelWorkbook(written, name="team.xlsx").read_tab("Tasks")[1:] == [
        ["Büro & <Küche>", "weekly", "2026-11-18", "1.5", "2026-11-09"],
        ["Hoist", "monthly", "2026-10-02", "2", "2026-11-01"],
        ["Roof", "", "2026-11-18", "3.5"],
    ]
    assert open_tab(written)["C4"].number_format == open_tab(content)["C3"].number_format


def test_date_is_written_as_a_date_where_the_column_has_dates() -> None:
    new_row = [CellEdit(3, 0, "Roof"), CellEdit(3, 2, "2026-11-18"), CellEdit(3, 3, "2.5")]
    tab = open_tab(edit(make_rich_workbook(TASKS), CellEdit(1, 2, "2026-11-17"), *new_row))

    assert tab["C2"].value.date() == date(2026, 11, 17)
    assert tab["C4"].value.date() == date(2026, 11, 18)
    assert tab["C4"].number_format == tab["C3"].number_format
    assert tab["D4"].value == 2.5


@pytest.mark.parametrize(
    "text", ["=1+1", "07700900123", "1e5", "yes, ok", "  spaced  ", "a\nb", "€ <&> \"'", "TRUE"]
)
def test_text_is_written_as_the_text_it_is(text: str) -> None:
    written = edit(make_rich_workbook(TASKS), CellEdit(1, 0, text))
    cell = open_tab(written)["A2"]
    assert (cell.value, cell.data_type) == (text, "s")


def test_cleared_cell_keeps_its_format() -> None:
    cell = open_tab(edit(make_rich_workbook(TASKS), CellEdit(1, 0, "")))["A2"]
    assert cell.value is None
    assert cell.fill.fgColor.rgb == "00FFFF00"


def test_value_over_a_formula_takes_its_place_and_the_order_of_calculation_goes() -> None:
    rows = [["name", "last_done"], ["Doors", "=TODAY()"], ["Lift", "=A1"]]
    parts = read_parts(calculate(make_workbook({"Tasks": rows}), {"TODAY": "46344", "A1": "1"}))
    parts["xl/calcChain.xml"] = b"<calcChain/>"
    kind = b"application/vnd.openxmlformats-officedocument.spreadsheetml.calcChain+xml"
    parts["[Content_Types].xml"] = parts["[Content_Types].xml"].replace(
        b"</Types>",
        b'<Override PartName="/xl/calcChain.xml" ContentType="' + kind + b'"/></Types>',
    )
    base = b"http://schemas.openxmlformats.org/officeDocument/2006/relationships/"
    rels = "xl/_rels/workbook.xml.rels"
    parts[rels] = parts[rels].replace(
        b"</Relationships>",
        b'<Relationship Id="c" Type="' + base + b'calcChain" Target="calcChain.xml"/>'
        b"</Relationships>",
    )
    written = edit(write_parts(parts), CellEdit(1, 1, "2026-11-18"))

    assert open_tab(written)["B2"].value == "2026-11-18"
    assert open_tab(written)["B3"].value == "=A1"
    assert not [name for name, part in read_parts(written).items() if b"calcChain" in part]


def test_formula_shared_with_other_cells_stays_theirs() -> None:
    rows: Rows = [["name", "a"], ["Doors", 1], ["Lift", 2], ["Roof", 3]]
    parts = read_parts(make_workbook({"Tasks": rows}))
    for number, formula in (
        (2, b'<f t="shared" ref="B2:B4" si="0">LEN(A2)</f>'),
        (3, b'<f t="shared" si="0"/>'),
        (4, b'<f t="shared" si="0"/>'),
    ):
        cell = f'<c r="B{number}" t="n">'.encode()
        parts[SHEET] = parts[SHEET].replace(cell, cell + formula)
    tab = open_tab(edit(write_parts(parts), CellEdit(1, 1, "7")))

    assert [tab[f"B{number}"].value for number in (2, 3, 4)] == [7, "=LEN(A3)", "=LEN(A4)"]


def test_result_of_a_formula_over_several_cells_is_not_written_into() -> None:
    book = Workbook()
    book.active.title = "Tasks"
    book.active["A1"] = "name"
    book.active["B2"] = ArrayFormula("B2:B4", "=A2:A4")
    with pytest.raises(Permanent, match="tab Tasks, B3 belongs to a formula over B2:B4"):
        edit(save(book), CellEdit(2, 1, "x"))


def test_protected_tab_is_not_written_into() -> None:
    book = Workbook()
    book.active.title = "Tasks"
    book.active["A1"] = "name"
    book.active.protection.enable()
    with pytest.raises(Permanent, match="the tab Tasks is protected"):
        edit(save(book), CellEdit(1, 0, "Doors"))


def test_header_of_an_excel_table_is_not_renamed() -> None:
    book = Workbook()
    book.active.title = "Tasks"
    for row in (["name", "owner"], ["Doors", "Ann"]):
        book.active.append(row)
    book.active.add_table(Table(displayName="T", ref="A1:B2"))
    content = save(book)
    with pytest.raises(Permanent, match="tab Tasks, B1 is the header of an Excel table"):
        edit(content, CellEdit(0, 1, "who"))
    assert open_tab(edit(content, CellEdit(0, 2, "notes")))["C1"].value == "notes"


@pytest.mark.parametrize("text", ["a\x0bb", "x" * 32_768])
def test_text_that_no_cell_can_hold_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="tab Tasks, A2: a "):
        edit(make_rich_workbook(TASKS), CellEdit(1, 0, text))


def test_new_tab_stands_last_and_looks_like_the_one_it_is_made_after() -> None:
    content = make_rich_workbook(TASKS)
    rows = [["name", "repeat", "last_done"], ["Roof", "", "2026-11-18"], ["Yard", "daily", ""]]
    book = ExcelWorkbook(content, name="team.xlsx")
    tab = open_tab(book.add_tab("week & more", rows, like="Tasks"), "week & more")

    assert tab.parent.sheetnames == ["Tasks", "Figures", "week & more"]
    assert tab["A1"].font.bold
    assert tab.column_dimensions["A"].width == 31.5
    assert tab["C2"].value.date() == date(2026, 11, 18)
    assert tab["A3"].value == "Yard"


def test_parts_with_a_prefix_and_odd_tags_are_written_too() -> None:
    parts = read_parts(make_workbook({"Tasks": [["name"], ["Doors"]]}))
    parts[SHEET] = (
        b'<x:worksheet xmlns:x="http://schemas.openxmlformats.org/spreadsheetml/2006/main">'
        b'<x:sheetData><x:row r="1" spans="1:1"><x:c r="A1" t="inlineStr"><x:is><x:t>name</x:t>'
        b"</x:is></x:c></x:row><x:row r='3' ht='20'/></x:sheetData></x:worksheet>"
    )
    edits = [CellEdit(0, 1, "owner"), CellEdit(1, 0, "Doors"), CellEdit(2, 1, "Ann")]
    written = edit(write_parts(parts), *edits)

    rows = ExcelWorkbook(written, name="t").read_tab("Tasks")
    assert level_grid(rows) == [("name", "owner"), ("Doors", ""), ("", "Ann")]
    assert b"spans" not in read_parts(written)[SHEET]
    assert b"ht='20'" in read_parts(written)[SHEET]


_TEXTS = st.text(st.sampled_from("ab1059.:-+=@'\"<&>€ \n"), max_size=6)
_EDITS = st.dictionaries(st.tuples(st.integers(0, 5), st.integers(0, 5)), _TEXTS, max_size=6)


@settings(max_examples=40, deadline=None)
@given(_EDITS)
def test_any_edits_read_back_as_they_were_written(values: dict[tuple[int, int], str]) -> None:
    content = make_rich_workbook(TASKS)
    edits = [
        CellEdit(row, column, value if value.strip() else "")
        for (row, column), value in values.items()
    ]
    before = ExcelWorkbook(content, name="t").read_tab("Tasks")
    after = ExcelWorkbook(edit(content, *edits), name="t").read_tab("Tasks")
    assert level_grid(after) == level_grid(apply_cell_edits(before, edits))
