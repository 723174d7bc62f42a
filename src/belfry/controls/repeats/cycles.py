"""What it means for a control to be done, to be skipped, or to have that taken back.

Nothing is ever deleted: every end of a cycle is one more closing, and to undo one is one more line
of the history. The next due date is found afresh each time, from the repeat.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date

from belfry.controls.chains.progress import Closing, Ending, Progress, Step, check_day
from belfry.controls.repeats.day_words import render_day, render_days
from belfry.controls.repeats.due_dates import (
    find_first_due,
    find_next_due,
    find_scheduled,
    list_missed,
)
from belfry.controls.repeats.rhythms import Fixed, Repeat
from belfry.kernel.errors import Conflict, InputError

_SHOWN = 3


def open_progress(
    repeat: Repeat,
    *,
    first_seen_on: date,
    first_due_on: date | None = None,
    last_done_on: date | None = None,
) -> Progress:
    """Where a control stands that was not known before, by what its row says; raises InputError.

    A first due date decides, unless the control was done on that day or later.
    """
    for field, day in (("first_due", first_due_on), ("last_done", last_done_on)):
        if day is not None:
            check_day(day, field=field)
    if last_done_on is not None and last_done_on > first_seen_on:
        raise _refuse_future(last_done_on, field="last_done")
    start_on = find_first_due(repeat, first_seen_on=first_seen_on, first_due_on=first_due_on)
    known = Progress(
        first_seen_on=first_seen_on,
        first_due_on=first_due_on,
        anchor_on=start_on,
        counted_from_on=last_done_on or first_seen_on,
        due_on=start_on,
        last_done_on=last_done_on,
    )
    if last_done_on is None or (first_due_on is not None and last_done_on < first_due_on):
        return known
    if isinstance(repeat, Fixed) and first_due_on is None:
        start_on = find_scheduled(repeat, after=last_done_on)
        return replace(known, anchor_on=start_on, due_on=start_on)
    due_on = find_next_due(
        repeat, cycle_due_on=last_done_on, done_on=last_done_on, anchor_on=start_on
    )
    return replace(known, due_on=due_on)


def plan_done(
    progress: Progress,
    repeat: Repeat,
    *,
    done_on: date,
    entered_on: date,
    by: str,
    ending: Ending = Ending.DONE,
) -> Step:
    """The open cycle is done, early or late; raises InputError, and Conflict if it was already."""
    check_day(done_on, field="done_on")
    if done_on > entered_on:
        raise _refuse_future(done_on, field="done_on")
    last_done_on = progress.last_done_on
    if last_done_on is not None and done_on <= last_done_on:
        raise Conflict(
            f"it was already done on {render_day(last_done_on)}; "
            f"the cycle now open is due on {render_day(progress.due_on)}"
        )
    closing = _close(progress, repeat, ending, done_on=done_on, entered_on=entered_on, by=by)
    opened = _open_next(progress, closing)
    line = _say_end(closing, f"done on {render_day(done_on)}{_say_late(closing)}")
    opened = replace(opened, last_done_on=done_on, withdrawn_on=None)
    return Step(progress=opened, action="done", line=line, closing=closing)


def plan_skip(
    progress: Progress, repeat: Repeat, *, reason: str, entered_on: date, by: str
) -> Step:
    """The open cycle is left out for a reason: as if done on its due date, but not done."""
    said = " ".join(reason.split())
    if not said:
        raise InputError("expected a reason for leaving it out", field="reason")
    due_on = progress.due_on
    closing = replace(
        _close(progress, repeat, Ending.SKIPPED, done_on=due_on, entered_on=entered_on, by=by),
        reason=said,
    )
    line = _say_end(closing, f"skipped, because: {said}")
    return Step(
        progress=_open_next(progress, closing), action="skipped", line=line, closing=closing
    )


def plan_undo(progress: Progress, closing: Closing, *, by: str) -> Step:
    """The last end of a cycle is taken back and the cycle is open again; raises Conflict.

    `closing` is the one that `progress.opened_by` names.
    """
    if closing.number != progress.opened_by:
        raise Conflict("only what was marked last can be taken back, and only once")
    is_done = closing.ending is not Ending.SKIPPED
    restored = replace(
        progress,
        due_on=closing.due_on,
        counted_from_on=closing.counted_before_from_on,
        last_done_on=closing.done_before_on,
        snoozes=closing.snoozes,
        opened_by=closing.opened_by,
        withdrawn_on=closing.done_on if is_done else progress.withdrawn_on,
    )
    what = f"done on {render_day(closing.done_on)}" if is_done else "skipped"
    open_again = f"the cycle due on {render_day(closing.due_on)} is open again"
    return Step(
        progress=restored, action="undone", line=f"{what}: taken back by {by}; {open_again}"
    )


def _close(
    progress: Progress,
    repeat: Repeat,
    ending: Ending,
    *,
    done_on: date,
    entered_on: date,
    by: str,
) -> Closing:
    due_on, anchor_on = progress.due_on, progress.anchor_on
    next_on = find_next_due(repeat, cycle_due_on=due_on, done_on=done_on, anchor_on=anchor_on)
    return Closing(
        number=progress.closings + 1,
        ending=ending,
        due_on=due_on,
        done_on=done_on,
        entered_on=entered_on,
        by=by,
        missed=list_missed(repeat, cycle_due_on=due_on, done_on=done_on, anchor_on=anchor_on),
        next_due_on=max(next_on, progress.first_due_on or next_on),
        opened_by=progress.opened_by,
        counted_before_from_on=progress.counted_from_on,
        done_before_on=progress.last_done_on,
        snoozes=progress.snoozes,
    )


def _open_next(progress: Progress, closing: Closing) -> Progress:
    return replace(
        progress,
        due_on=closing.next_due_on,
        counted_from_on=closing.done_on,
        snoozes=(),
        closings=closing.number,
        opened_by=closing.number,
    )


def _refuse_future(day: date, *, field: str) -> InputError:
    return InputError(f"{render_day(day)} is still to come", field=field)


def _say_late(closing: Closing) -> str:
    return f", {render_days(closing.days_late)} late" if closing.days_late else ""


def _say_end(closing: Closing, what: str) -> str:
    due_on, entered_on = render_day(closing.due_on), render_day(closing.entered_on)
    parts = [
        f"cycle due on {due_on}: {what}",
        f"entered by {closing.by} on {entered_on}",
        _say_missed(closing.missed),
        f"next due on {render_day(closing.next_due_on)}",
    ]
    return "; ".join(part for part in parts if part)


def _say_missed(missed: tuple[date, ...]) -> str:
    if not missed:
        return ""
    shown = ", ".join(render_day(day) for day in missed[:_SHOWN])
    more = f" and {len(missed) - _SHOWN} more" if len(missed) > _SHOWN else ""
    return f"missed: {shown}{more}"
