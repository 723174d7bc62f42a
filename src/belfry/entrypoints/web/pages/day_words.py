"""How a day is said on a page: with its weekday, and seen from today."""

from __future__ import annotations

from datetime import date
from functools import lru_cache
from typing import NamedTuple

from jinja2 import pass_context
from jinja2.runtime import Context

from belfry.controls.repeats.day_words import render_days
from belfry.kernel.hours.weekdays import MONTH_NAMES, SHORT_NAMES

_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}


def say_day(day: date, this_year: int | None = None) -> str:
    """Thu 10 Dec; of another year than this one, Thu 10 Dec 2027."""
    said = f"{SHORT_NAMES[day.weekday()]} {day.day} {MONTH_NAMES[day.month - 1][:3]}"
    return said if day.year == this_year else f"{said} {day.year}"


@pass_context
def say_day_here(context: Context, day: date) -> str:
    """As on a page that knows which year it is."""
    return say_day(day, context.get("this_year"))


class NearDay(NamedTuple):
    """A day for machines, for people, and seen from today."""

    iso: str
    said: str
    off: str


@lru_cache(maxsize=1024)
def say_near(day: date, today: date, this_year: int) -> NearDay:
    """A page of controls has few days, and each of them often."""
    return NearDay(day.isoformat(), say_day(day, this_year), say_days_off(day, today))


def say_days_off(day: date, today: date) -> str:
    """Today, tomorrow, in 5 days, 3 days ago."""
    days = (day - today).days
    if days in _NEAR:
        return _NEAR[days]
    return f"in {render_days(days)}" if days > 0 else f"{render_days(-days)} ago"
