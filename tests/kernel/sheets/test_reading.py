"""What read_sheet makes of the files that spreadsheets, editors and accidents leave behind."""

from __future__ import annotations

import codecs

import pytest

from belfry.kernel.sheets import SheetError, read_sheet


def cells_of(content: bytes) -> list[tuple[str, ...]]:
    return [row.cells for row in read_sheet(content, name="board.csv").rows]


def refusal_of(content: bytes) -> str:
    with pytest.raises(SheetError) as refused:
        read_sheet(content, name="board.csv")
    return str(refused.value)


@pytest.mark.parametrize(
    "content",
    [
        pytest.param("name,town\nZoë,Köln\n".encode(), id="UTF-8"),
        pytest.param("name,town\nZoë,Köln\n".encode("utf-8-sig"), id="UTF-8 with a mark"),
        pytest.param(
            codecs.BOM_UTF16_LE + "name,town\nZoë,Köln\n".encode("utf-16-le"),
            id="UTF-16, little end first",
        ),
        pytest.param(
            codecs.BOM_UTF16_BE + "name,town\nZoë,Köln\n".encode("utf-16-be"),
            id="UTF-16, big end first",
        ),
        pytest.param("name,town\nZoë,Köln\n".encode("cp1252"), id="Windows-1252"),
        pytest.param("name,town\nZoë,Köln".encode("cp1252"), id="Windows-1252 without a line end"),
        pytest.param("name;town\r\nZoë;Köln\r\n".encode(), id="semicolons and CRLF"),
        pytest.param("name\ttown\rZoë\tKöln\r".encode(), id="tabs and CR alone"),
        pytest.param("name|town\nZoë|Köln".encode(), id="bars and no last line end"),
        pytest.param('"name","town"\n"Zoë","Köln"\n'.encode(), id="everything in quotes"),
        pytest.param('name, "town"\nZoë, "Köln"\n'.encode(), id="a space before the quotes"),
        pytest.param("sep=;\r\nname;town\r\nZoë;Köln\r\n".encode(), id="a line that names ;"),
        pytest.param("\n\n,,\nname,town\n\nZoë,Köln\n , \n\n".encode(), id="blank lines"),
    ],
)
def test_sheet_is_read_the_same_whatever_wrote_it(content: bytes) -> None:
    sheet = read_sheet(content, name="people.csv")

    assert sheet.header[:2] == ("name", "town")
    assert [row.cells[:2] for row in sheet.rows] == [("Zoë", "Köln")]
    assert sheet.problems == ()


@pytest.mark.parametrize(
    "content, expected",
    [
        pytest.param(b"name;rate\nBob;7,5\nAnn;8,0\n", ("Bob", "7,5"), id="commas in numbers"),
        pytest.param(
            b"name;skills, tools;h\nBob;saw, axe;7\n", ("Bob", "saw, axe", "7"), id="in a header"
        ),
        pytest.param(
            b"name,skills\nBob,a;b;c\nAnn,d;e;f\n", ("Bob", "a;b;c"), id="lists of skills"
        ),
        pytest.param(
            b'name,note\n"Smith; Bob","a;b"\n', ("Smith; Bob", "a;b"), id="all within quotes"
        ),
        pytest.param(b"name\nSmith, Bob\n", ("Smith, Bob",), id="one column alone"),
        pytest.param(b"a,b,c\nBob\nAnn,1\n", ("Bob", "", ""), id="rows that are all too short"),
        pytest.param(b"a;b\tc;d\nBob;1;2\n", ("Bob", "1", "2"), id="a tab in the header"),
        pytest.param(
            b'name,"""a;b;"\nBob,1\nAnn,2\n', ("Bob", "1"), id="a quote that only a wrong one opens"
        ),
    ],
)
def test_delimiter_is_the_one_that_fits_header_and_rows(
    content: bytes, expected: tuple[str, ...]
) -> None:
    assert cells_of(content)[0] == expected


