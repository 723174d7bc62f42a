"""When a control is next spoken of, if nobody does anything until then."""

from __future__ import annotations

from datetime import date

from belfry.controls.looks import find_look_day
from belfry.controls.moves import decide_move, record_decision
from belfry.controls.standings import Standing


def find_next_reminder(standing: Standing, from_on: date) -> date | None:
    """The first day, `from_on` or later, on which a tick would send something.

    None if the cycle is done. Windows that are passed over meanwhile are looked through.
    """
    day = from_on
    for _ in range(len(standing.chain) + 2):
        day = find_look_day(standing, day)
        decision = decide_move(standing, day)
        if decision.sends:
            return day
        standing = record_decision(standing, decision, day)
    return None
