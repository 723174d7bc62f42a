"""When a control is due after somebody changed how often it comes round.

A new schedule begins where the old one stands: it brings no due dates from before it was written,
except that a cycle which is overdue already stays so if the new schedule has a day since.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date, timedelta

from belfry.controls.chains.progress import Progress, Step, check_day
from belfry.controls.repeats.day_words import render_day
from belfry.controls.repeats.due_dates import find_next_due, find_scheduled
from belfry.controls.repeats.rhythms import Fixed, Repeat

_DAY = timedelta(days=1)


def plan_reschedule(
    progress: Progress, repeat: Repeat, *, today: date, first_due_on: date | None = None
) -> Step:
    """The same control with another repeat or first due date; raises InputError."""
    if first_due_on is not None:
        check_day(first_due_on, field="first_due")
    anchor_on, due_on = _find_dates(progress, repeat, today, first_due_on)
    is_same = due_on == progress.due_on
    moved = replace(
        progress,
        first_due_on=first_due_on,
        anchor_on=anchor_on,
        due_on=due_on,
        snoozes=progress.snoozes if is_same else (),
    )
    was = "" if is_same else f"; it was due on {render_day(progress.due_on)}"
    line = f"repeats {repeat.render()} from now on; due on {render_day(due_on)}{was}"
    return Step(progress=moved, action="rescheduled", line=line)


def _find_dates(
    progress: Progress, repeat: Repeat, today: date, first_due_on: date | None
) -> tuple[date, date]:
    """The anchor and the due date; a first due date decides where the first cycle is open yet."""
    start_on, last_done_on = progress.counted_from_on, progress.last_done_on
    is_first = not progress.opened_by
    if is_first and first_due_on and (last_done_on is None or last_done_on < first_due_on):
        return first_due_on, first_due_on
    if isinstance(repeat, Fixed):
        after = min(progress.due_on, today) - _DAY
        after = after if is_first and last_done_on is None else max(after, start_on)
        due_on = find_scheduled(repeat, after=after, anchor_on=first_due_on)
    else:
        due_on = find_next_due(repeat, cycle_due_on=start_on, done_on=start_on, anchor_on=start_on)
    return first_due_on or due_on, max(due_on, first_due_on or due_on)
