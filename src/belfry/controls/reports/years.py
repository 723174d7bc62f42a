"""Which due dates of a control lie in a year, what became of each, and which are still to come.

What is past was written down. What is to come follows from the repeat, as if each were done on its
day and an overdue one today: that is a plan, and moves when somebody is early or late.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from datetime import date
from functools import lru_cache
from operator import attrgetter
from typing import NamedTuple

from belfry.controls.controls import Control
from belfry.controls.repeats.due_dates import find_next_due, list_missed
from belfry.controls.repeats.repeats import parse_repeat
from belfry.controls.reports.glimpses import Outline
from belfry.controls.reports.histories import CycleLine
from belfry.controls.reports.summaries import Due, Fate, list_dues
from belfry.kernel.hours.clock_times import ReadingError


class DueDay(NamedTuple):
    """One due date; no `fate` if it is still to come. `days` is how late it was or is.

    Not `is_single` if it stands for several that were missed in a row.
    """

    on: date
    fate: Fate | None
    days: int = 0
    is_single: bool = True


def list_year(
    control: Control | Outline, lines: Collection[CycleLine], year: int, today: date
) -> list[DueDay]:
    """In order; `lines` are those of the control that tell of the year, and of the one before."""
    ahead = _foresee(control.repeat, control.due_on, control.anchor_on, year, today)
    if not lines:
        return list(ahead)
    past = [_show(due) for due in list_dues(lines) if due.on.year == year]
    return sorted((*past, *ahead), key=attrgetter("on"))


def _show(due: Due) -> DueDay:
    return DueDay(due.on, due.fate, due.days, due.is_single)


# A sheet shows the same controls as the sheet before, and few of them were done meanwhile.
@lru_cache(maxsize=256)
def _foresee(
    said: str, due_on: date, anchor_on: date, year: int, today: date
) -> tuple[DueDay, ...]:
    """Those of the year, of the open cycle and all after it; `said` is the repeat in words."""
    days = _walk(said, due_on, anchor_on, date(year, 12, 31), today)
    return tuple(one for one in days if one.on.year == year)


def _walk(said: str, due_on: date, anchor_on: date, last: date, today: date) -> Iterator[DueDay]:
    done_on = max(due_on, today)
    late = (today - due_on).days
    yield DueDay(due_on, Fate.OPEN, late) if late > 0 else DueDay(due_on, None)
    try:
        repeat = parse_repeat(said)
    except ReadingError:  # it was readable once; the sync tells what is wrong with it now
        return
    for day in list_missed(repeat, cycle_due_on=due_on, done_on=done_on, anchor_on=anchor_on):
        yield DueDay(day, Fate.MISSED if day < today else None)
    while True:
        due_on = find_next_due(repeat, cycle_due_on=due_on, done_on=done_on, anchor_on=anchor_on)
        if due_on > last:
            return
        yield DueDay(due_on, None)
        done_on = due_on
