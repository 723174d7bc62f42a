"""A year of controls on one sheet: what was done, late or missed, and what is still to come."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, NamedTuple

from fastapi import APIRouter, Response

from belfry.controls.day_words import render_days
from belfry.controls.summaries import Fate
from belfry.entrypoints.web.pages.control_list import LONGEST_SEARCH, find_surroundings
from belfry.entrypoints.web.pages.day_words import say_day
from belfry.entrypoints.web.pages.page_route import PageRoute
from belfry.entrypoints.web.pages.visits import Looker
from belfry.kernel.hours.weekdays import MONTH_NAMES

if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date

    from belfry.controls.show_year import YearShown
    from belfry.controls.years import DueDay

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
    """One mark of a month: what is printed, and what is read out."""

    text: str
    sign: Sign
    said: str


@router.get("/controls/year")
def show_year(visit: Looker) -> Response:
    asked = visit.request.query_params
    this_year = visit.services.controls.acts.list_controls.find_today().year
    years = range(this_year - BACK, this_year + AHEAD + 1)
    year = _read_number(asked.get("of", ""), years, this_year)
    area = asked.get("area", "").replace("\0", "")[:LONGEST_SEARCH]
    page = _read_number(asked.get("page", ""), range(1, 10_000), 1)
    month = _read_number(asked.get("month", ""), range(1, 13), 0)
    shown = visit.services.controls.pages.show_year(year, area=area, page=page, per_page=PER_PAGE)
    return visit.show(
        "controls_year.html",
        **find_surroundings(visit),
        shown=shown,
        area=area,
        month=month,
        days=list_days(shown, month) if month else [],
        years=years,
        months=MONTH_NAMES,
        signs=SIGNS,
        mark=lambda days: mark_month(days, shown.holidays),
    )


def mark_month(days: Sequence[DueDay], holidays: dict[date, str]) -> list[Mark]:
    """Each due date by its day, or of very many how many went how."""
    if len(days) <= MOST_MARKS:
        return [
            Mark(
                f"{day.on.day}{'h' if day.on in holidays else ''}",
                SIGNS[day.fate],
                say_due(day, holidays),
            )
            for day in days
        ]
    counts = Counter(day.fate for day in days)
    return [
        Mark(f"{counts[fate]}×", sign, f"{counts[fate]} times {sign.word}")
        for fate, sign in SIGNS.items()
        if counts[fate]
    ]


def say_due(day: DueDay, holidays: dict[date, str]) -> str:
    """Thu 19 November 2026: done late, by 3 days."""
    said = f"{say_day(day.on)}: {SIGNS[day.fate].word}"
    if day.days:
        said += f", by {render_days(day.days)}"
    if not day.is_single:
        said += ", and others after it"
    if day.on in holidays:
        said += f"; a holiday ({holidays[day.on]}), so reminders wait for the next working day"
    return said


def list_days(shown: YearShown, month: int) -> list[tuple[date, list[tuple[object, DueDay]]]]:
    """One month by day: which controls are due on each, in the order of the sheet."""
    days: dict[date, list[tuple[object, DueDay]]] = {}
    for row in shown.rows:
        for day in row.months[month - 1]:
            days.setdefault(day.on, []).append((row, day))
    return sorted(days.items())


def _read_number(text: str, allowed: range, otherwise: int) -> int:
    is_number = text.isascii() and text.isdecimal() and len(text) <= 5
    return int(text) if is_number and int(text) in allowed else otherwise
