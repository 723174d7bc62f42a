"""A year of controls on one sheet: what was done, late or missed, and what is still to come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from datetime import date
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple
from urllib.parse import quote_plus

from fastapi import APIRouter, Response

from belfry.controls.repeats.repeats import render_days
from belfry.controls.reports.monthly_summary import Fate
from belfry.controls.reports.show_year import DueDay, YearRow, YearShown
from belfry.entrypoints.web.pages.addresses import parse_number
from belfry.entrypoints.web.pages.controls.control_list import LONGEST_SEARCH, find_surroundings
from belfry.entrypoints.web.pages.routes import PageRoute
from belfry.entrypoints.web.pages.visits import Looker
from belfry.entrypoints.web.times import render_day
from belfry.kernel.hours.weekdays import MONTH_NAMES

router = APIRouter(route_class=PageRoute)

PER_PAGE = 40
BACK, AHEAD = 3, 2
# A month with more due dates than this is told in figures.
MOST_MARKS = 6


class Sign(NamedTuple):
    """How a due date is marked: readable on paper, and without colour."""

    sign: str
    tone: str
    word: str


SIGNS: dict[Fate | None, Sign] = {
    Fate.ON_TIME: Sign("✓", "good", "done on time"),
    Fate.LATE: Sign("L", "warn", "done late"),
    Fate.OPEN: Sign("!", "bad", "overdue"),
    Fate.MISSED: Sign("✗", "bad", "missed"),
    Fate.SKIPPED: Sign("–", "idle", "skipped"),
    None: Sign("○", "plan", "to come"),
}


class Mark(NamedTuple):
    """One mark of a month: what is printed, its sign with its tone, and what is read out."""

    text: str
    sign: str
    tone: str
    spoken: str


class Cell(NamedTuple):
    """A control's marks of one month, in the column of that month."""

    label: str
    look: str
    marks: Sequence[Mark] = ()


@router.get("/controls/year")
def show_year(visit: Looker) -> Response:
    asked = visit.request.query_params
    this_year = visit.services.controls.list_controls.find_today().year
    years = range(this_year - BACK, this_year + AHEAD + 1)
    year = _read_number(asked.get("of", ""), years, this_year)
    area = asked.get("area", "").replace("\0", "")[:LONGEST_SEARCH]
    page = _read_number(asked.get("page", ""), range(1, 10_000), 1)
    month = _read_number(asked.get("month", ""), range(1, 13), 0)
    shown = visit.services.controls.show_year(year, area=area, page=page, per_page=PER_PAGE)
    return visit.show(
        "controls_year.html",
        **find_surroundings(visit),
        shown=shown,
        area=area,
        month=month,
        days=list_days(shown, month) if month else [],
        sheet=[] if month else group_rows(shown),
        here=make_addresses(year, month, area),
        years=years,
        months=MONTH_NAMES,
        signs=SIGNS,
    )


def make_addresses(year: int, month: int, area: str) -> Callable[..., str]:
    """Tells where the sheet is with another year, month, page or area."""

    def here(of: int = year, at: int = month, page: int = 1, which: str = area) -> str:
        return f"/controls/year?of={of}&month={at}&area={quote_plus(which)}&page={page}"

    return here


def group_rows(shown: YearShown) -> list[tuple[str, list[tuple[YearRow, list[Cell]]]]]:
    """The rows of the sheet by area, each with a cell for every month."""
    this = shown.today.month if shown.year == shown.today.year else 0
    looks = [" now" if number == this else "" for number in range(1, 13)]
    empty = [Cell(name[:3], f"none{now}") for name, now in zip(MONTH_NAMES, looks, strict=True)]

    def fill(row: YearRow) -> list[Cell]:
        cells = empty.copy()
        for number, days in groupby(row.days, lambda day: day.on.month - 1):
            marks = mark_month(list(days), shown.holidays)
            cells[number] = Cell(empty[number].label, looks[number], marks)
        return cells

    areas = groupby(shown.rows, lambda row: row.control.area)
    return [(area, [(row, fill(row)) for row in rows]) for area, rows in areas]


def mark_month(days: Sequence[DueDay], holidays: dict[date, str]) -> list[Mark]:
    """Each due date by its day, or of very many how many went how."""
    if len(days) <= MOST_MARKS:
        return [mark_day(day, holidays.get(day.on)) for day in days]
    counts = Counter(day.fate for day in days)
    return [
        Mark(f"{counts[fate]}×", sign.sign, sign.tone, f"{counts[fate]} times {sign.word}")
        for fate, sign in SIGNS.items()
        if counts[fate]
    ]


@lru_cache(maxsize=4096)
def mark_day(day: DueDay, holiday: str | None) -> Mark:
    """Read out as Thu 19 Nov 2026: done late, by 3 days; `holiday` is what that day is called."""
    sign, tone, word = SIGNS[day.fate]
    text, spoken = str(day.on.day), f"{render_day(day.on)}: {word}"
    if day.days:
        spoken += f", by {render_days(day.days)}"
    if not day.is_single:
        spoken += ", and others after it"
    if holiday:
        text += "h"
        spoken += f"; a holiday ({holiday}), so reminders wait for the next working day"
    return Mark(text, sign, tone, spoken)


def list_days(shown: YearShown, month: int) -> list[tuple[date, list[tuple[object, DueDay]]]]:
    """One month by day: which controls are due on each, in the order of the sheet."""
    days: dict[date, list[tuple[object, DueDay]]] = {}
    for row in shown.rows:
        for day in row.days:
            if day.on.month == month:
                days.setdefault(day.on, []).append((row, day))
    return sorted(days.items())


def _read_number(text: str, allowed: range, otherwise: int) -> int:
    number = parse_number(text, 5)
    return number if number in allowed else otherwise
