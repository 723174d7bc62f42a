"""What it means for a control to be done, to be skipped, or to have that taken back.

Nothing is ever deleted: every end of a cycle is one more closing, and to undo one is one more line
of the history. The next due date is found afresh each time, from the repeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from belfry.controls.chains.moves import Snooze
from belfry.controls.chains.progress import Closing, Ending, Progress, Step, check_day
from belfry.controls.control_states import read_snoozes, write_snoozes
from belfry.controls.controls import Control
from belfry.controls.histories import CycleLine, Outcome
from belfry.controls.repeats.day_words import render_day, render_days
from belfry.controls.repeats.repeats import (
    Fixed,
    Repeat,
    find_first_due,
    find_next_due,
    find_scheduled,
    list_missed,
)
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


# One commit holds no more; older ones are told of in one line.
MOST_MISSED = 35

_OUTCOMES = {
    Ending.DONE: Outcome.DONE,
    Ending.TYPED: Outcome.DONE,
    Ending.SKIPPED: Outcome.SKIPPED,
}


def write_closing(control: Control, closing: Closing, at: datetime) -> list[CycleLine]:
    """The lines a control's end of a cycle adds; `control` is as it was before."""
    end = CycleLine(
        control_id=control.id,
        number=control.lines + 1,
        cycle=closing.number,
        due_on=closing.due_on,
        outcome=_OUTCOMES[closing.ending],
        done_on=closing.done_on,
        at=at,
        by=closing.by,
        note=closing.reason,
        before=_write_before(control, closing),
    )
    missed = [
        replace(end, outcome=Outcome.MISSED, due_on=day, done_on=None, note=note, before={})
        for day, note in _list_missed(closing.missed)
    ]
    return [replace(line, number=control.lines + n) for n, line in enumerate([end, *missed], 1)]


def write_undoing(control: Control, closing: Closing, at: datetime, by: str) -> CycleLine:
    """The line that takes back an end; `control` is as it was before."""
    return CycleLine(
        control_id=control.id,
        number=control.lines + 1,
        cycle=closing.number,
        due_on=closing.due_on,
        outcome=Outcome.UNDONE,
        done_on=closing.done_on,
        at=at,
        by=by,
    )


def find_closing(lines: Sequence[CycleLine], number: int) -> Closing | None:
    """The end with that number, as an undo needs it; None if there is none."""
    ends = [one for one in lines if one.outcome in _OUTCOMES.values() and one.cycle == number]
    if not ends:
        return None
    missed = [one for one in lines if one.outcome is Outcome.MISSED and one.cycle == number]
    return _read_closing(ends[0], tuple(line.due_on for line in missed))


def _read_closing(line: CycleLine, missed: tuple[date, ...]) -> Closing:
    before, done_on = line.before, line.done_on
    assert done_on is not None
    return Closing(
        number=line.cycle,
        ending=Ending(before["ending"]),
        due_on=line.due_on,
        done_on=done_on,
        entered_on=date.fromisoformat(before["entered_on"]),
        by=line.by,
        reason=line.note,
        missed=missed,
        next_due_on=date.fromisoformat(before["next_due_on"]),
        opened_by=before["opened_by"],
        counted_before_from_on=date.fromisoformat(before["counted_from_on"]),
        done_before_on=date.fromisoformat(before["done_on"]) if before["done_on"] else None,
        snoozes=read_snoozes(before["snoozes"]),
    )


def _write_before(control: Control, closing: Closing) -> dict[str, Any]:
    done_on = closing.done_before_on
    return {
        "ending": closing.ending.value,
        "entered_on": closing.entered_on.isoformat(),
        "next_due_on": closing.next_due_on.isoformat(),
        "opened_by": closing.opened_by,
        "counted_from_on": closing.counted_before_from_on.isoformat(),
        "done_on": done_on.isoformat() if done_on else None,
        "done_by": control.done_by,
        "snoozes": write_snoozes(closing.snoozes),
    }


def _list_missed(days: tuple[date, ...]) -> Iterator[tuple[date, str]]:
    """Every day that was missed, with a note; of very many, the older ones together."""
    if (older := len(days) - MOST_MISSED) > 0:
        yield days[0], f"{older} due dates, until {render_day(days[older - 1])}"
    yield from ((day, "") for day in days[-MOST_MISSED:])


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
