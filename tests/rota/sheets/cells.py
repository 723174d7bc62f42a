"""Sheets for tests, written as their lines, and what is told of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from belfry.kernel.sheets import (
    Column,
    Columns,
    RowReader,
    Sheet,
    SheetProblem,
    match_columns,
    read_sheet,
)
from belfry.rota.sheets.availability_rows import AVAILABILITY_COLUMNS, TIME_OFF_COLUMNS
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS
from belfry.rota.sheets.staff_rows import STAFF_COLUMNS, Roster, StaffList, make_roster, read_staff

TEAM = make_roster(
    ["Ana Ruiz", "Bo Chen", "Bo Diaz", "José Marín"],
    doubtful=["Cy Young"],
    roles=["barista", "head chef"],
    skills=["keys", "first aid"],
)
FILES = {
    STAFF_COLUMNS: "rota/staff.csv",
    SHIFT_COLUMNS: "rota/week-2026-11-16.csv",
    AVAILABILITY_COLUMNS: "rota/availability.csv",
    TIME_OFF_COLUMNS: "rota/time_off.csv",
}


def open_sheet(
    columns: tuple[Column, ...], lines: Iterable[str], header: str | None = None
) -> tuple[Sheet, Columns]:
    head = ",".join(column.name for column in columns) if header is None else header
    sheet = read_sheet("\n".join([head, *lines, ""]).encode(), name=FILES[columns])
    return sheet, match_columns(sheet, columns)


def list_readers(
    columns: tuple[Column, ...], lines: Iterable[str], header: str | None = None
) -> list[RowReader]:
    """One reader for each line; the header is all the columns unless another is given."""
    sheet, places = open_sheet(columns, lines, header)
    return [RowReader(sheet, places, row) for row in sheet.rows]


def read_team(*lines: str, header: str | None = None) -> StaffList:
    return read_staff(list_readers(STAFF_COLUMNS, lines, header))


def list_said(problems: Sequence[SheetProblem]) -> list[str]:
    return [str(problem) for problem in problems]


def know(*names: str) -> Roster:
    """A team without roles and skills."""
    return make_roster(names)
