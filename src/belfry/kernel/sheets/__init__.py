"""What a table says: CSV files read, matched, repaired and written back byte for byte."""

from __future__ import annotations

from belfry.kernel.sheets.cells import read_date as read_date
from belfry.kernel.sheets.cells import read_email as read_email
from belfry.kernel.sheets.cells import read_id as read_id
from belfry.kernel.sheets.cells import read_time as read_time
from belfry.kernel.sheets.cells import read_yes_no as read_yes_no
from belfry.kernel.sheets.columns import ChangedCell as ChangedCell
from belfry.kernel.sheets.columns import Column as Column
from belfry.kernel.sheets.columns import Columns as Columns
from belfry.kernel.sheets.columns import Comparison as Comparison
from belfry.kernel.sheets.columns import Repair as Repair
from belfry.kernel.sheets.columns import RepairNote as RepairNote
from belfry.kernel.sheets.columns import RowReader as RowReader
from belfry.kernel.sheets.columns import SheetError as SheetError
from belfry.kernel.sheets.columns import SheetProblem as SheetProblem
from belfry.kernel.sheets.columns import Taken as Taken
from belfry.kernel.sheets.columns import Unread as Unread
from belfry.kernel.sheets.columns import compare_sheets as compare_sheets
from belfry.kernel.sheets.columns import match_columns as match_columns
from belfry.kernel.sheets.phones import read_phone as read_phone
from belfry.kernel.sheets.sheets import UTF_8 as UTF_8
from belfry.kernel.sheets.sheets import UTF_8_MARKED as UTF_8_MARKED
from belfry.kernel.sheets.sheets import Form as Form
from belfry.kernel.sheets.sheets import Row as Row
from belfry.kernel.sheets.sheets import Sheet as Sheet
from belfry.kernel.sheets.sheets import add_column as add_column
from belfry.kernel.sheets.sheets import add_row as add_row
from belfry.kernel.sheets.sheets import edit_cells as edit_cells
from belfry.kernel.sheets.sheets import guard_cell as guard_cell
from belfry.kernel.sheets.sheets import make_inert as make_inert
from belfry.kernel.sheets.sheets import make_sheet as make_sheet
from belfry.kernel.sheets.sheets import read_sheet as read_sheet
from belfry.kernel.sheets.sheets import undo_inert as undo_inert
from belfry.kernel.sheets.sheets import write_sheet as write_sheet
