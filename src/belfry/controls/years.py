"""Which due dates of a control lie in a year, what became of each, and which are still to come.

What is past was written down. What is to come follows from the repeat, as if each were done on its
day and an overdue one today: that is a plan, and moves when somebody is early or late.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from belfry.controls.controls import Control
from belfry.controls.due_dates import find_next_due, list_missed
from belfry.controls.histories import CycleLine
from belfry.controls.repeats import parse_repeat
from belfry.controls.summaries import Due, Fate, list_dues
from belfry.kernel.hours.readings import ReadingError


@dataclass(frozen=True, slots=True)
class DueDay:
    """One due date; no `fate` if it is still to come. `days` is how late it was or is.

    Not `is_single` if it stands for several that were missed in a row.
    """

    on: date
    fate: Fate | None
    days: int = 0
    is_single: bool = True


def list_year(control: Control, lines: Iterable[CycleLine], year: int, today: date) -> list[DueDay]:
    """In order; `lines` are those of the control that tell of the year, and of the one before."""
    first, last = date(year, 1, 1), date(year, 12, 31)
    past = [_show(due) for due in list_dues(lines)]
    days = [*past, *_foresee(control, last, today)]
    return sorted((one for one in days if first <= one.on <= last), key=lambda one: one.on)


def _show(due: Due) -> DueDay:
    return DueDay(due.on, due.fate, due.days, due.is_single)


def _foresee(control: Control, last: date, today: date) -> Iterator[DueDay]:
    """The open cycle and all after it."""
    due_on, anchor_on = control.due_on, control.anchor_on
    done_on = max(due_on, today)
    late = (today - due_on).days
    yield DueDay(due_on, Fate.OPEN, late) if late > 0 else DueDay(due_on, None)
    try:
        repeat = parse_repeat(control.repeat)
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
