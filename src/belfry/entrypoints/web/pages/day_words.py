"""How a day is said on a page: with its weekday, and seen from today."""

from __future__ import annotations

from datetime import date

from belfry.controls.day_words import render_day, render_days

_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}


def say_day(day: date) -> str:
    """Thu 10 December 2026."""
    return f"{day:%a} {render_day(day)}"


def say_days_off(day: date, today: date) -> str:
    """Today, tomorrow, in 5 days, 3 days ago."""
    days = (day - today).days
    if days in _NEAR:
        return _NEAR[days]
    return f"in {render_days(days)}" if days > 0 else f"{render_days(-days)} ago"
