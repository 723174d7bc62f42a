"""How days, dates and places in a row are said to a person."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date

from belfry.kernel.hours.weekdays import MONTH_NAMES

_PLACES = ("first", "second", "third", "fourth")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def render_day(day: date) -> str:
    """10 December 2026."""
    return f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"


def render_date(day: int, month: int) -> str:
    """29 February, whatever the year."""
    return f"{day} {MONTH_NAMES[month - 1]}"


def render_ordinal(number: int) -> str:
    """1st, 2nd, 11th, 31st."""
    ending = "th" if 10 < number % 100 < 14 else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def render_place(nth: int) -> str:
    """First to fourth in words, others in figures; anything below one is the last."""
    if nth < 1:
        return "last"
    return _PLACES[nth - 1] if nth <= len(_PLACES) else render_ordinal(nth)


def render_days(count: int) -> str:
    """1 day, 5 days."""
    return f"{count} day" + ("" if count == 1 else "s")


def render_offset(offset: int) -> str:
    """When a window opens, seen from the due date."""
    if offset == 0:
        return "on the day"
    return f"{render_days(abs(offset))} {'before' if offset < 0 else 'after'}"


def join_words(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"
