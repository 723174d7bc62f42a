"""What the sample shop has written about its rota, counted from the day it is made."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.kernel.sheets import make_sheet, read_sheet, write_sheet
from belfry.rota.rules.weeks import SEVEN_DAYS, find_monday

if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import date

SATURDAY = 5
KNOWN = 5
# Only those who repair bikes work at the bench on Saturdays, and one of them is asking to be off.
OLD_BENCH, NEW_BENCH = "sat-bench,Sat,10:00,16:00,bench,,", "sat-bench,Sat,10:00,16:00,bench,bikes,"
# One whom nobody may take while Ines is away, and one that two people could have as fairly.
MORE = """thu-class,Thu,18:30,21:00,bench,soldering,1,,,
wed-stock,Wed,18:30,20:30,counter,,1,,,
"""
TIME_OFF = """name,start_date,end_date,status,reason
Ines Caro,{thursday},{friday},approved,her sister's wedding
Leo Frost,{saturday},{saturday},pending,a race
"""


@dataclass(frozen=True, slots=True)
class SampleWeeks:
    """The Mondays of the weeks that people know, and of the one whose draft waits."""

    past: tuple[date, ...]
    known: date
    next: date


def choose_weeks(today: date) -> SampleWeeks:
    """At the weekend the shop is a week further, so that a known shift is still to come."""
    this = find_monday(today)
    known = this + SEVEN_DAYS if today.weekday() >= SATURDAY else this
    past = tuple(known - SEVEN_DAYS * ago for ago in range(KNOWN - 1, 0, -1))
    return SampleWeeks(past, known, known + SEVEN_DAYS)


def render_rota(files: Mapping[str, str], today: date) -> dict[str, bytes]:
    """The sheets of the demo, made from those of the example team."""
    weeks = choose_weeks(today)
    days = {
        name: weeks.next + timedelta(days=place)
        for name, place in (("thursday", 3), ("friday", 4), ("saturday", SATURDAY))
    }
    template = files["rota/template.csv"].replace(OLD_BENCH, NEW_BENCH) + MORE
    typed = {
        f"rota/week-{monday}.csv": render_week(template, monday)
        for monday in (*weeks.past, weeks.known)
    }
    return {
        **typed,
        "rota/template.csv": template.encode(),
        "rota/time_off.csv": TIME_OFF.format(**days).encode(),
    }


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
