"""Which cycle of a control somebody means, and whether it is still the open one.

A due date alone does not tell: a control that is done on the day it is first seen may well be due
next on the very day it was due before. What does is the end that opened the cycle. It stays the
same if the due date is moved, and comes back if an end is taken back.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import date

from belfry.controls.controls import Control
from belfry.controls.repeats.day_words import render_day
from belfry.controls.reports.histories import CycleLine, Evidence, Outcome

_ENDS = (Outcome.DONE, Outcome.SKIPPED)


@dataclass(frozen=True, slots=True)
class MeantCycle:
    """What is None was not said."""

    due_on: date | None = None
    opened_by: int | None = None

    def is_open(self, control: Control) -> bool:
        is_due_then = self.due_on in (None, control.due_on)
        return is_due_then and self.opened_by in (None, control.opened_by)


def find_open(control: Control) -> MeantCycle:
    return MeantCycle(control.due_on, control.opened_by)


def find_ended(lines: Sequence[CycleLine], due_on: date) -> MeantCycle | None:
    """The cycle that was due on that day and is over; the last one, if there were several."""
    ended = [line for line in _list_standing(lines) if line.due_on == due_on]
    return MeantCycle(due_on, int(ended[-1].before["opened_by"])) if ended else None


def list_proofs(control: Control, evidence: Iterable[Evidence]) -> list[Evidence]:
    """What was given for the open cycle."""
    return [one for one in evidence if one.opened_by == control.opened_by]


def say_what_changed(
    control: Control,
    meant: MeantCycle,
    lines: Sequence[CycleLine],
    name_of: Callable[[str], str] = str,
) -> str:
    """Why an answer for a cycle that is no longer open comes too late; `lines` are the control's.

    `name_of` gives the name of whoever did something.
    """
    ends = [line for line in _list_standing(lines) if _is_of(line, meant)]
    now_due = f"it is due on {render_day(control.due_on)} now"
    if not ends:
        was = f", and no longer on {render_day(meant.due_on)}" if meant.due_on else ""
        return f"{control.name} was changed meanwhile: {now_due}{was}"
    end = ends[-1]
    if end.outcome is Outcome.SKIPPED:
        return f"{control.name} was already skipped by {name_of(end.by)}; {now_due}"
    assert end.done_on is not None
    done = f"already done by {name_of(end.by)} on {render_day(end.done_on)}"
    return f"{control.name} was {done}; {now_due}"


def _is_of(line: CycleLine, meant: MeantCycle) -> bool:
    if meant.opened_by is not None:
        return bool(line.before["opened_by"] == meant.opened_by)
    return line.due_on == meant.due_on


def _list_standing(lines: Sequence[CycleLine]) -> list[CycleLine]:
    """The ends that nobody took back."""
    undone = {line.cycle for line in lines if line.outcome is Outcome.UNDONE}
    return [line for line in lines if line.outcome in _ENDS and line.cycle not in undone]
