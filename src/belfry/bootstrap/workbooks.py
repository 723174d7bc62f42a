"""Which tables may be tabs of a workbook, and the folder that looks for them there."""

from __future__ import annotations

import re
from functools import partial
from importlib.util import find_spec
from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from belfry.adapters.files.folder import FileFolder, WorkbookOrFiles
from belfry.adapters.system.clock import NoCrashPoints
from belfry.controls.tasks.sync_tasks import TASKS
from belfry.jobs.board.poll_board import BOARD
from belfry.kernel.errors import InputError
from belfry.kernel.sheets.columns import plain_header
from belfry.ports.files import WORKBOOK as WORKBOOK
from belfry.rota.sheets.read_rota_sheets import AVAILABILITY, STAFF, TEMPLATE, TIME_OFF, find_week
from belfry.workspace.people import PEOPLE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from pathlib import Path

    from belfry.adapters.excel.folder import EditableWorkbook, ExcelFolder
    from belfry.ports.files import Folder
    from belfry.ports.store import CrashPoints
    from belfry.settings import Settings

TABLES = tuple(
    kind.name for kind in (PEOPLE, BOARD, TASKS, STAFF, AVAILABILITY, TIME_OFF, TEMPLATE)
)
_BY_TITLE = {plain_header(PurePosixPath(name).stem): name for name in TABLES}
_WEEK = re.compile(r"week(?:of)?(\d{4})(\d{2})(\d{2})", re.ASCII)


def find_table(title: str) -> str | None:
    """The table that a tab's title stands for: `Time off` for rota/time_off.csv; None if none."""
    plain = plain_header(title)
    if week := _WEEK.fullmatch(plain):
        name = f"rota/week-{week[1]}-{week[2]}-{week[3]}.csv"
        return name if find_week(name) else None
    return _BY_TITLE.get(plain)


def open_workbook(content: bytes, name: str) -> EditableWorkbook:
    """InputError for what is no workbook, or if workbooks cannot be read here."""
    if find_spec("openpyxl") is None:
        raise InputError(f"{name} needs an extra of Belfry to be read: install belfry[excel]")
    from belfry.adapters.excel.workbook import ExcelWorkbook

    return ExcelWorkbook(content, name=name)


def open_team_folder(top: Path, crash_points: CrashPoints) -> Folder:
    """The team's folder, with the tables that are tabs of its workbook."""
    return WorkbookOrFiles(top, FileFolder(top, crash_points), partial(open_excel_folder, top))


def open_excel_folder(top: Path, files: Folder) -> ExcelFolder:
    from belfry.adapters.excel.folder import ExcelFolder

    return ExcelFolder(files, top, TABLES, find_table, open_workbook)


def list_tabs(settings: Settings) -> Mapping[str, str]:
    """The tab of each table that is in the workbook; InputError if it cannot be read."""
    if settings.home == "aws":
        return {}
    files = FileFolder(settings.folder, NoCrashPoints())
    return open_excel_folder(settings.folder, files).list_tabs()


def find_other_workbooks(settings: Settings) -> Sequence[str]:
    """Files that look like the team's workbook, and are not read."""
    stem = PurePosixPath(WORKBOOK).stem
    names = [f"{stem}{ending}" for ending in (".xls", ".xlsm", ".xlsb", ".ods")]
    return [name for name in names if (settings.folder / name).is_file()]
