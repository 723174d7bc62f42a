"""On which day a control has to be looked at next.

On every day before that one a tick would send nothing and have nothing to write down.
"""

from __future__ import annotations

from datetime import date, timedelta

from belfry.controls.chains.moves import decide_move
from belfry.controls.standings import Standing

_DAY = timedelta(days=1)


def find_look_day(standing: Standing, from_on: date) -> date:
    """The first day, `from_on` or later, that brings anything.

    What is decided changes only where a window or a snooze begins or ends, or the day after a
    message; and a control that nobody sees to is escalated in the end.
    """
    turns = [standing.escalates_on, *(standing.opens_on(window) for window in standing.chain)]
    turns += [snooze.until_on for snooze in standing.snoozes]
    turns += [day + _DAY for day in (standing.last_sent_on, standing.reminded_on) if day]
    days = sorted({from_on, *(turn for turn in turns if turn > from_on)})
    return next((day for day in days if _has_news(standing, day)), days[-1])


def _has_news(standing: Standing, day: date) -> bool:
    is_calm = not standing.snoozes and day < standing.escalates_on
    if is_calm and not standing.list_unrecorded(standing.list_open(day)):
        return False  # a decision would say the same, and words that nobody reads
    decision = decide_move(standing, day)
    return decision.sends or bool(decision.skipped)
