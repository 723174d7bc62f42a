"""Writing a sheet changes nothing but the edited cells."""

from __future__ import annotations

import codecs

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.kernel.sheets.strategies import CELLS, Made, made_sheets

from belfry.kernel.sheets import (
    Sheet,
    SheetError,
    add_column,
    add_row,
    edit_cells,
    read_sheet,
    write_sheet,
)


def read(content: bytes) -> Sheet:
    return read_sheet(content, name="people.csv")


def cells_of(sheet: Sheet) -> list[tuple[str, ...]]:
    return [row.cells for row in sheet.rows]


@settings(derandomize=True, deadline=None)
@given(made_sheets())
def test_read_sheet_has_the_cells_that_were_written_and_writes_back_the_same_bytes(
    sample: Made,
) -> None:
    sheet = read(sample.content)

    assert cells_of(sheet) == sample.rows
    assert write_sheet(sheet) == sample.content


@settings(derandomize=True, deadline=None)
@given(made_sheets().filter(lambda sample: sample.rows), CELLS, st.data())
def test_edited_cell_changes_its_own_bytes_alone(
    sample: Made, value: str, data: st.DataObject
) -> None:
    sheet = read(sample.content)
    row = data.draw(st.integers(0, len(sheet.rows) - 1))
    column = data.draw(st.integers(0, len(sheet.header) - 1))
    edited = edit_cells(sheet, {(row, column): value})
    text = edited.rows[row].text

    again = read(write_sheet(edited))

    expected = [list(cells) for cells in sample.rows]
    expected[row][column] = value
    assert cells_of(again) == [tuple(c) for c in expected if "".join(c).strip()]
    unchanged = [other.text for place, other in enumerate(edited.rows) if place != row]
    assert unchanged == [other.text for place, other in enumerate(sheet.rows) if place != row]
    assert edit_cells(edited, {(row, column): sample.rows[row][column]}).rows[row].cells == (
        sheet.rows[row].cells
    )
    assert len(text) - len(sheet.rows[row].text) <= 2 * len(value) + 2


@pytest.mark.parametrize(
    "before, after",
    [
        pytest.param(
            b'\xef\xbb\xbf"name";"done";x\r\n"Ann" ;"no";  7\r\n\r\nBob;no;"8"\r\n',
            b'\xef\xbb\xbf"name";"done";x\r\n"Ann" ;"yes";  7\r\n\r\nBob;no;"8"\r\n',
            id="quotes stay where there were quotes",
        ),
        pytest.param(
            b"name,done\nAnn,no\nBob,no",
            b"name,done\nAnn,yes\nBob,no",
            id="a last line without an end stays so",
        ),
        pytest.param(
            b"name,done\r\nAnn,no\nBob,no\r",
            b"name,done\r\nAnn,yes\nBob,no\r",
            id="line ends stay mixed",
        ),
        pytest.param(
            b"name,x,y,done\nAnn\nBob,,,no\n",
            b"name,x,y,done\nAnn,,,yes\nBob,,,no\n",
            id="a short row grows as far as it must",
        ),
        pytest.param(
            codecs.BOM_UTF16_BE + "name\tdone\nÄnn\tno\n".encode("utf-16-be"),
            codecs.BOM_UTF16_BE + "name\tdone\nÄnn\tyes\n".encode("utf-16-be"),
            id="UTF-16 stays UTF-16",
        ),
        pytest.param(
            b'name, "done"\nAnn,   "a ""b"", c"\n',
            b'name, "done"\nAnn,"yes"\n',
            id="quotes after spaces are seen",
        ),
    ],
)
def test_file_keeps_its_manners(before: bytes, after: bytes) -> None:
    sheet = read(before)
    column = [header.strip() for header in sheet.header].index("done")

    assert write_sheet(edit_cells(sheet, {(0, column): "yes"})) == after


def test_value_that_needs_quotes_gets_them() -> None:
    sheet = read(b"name,note\nAnn,x\n")

    assert write_sheet(edit_cells(sheet, {(0, 1): 'a,"b"\nc'})) == (
        b'name,note\nAnn,"a,""b""\nc"\n'
    )


def test_added_column_stands_last_and_leaves_rows_alone_until_they_are_written() -> None:
    sheet = add_column(read(b"name,area\r\nAnn,x\r\nBob\r\n"), "last_done")

    assert write_sheet(edit_cells(sheet, {(1, 2): "2026-11-17"})) == (
        b"name,area,last_done\r\nAnn,x\r\nBob,,2026-11-17\r\n"
    )


@pytest.mark.parametrize(
    "before, after, line",
    [
        pytest.param(b"name,n\r\nAnn,1\r\n", b"name,n\r\nAnn,1\r\nBob,2\r\n", 3, id="plain"),
        pytest.param(b"name,n\nAnn,1", b"name,n\nAnn,1\nBob,2\n", 3, id="no last line end"),
        pytest.param(b"name,n", b"name,n\nBob,2\n", 2, id="only a header"),
        pytest.param(
            b'"name","n"\n"Ann","a\nb"\n', b'"name","n"\n"Ann","a\nb"\n"Bob","2"\n', 4, id="quoted"
        ),
    ],
)
def test_added_row_is_written_as_those_before_it(before: bytes, after: bytes, line: int) -> None:
    sheet = add_row(read(before), ["Bob", "2"])

    assert write_sheet(sheet) == after
    assert sheet.rows[-1].line == line
    assert read(after).rows == sheet.rows


def test_letter_the_file_cannot_hold_is_refused_with_its_line() -> None:
    sheet = read("name,town\nZoë,x\n".encode("cp1252"))

    with pytest.raises(SheetError, match=r"people.csv, line 2: 'Ł' cannot be written in Windows"):
        write_sheet(edit_cells(sheet, {(0, 1): "Łódź"}))


def test_nul_in_a_value_is_refused_with_its_cell() -> None:
    with pytest.raises(SheetError, match=r"line 2, column A \(name\): a cell cannot hold a NUL"):
        edit_cells(read(b"name\nAnn\n"), {(0, 0): "a\x00"})
