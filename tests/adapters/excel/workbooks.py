"""Workbooks as a team would keep them: with formats, formulas and a chart beside the tables."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any
from zipfile import ZIP_DEFLATED, ZipFile

from openpyxl import Workbook
from openpyxl.chart import BarChart, Reference
from openpyxl.comments import Comment
from openpyxl.styles import Font, PatternFill
from openpyxl.worksheet.datavalidation import DataValidation

Rows = Sequence[Sequence[object]]


def make_workbook(tabs: Mapping[str, Rows]) -> bytes:
    """Plain tabs with these values."""
    book = Workbook()
    book.remove(book.active)
    for title, rows in tabs.items():
        tab = book.create_sheet(title)
        for row, values in enumerate(rows, 1):
            for column, value in enumerate(values, 1):
                if value is not None:
                    tab.cell(row, column, value)
    return save(book)


def make_rich_workbook(rows: Rows, *, title: str = "Tasks") -> bytes:
    """A tab with formats, widths, a list to choose from, a comment and a formula with its value;
    another tab with a chart and sums.
    """
    book = Workbook()
    tab = book.active
    tab.title = title
    for values in rows:
        tab.append(list(values))
    for cell in tab[1]:
        cell.font = Font(bold=True)
    tab["A2"].fill = PatternFill("solid", fgColor="FFFF00")
    tab["A2"].comment = Comment("Ask Ann", "Ben")
    tab.column_dimensions["A"].width = 31.5
    tab.freeze_panes = "A2"
    choice = DataValidation(type="list", formula1='"weekly,monthly"')
    choice.add("B2:B50")
    tab.add_data_validation(choice)
    other = book.create_sheet("Figures")
    other.append(["area", "count"])
    other.append(["kitchen", 3])
    other["B3"] = "=SUM(B2:B2)"
    chart = BarChart()
    chart.add_data(Reference(other, min_col=2, min_row=1, max_row=2), titles_from_data=True)
    other.add_chart(chart, "D2")
    return calculate(save(book), {"B2:B2": "3"})


def save(book: Any) -> bytes:
    buffer = BytesIO()
    book.save(buffer)
    return buffer.getvalue()


def calculate(content: bytes, values: Mapping[str, str]) -> bytes:
    """Put values beside the formulas that hold these texts, as Excel does when it saves."""
    parts = read_parts(content)
    for name, part in parts.items():
        for text, value in values.items():
            pattern = rb"(<f[^>]*>[^<]*" + re.escape(text.encode()) + rb"[^<]*</f>)<v\s*/>"
            part = re.sub(pattern, rb"\1<v>" + value.encode() + b"</v>", part)
        parts[name] = part
    return write_parts(parts)


def read_parts(content: bytes) -> dict[str, bytes]:
    with ZipFile(BytesIO(content)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def write_parts(parts: Mapping[str, bytes]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name, part)
    return buffer.getvalue()
