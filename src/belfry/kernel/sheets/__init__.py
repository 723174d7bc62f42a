"""What a table says: CSV files read, matched, mended and written back byte for byte."""

from __future__ import annotations

from belfry.kernel.sheets.codings import UTF_8, UTF_8_MARKED
from belfry.kernel.sheets.columns import Column, Columns, match_columns
from belfry.kernel.sheets.comparing import ChangedCell, Comparison, compare_sheets
from belfry.kernel.sheets.dates import read_date
from belfry.kernel.sheets.forms import Form
from belfry.kernel.sheets.making import guard_cell, make_inert, make_sheet, undo_inert
from belfry.kernel.sheets.phones import read_phone
from belfry.kernel.sheets.problems import SheetError, SheetProblem
from belfry.kernel.sheets.reading import read_sheet
from belfry.kernel.sheets.row_reader import RepairNote, RowReader
from belfry.kernel.sheets.sheets import Row, Sheet, add_column, add_row, edit_cells
from belfry.kernel.sheets.taken import Repair, Taken, Unread
from belfry.kernel.sheets.times import read_time
from belfry.kernel.sheets.words import read_email, read_id, read_yes_no
from belfry.kernel.sheets.writing import write_sheet

__all__ = [
    "UTF_8",
    "UTF_8_MARKED",
    "ChangedCell",
    "Column",
    "Columns",
    "Comparison",
    "Form",
    "Repair",
    "RepairNote",
    "Row",
    "RowReader",
    "Sheet",
    "SheetError",
    "SheetProblem",
    "Taken",
    "Unread",
    "add_column",
    "add_row",
    "compare_sheets",
    "edit_cells",
    "guard_cell",
    "make_inert",
    "make_sheet",
    "match_columns",
    "read_date",
    "read_email",
    "read_id",
    "read_phone",
    "read_sheet",
    "read_time",
    "read_yes_no",
    "undo_inert",
    "write_sheet",
]