def test_rows_know_their_lines_past_quoted_line_ends_and_blank_lines() -> None:
    content = b'name,note\r\nAnn,"one\r\ntwo\r\nthree"\r\n\r\nBob,x\r\n'

    rows = read_sheet(content, name="people.csv").rows

    assert [(row.line, row.cells) for row in rows] == [
        (2, ("Ann", "one\r\ntwo\r\nthree")),
        (6, ("Bob", "x")),
    ]


def test_line_ends_only_python_knows_end_no_row() -> None:
    content = "name,note\nAnn,one\u2028two\x0bthree\x85four\nBob,x\n".encode()

    assert cells_of(content) == [("Ann", "one\u2028two\x0bthree\x85four"), ("Bob", "x")]


def test_short_rows_are_filled_up_and_long_ones_kept_and_reported() -> None:
    sheet = read_sheet(b"name,town\nAnn\nBob,Ulm,\nCy,Bonn,,Smith\n", name="people.csv")

    assert [row.cells for row in sheet.rows] == [
        ("Ann", ""),
        ("Bob", "Ulm", ""),
        ("Cy", "Bonn", "", "Smith"),
    ]
    assert [str(problem) for problem in sheet.problems] == [
        "people.csv, line 4, column D: there is no header over this cell; "
        "a cell that holds a comma must stand in quotes"
    ]


def test_header_alone_is_a_sheet_without_rows() -> None:
    assert cells_of(b"name,town") == []


@pytest.mark.parametrize(
    "content, message",
    [
        pytest.param(b"", "board.csv: the file is empty: expected a line of headers", id="empty"),
        pytest.param(
            b"\xef\xbb\xbf\r\n,,\r\n",
            "board.csv: the file is empty: expected a line of headers",
            id="only blank lines",
        ),
        pytest.param(
            b'job,note\n1,fine\n2,"half a',
            "board.csv, line 3, column B (note): a quote is opened here and never closed: "
            "was the file saved whole?",
            id="broken off within a quoted cell",
        ),
        pytest.param(
            b'job,note\n1,"never\n2,closed\n',
            "board.csv, line 2, column B (note): a quote is opened here and never closed: "
            "was the file saved whole?",
            id="a quote too many in the middle",
        ),
        pytest.param(
            b'job,"no',
            "board.csv, line 1, column B: a quote is opened here and never closed: "
            "was the file saved whole?",
            id="broken off within the header",
        ),
        pytest.param(
            b"job,note\n1,a\x00b\n",
            "board.csv, line 2: there is a NUL byte here: this is no CSV text, "
            "or its coding is not marked",
            id="a NUL byte",
        ),
        pytest.param(
            "job,note\n1,x\n".encode("utf-16-le"),
            "board.csv, line 1: there is a NUL byte here: this is no CSV text, "
            "or its coding is not marked",
            id="UTF-16 without its mark",
        ),
        pytest.param(
            "job,note\n1,Köln ä".encode()[:-1],
            "board.csv, line 2: the file breaks off within a letter: was it saved whole?",
            id="UTF-8 broken off within a letter",
        ),
        pytest.param(
            "job\n1\n".encode("utf-16")[:-1],
            "board.csv, line 2: the file breaks off within a letter: was it saved whole?",
            id="UTF-16 broken off within a letter",
        ),
        pytest.param(
            b"job,note\n1,\x81\n",
            "board.csv, line 2: there are bytes here that mean no letter in Windows-1252: "
            "save it as UTF-8",
            id="bytes of no known coding",
        ),
        pytest.param(
            b"PK\x03\x04rest of a zip",
            "board.csv: this is a workbook (XLSX) and no CSV: "
            "save it as CSV, or give it its own ending",
            id="a workbook",
        ),
    ],
)
def test_unreadable_file_is_refused_with_its_place(content: bytes, message: str) -> None:
    assert refusal_of(content) == message


def test_cell_that_never_seems_to_end_is_refused_where_it_begins() -> None:
    content = b'job,note\n1,ok\n2,"' + b"x" * 200_000 + b'"\n'

    assert refusal_of(content).startswith("board.csv, line 3: a cell begins here that is too long")
