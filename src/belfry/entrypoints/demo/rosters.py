"""Who worked when in the weeks that people of the sample shop know, as they had written it down."""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.kernel.sheets import make_sheet, read_sheet, write_sheet

if TYPE_CHECKING:
    from datetime import date

ODD = """
mon-open: Tom Hale, mon-close: Hana Sato, mon-phones: Jamal Reid
mon-bikes: Owen Pike, mon-bench: Ines Caro
tue-open: Priya Nair, tue-close: Tom Hale, tue-phones: Ines Caro
tue-bikes: Leo Frost, tue-bench: Jamal Reid
wed-open: Priya Nair, wed-close: Hana Sato, wed-phones: Owen Pike
wed-bikes: Leo Frost, wed-bench: Ines Caro, wed-stock: Tom Hale
thu-open: Priya Nair, thu-close: Elin Berg, thu-phones: Tom Hale
thu-bikes: Owen Pike, thu-bench: Rosa Marsh, thu-class: Ines Caro
fri-open: Priya Nair, fri-close: Elin Berg, fri-phones: Tom Hale
fri-bikes: Leo Frost, fri-bench: Ines Caro
sat-counter: Priya Nair;Hana Sato, sat-bench: Leo Frost
"""
# What is otherwise in every second week.
EVEN = """
mon-close: Priya Nair, mon-bikes: Leo Frost
tue-close: Hana Sato, tue-bench: Tom Hale
wed-phones: Jamal Reid, wed-bikes: Owen Pike
fri-open: Tom Hale, fri-phones: Ines Caro, fri-bikes: Owen Pike
fri-bench: Leo Frost
"""
DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def render_week(template: str, monday: date) -> bytes:
    """The sheet of one week: the standing pattern, with the names somebody typed."""
    sheet = read_sheet(template.encode(), name="rota/template.csv")
    names = _read(ODD) | ({} if monday.toordinal() // 7 % 2 else _read(EVEN))
    id_at, day_at, who_at = (sheet.header.index(one) for one in ("shift_id", "day", "assigned_to"))
    rows = []
    for row in sheet.rows:
        cells = list(row.cells)
        day = monday + timedelta(days=DAYS.index(cells[day_at]))
        cells[who_at], cells[day_at] = names[cells[id_at]], day.isoformat()
        rows.append(cells)
    return write_sheet(make_sheet(f"rota/week-{monday}.csv", sheet.header, rows))


def _read(text: str) -> dict[str, str]:
    """Shifts and whose they are."""
    pairs = [pair for line in text.splitlines() for pair in line.split(", ") if pair]
    return {shift: names for shift, _, names in (pair.partition(": ") for pair in pairs)}
