"""Whether an owner may have a few days without reminders, and until when.

A snooze silences reminders, never an escalation.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from belfry.controls.chains.progress import Progress, Step
from belfry.controls.repeats.day_words import render_day, render_days
from belfry.controls.standings import Snooze
from belfry.kernel.errors import Conflict, InputError

MOST_SNOOZES = 3
MOST_DAYS = 7


def plan_snooze(progress: Progress, *, days: int, today: date, escalates_on: date, by: str) -> Step:
    """No reminder for so many days from today on; raises InputError, or Conflict if used up."""
    if not 1 <= days <= MOST_DAYS:
        raise InputError(f"expected 1 to {MOST_DAYS} days, not {days}", field="days")
    until_on = today + timedelta(days=days)
    if (why := _find_hindrance(progress, today, until_on, escalates_on)) is not None:
        raise Conflict(why)
    snoozes = (*progress.snoozes, Snooze(today, until_on))
    line = f"snoozed by {by} for {render_days(days)}, until {render_day(until_on)}"
    if until_on > escalates_on:
        line = f"{line}; from {render_day(escalates_on)} it is escalated all the same"
    return Step(progress=replace(progress, snoozes=snoozes), action="snoozed", line=line)


def _find_hindrance(
    progress: Progress, today: date, until_on: date, escalates_on: date
) -> str | None:
    if today >= escalates_on:
        return "it is escalated, and that goes on until it is done"
    if len(progress.snoozes) >= MOST_SNOOZES:
        return f"it was snoozed {MOST_SNOOZES} times since it last came round, which is the most"
    ends_on = max((snooze.until_on for snooze in progress.snoozes), default=today)
    if until_on <= ends_on:
        return f"it is snoozed until {render_day(ends_on)} already"
    return None
