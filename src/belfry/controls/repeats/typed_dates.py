"""What it means when somebody types into the list that a control was done.

A later date counts as done. An older one, or none, is put right from what is known, because the
list is only a mirror of that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date

from belfry.controls.chains.progress import Ending, Progress, Step
from belfry.controls.repeats.cycles import open_progress, plan_done
from belfry.controls.repeats.day_words import render_day
from belfry.controls.repeats.rhythms import Repeat

BY_HAND = "the list"


@dataclass(frozen=True, slots=True)
class InStep:
    """The list says what is known; `progress` no longer waits for it to."""

    progress: Progress


@dataclass(frozen=True, slots=True)
class OutOfStep:
    """The list says something older; `last_done_on` is to be written into it."""

    last_done_on: date | None
    line: str


def judge_typed(
    progress: Progress, repeat: Repeat, typed_on: date | None, *, today: date
) -> Step | InStep | OutOfStep:
    """What a `last_done` found in the list comes to; raises InputError for a day to come."""
    known_on = progress.last_done_on
    if typed_on == known_on:
        return InStep(replace(progress, withdrawn_on=None))
    if typed_on is None or typed_on == progress.withdrawn_on:
        return _put_right(known_on, typed_on)
    if known_on is not None and typed_on < known_on:
        return _put_right(known_on, typed_on)
    if known_on is None and not progress.opened_by and typed_on < progress.first_seen_on:
        return _learn(progress, repeat, typed_on)
    return plan_done(
        progress, repeat, done_on=typed_on, entered_on=today, by=BY_HAND, ending=Ending.TYPED
    )


def _put_right(known_on: date | None, typed_on: date | None) -> OutOfStep:
    said = render_day(typed_on) if typed_on else "nothing"
    known = render_day(known_on) if known_on else "that it was never done"
    return OutOfStep(known_on, f"the list said {said}; what is known is {known}")


def _learn(progress: Progress, repeat: Repeat, typed_on: date) -> Step:
    """A control that was never done here was done before it came here: that ends no cycle."""
    learned = open_progress(
        repeat,
        first_seen_on=progress.first_seen_on,
        first_due_on=progress.first_due_on,
        last_done_on=typed_on,
    )
    line = f"the list says it was last done on {render_day(typed_on)}"
    line = f"{line}; due on {render_day(learned.due_on)}"
    learned = replace(learned, closings=progress.closings)
    return Step(progress=learned, action="learned", line=line)
