"""Weeks' sheets for tests, written as their lines and read."""

from __future__ import annotations

from datetime import date
from zoneinfo import ZoneInfo

from tests.rota.sheets.cells import TEAM, list_readers, list_said
from tests.rota.weeks import LONDON, MONDAY

from belfry.rota.rules.weeks import Shift
from belfry.rota.sheets.shift_rows import SHIFT_COLUMNS, ShiftList, read_shifts

TIMES = "day,start,end"


def read(
    *lines: str,
    header: str | None = None,
    monday: date = MONDAY,
    zone: ZoneInfo = LONDON,
    repeats: bool = False,
) -> ShiftList:
    return read_shifts(
        list_readers(SHIFT_COLUMNS, lines, header),
        monday=monday,
        zone=zone,
        roster=TEAM,
        country="GB",
        repeats=repeats,
    )


def read_one(line: str, *, header: str | None = None) -> Shift:
    sheet = read(line, header=header)
    assert list_said(sheet.problems) == []
    return sheet.rows[0].shift
