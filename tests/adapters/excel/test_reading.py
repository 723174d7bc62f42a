"""What is read from a workbook, and which files are refused before they are unpacked."""

from __future__ import annotations

import re
from datetime import date, datetime, time, timedelta
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from openpyxl import Workbook
from tests.adapters.excel.workbooks import (
    calculate,
    make_workbook,
    read_parts,
    save,
    write_parts,
)

from belfry.adapters.excel.packages import MOST_PARTS, MOST_UNPACKED
from belfry.adapters.excel.workbook import MOST_ROWS, Book
from belfry.kernel.errors import InputError
from belfry.kernel.sheets.columns import UNCALCULATED


def read(content: bytes, title: str = "board") -> list[list[str]]:
    return Book(content, name="team.xlsx").read_tab(title)


@pytest.mark.parametrize(
    ("value", "text"),
    [
        ("J-1", "J-1"),
        (5, "5"),
        (37.5, "37.5"),
        (2042.0, "2042"),
        (0.1 + 0.2, "0.3"),
        (447700900123, "447700900123"),
        (True, "TRUE"),
        (date(2026, 11, 16), "2026-11-16"),
        (datetime(2026, 11, 16, 14, 30), "2026-11-16 14:30"),  # noqa: DTZ001
        (time(9, 5), "09:05"),
        (time(22), "22:00"),
        (timedelta(hours=26, minutes=30), "26:30"),
        ("two\nlines", "two\nlines"),
        ("#REF!", "#REF!"),
        ("   ", ""),
    ],
)
def test_value_reads_as_a_person_would_type_it(value: object, text: str) -> None:
    assert read(make_workbook({"board": [["x", "y"], [value, "."]]}))[1] == [text, "."]


def test_number_shown_with_zeros_before_it_keeps_them() -> None:
    book = Workbook()
    book.active.title = "board"
    book.active["A1"] = 7700900123
    book.active["A1"].number_format = "00000000000"
    assert read(save(book)) == [["07700900123"]]


def test_formula_gives_its_last_value_and_one_without_is_marked() -> None:
    rows = [["job_id", "stage"], ["J-1", "=A2&B9"], ["J-2", "=A3&C9"]]
    content = calculate(make_workbook({"board": rows}), {"B9": "7"})
    assert read(content) == [["job_id", "stage"], ["J-1", "7"], ["J-2", UNCALCULATED]]


def test_row_keeps_its_number_beside_blank_rows() -> None:
    content = make_workbook({"board": [[], [None, "b"], [], ["c"]]})
    assert read(content) == [[], ["", "b"], [], ["c"]]


def test_size_that_a_tab_claims_is_not_believed() -> None:
    parts = read_parts(make_workbook({"board": [["a"], ["b"]]}))
    part = "xl/worksheets/sheet1.xml"
    parts[part] = re.sub(rb'ref="[^"]*"', b'ref="A1:XFD1048576"', parts[part])
    assert read(write_parts(parts)) == [["a"], ["b"]]


def test_cell_far_below_is_refused() -> None:
    book = Workbook()
    book.active.title = "board"
    book.active.cell(MOST_ROWS + 1, 1, "far")
    with pytest.raises(InputError, match="tab board of team.xlsx is too large"):
        read(save(book))


def make_zip(sizes: dict[str, int]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, size in sizes.items():
            archive.writestr(name, bytes(size))
    return buffer.getvalue()


def claim_size(content: bytes, size: int) -> bytes:
    """The zip with another unpacked size in its directory."""
    place = content.rindex(b"PK\x01\x02") + 24
    return content[:place] + size.to_bytes(4, "little") + content[place + 4 :]


ENCRYPTED = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        pytest.param(b"name,role\n", "no Excel workbook", id="a CSV"),
        pytest.param(b"", "no Excel workbook", id="nothing"),
        pytest.param(ENCRYPTED, "protected by a password", id="a password"),
        pytest.param(ENCRYPTED[:8] + bytes(99), "an old workbook", id="an old workbook"),
        pytest.param(b"PK\x03\x04 cut off", "damaged or no workbook", id="half a file"),
        pytest.param(make_zip({"a": 9}), "damaged or no workbook", id="another zip"),
        pytest.param(make_zip({"a": 9_000_000}), "would unpack to 9,000,000 bytes", id="a bomb"),
        pytest.param(
            claim_size(make_zip({"a": 9}), MOST_UNPACKED + 1), "would unpack to", id="a huge part"
        ),
        pytest.param(
            make_zip({f"p{number}": 0 for number in range(MOST_PARTS + 1)}),
            "5,001 parts; at most 5,000",
            id="many parts",
        ),
    ],
)
def test_file_that_is_no_workbook_is_refused_with_a_reason(content: bytes, problem: str) -> None:
    with pytest.raises(InputError, match=rf"^team\.xlsx .*{problem}"):
        Book(content, name="team.xlsx")


@pytest.mark.parametrize("part", ["xl/worksheets/sheet1.xml", "xl/workbook.xml", "xl/styles.xml"])
@pytest.mark.parametrize("damage", [b"", b"<x", b"<!DOCTYPE x [<!ENTITY a 'aa'>]><x>&a;</x>"])
def test_damaged_part_is_an_input_error(part: str, damage: bytes) -> None:
    parts = read_parts(make_workbook({"board": [["a"]]}))
    with pytest.raises(InputError, match=r"team\.xlsx"):
        read(write_parts({**parts, part: damage}))
