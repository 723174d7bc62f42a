"""How the cycles of a control open, end, are undone, snoozed and rescheduled.

Nothing is deleted: undoing the end of a cycle adds a line to the history. The next due date is
always computed from the repeat.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from enum import StrEnum
from typing import Any

from belfry.controls.controls import (
    DONE,
    SKIPPED,
    Control,
    CycleLine,
    Outcome,
    Snooze,
    announce,
    control_id,
    read_snoozes,
    write_snoozes,
)
from belfry.controls.repeats.repeats import (
    Fixed,
    Repeat,
    find_first_due,
    find_next_due,
    find_scheduled,
    list_missed,
    render_day,
    render_days,
)
from belfry.kernel.changes import Append, Change
from belfry.kernel.errors import Conflict, InputError

EARLIEST = date(1970, 1, 1)
LATEST = date(2200, 12, 31)
MOST_SNOOZES = 3
MOST_DAYS = 7
# A commit has room for so many missed dates; older ones share a line.
MOST_MISSED = 35
BY_HAND = "the list"

_SHOWN = 3
_DAY = timedelta(days=1)


class Ending(StrEnum):
    """How a cycle ended; `TYPED` is a done date in the team's list."""

    DONE = "done"
    SKIPPED = "skipped"
    TYPED = "typed"


_OUTCOMES = {
    Ending.DONE: Outcome.DONE,
    Ending.TYPED: Outcome.DONE,
    Ending.SKIPPED: Outcome.SKIPPED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Closing:
    """The end of one cycle.

    `done_on` is the day of the work, `entered_on` the day it was entered. `missed` are due dates
    that passed while the cycle was open. `opened_by` and everything after it is restored by an
    undo.
    """

    number: int
    ending: Ending
    due_on: date
    done_on: date
    entered_on: date
    by: str
    reason: str = ""
    missed: tuple[date, ...] = ()
    next_due_on: date
    opened_by: int
    counted_before_from_on: date
    done_before_on: date | None
    done_before_by: str
    snoozes: tuple[Snooze, ...]

    @property
    def is_skip(self) -> bool:
        return self.ending is Ending.SKIPPED

    @property
    def facts(self) -> dict[str, Any]:
        """What the event of its end, or of undoing it, says."""
        due_on, done_on = self.due_on.isoformat(), self.done_on.isoformat()
        return {"due_on": due_on, "cycle": self.number, "done_on": done_on}

    @property
    def days_late(self) -> int:
        return max((self.done_on - self.due_on).days, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A control after a change, the audit action, a sentence about it, and the cycle that ended."""

    control: Control
    action: str
    line: str
    closing: Closing | None = None


def open_control(
    name: str,
    repeat: Repeat,
    *,
    first_seen_on: date,
    first_due_on: date | None = None,
    last_done_on: date | None = None,
) -> Control:
    """A new control with its first cycle open; raises InputError.

    A first due date decides, unless the control was done on that day or later.
    """
    for field, day in (("first_due", first_due_on), ("last_done", last_done_on)):
        if day is not None:
            _check_day(day, field=field)
    if last_done_on is not None and last_done_on > first_seen_on:
        raise _refuse_future(last_done_on, field="last_done")
    start_on = find_first_due(repeat, first_seen_on=first_seen_on, first_due_on=first_due_on)
    control = Control(
        id=control_id(name),
        row="",
        name=name,
        repeat=repeat.render(),
        first_seen_on=first_seen_on,
        first_due_on=first_due_on,
        anchor_on=start_on,
        counted_from_on=last_done_on or first_seen_on,
        due_on=start_on,
        last_done_on=last_done_on,
        next_check_on=first_seen_on,
    )
    if last_done_on is None or (first_due_on is not None and last_done_on < first_due_on):
        return control
    if isinstance(repeat, Fixed) and first_due_on is None:
        start_on = find_scheduled(repeat, after=last_done_on)
        return replace(control, anchor_on=start_on, due_on=start_on)
    due_on = find_next_due(
        repeat, cycle_due_on=last_done_on, done_on=last_done_on, anchor_on=start_on
    )
    return replace(control, due_on=due_on)


def plan_done(
    control: Control,
    repeat: Repeat,
    *,
    done_on: date,
    entered_on: date,
    by: str,
    note: str = "",
    ending: Ending = Ending.DONE,
) -> Step:
    """The open cycle is done, early or late; raises InputError, or Conflict if it was already."""
    _check_day(done_on, field="done_on")
    if done_on > entered_on:
        raise _refuse_future(done_on, field="done_on")
    last_done_on = control.last_done_on
    if last_done_on is not None and done_on <= last_done_on:
        raise Conflict(
            f"it was already done on {render_day(last_done_on)}; "
            f"the cycle now open is due on {render_day(control.due_on)}"
        )
    closing = _close(control, repeat, ending, done_on=done_on, entered_on=entered_on, by=by)
    closing = replace(closing, reason=note)
    opened = replace(_open_next(control, closing), last_done_on=done_on, withdrawn_on=None)
    late = f", {render_days(closing.days_late)} late" if closing.days_late else ""
    line = _say_end(closing, f"done on {render_day(done_on)}{late}")
    return Step(control=replace(opened, done_by=by), action="done", line=line, closing=closing)


def plan_skip(control: Control, repeat: Repeat, *, reason: str, entered_on: date, by: str) -> Step:
    """The open cycle is left out for a reason: it counts as done on its due date."""
    reason = " ".join(reason.split())
    if not reason:
        raise InputError("expected a reason for leaving it out", field="reason")
    closing = _close(
        control, repeat, Ending.SKIPPED, done_on=control.due_on, entered_on=entered_on, by=by
    )
    closing = replace(closing, reason=reason)
    line = _say_end(closing, f"skipped, because: {reason}")
    return Step(control=_open_next(control, closing), action="skipped", line=line, closing=closing)


def plan_undo(control: Control, closing: Closing, *, by: str) -> Step:
    """The last end of a cycle is undone and the cycle is open again; raises Conflict.

    `closing` is the one that `control.opened_by` names.
    """
    if closing.number != control.opened_by:
        raise Conflict("only what was marked last can be taken back, and only once")
    restored = replace(
        control,
        due_on=closing.due_on,
        counted_from_on=closing.counted_before_from_on,
        last_done_on=closing.done_before_on,
        done_by=closing.done_before_by,
        snoozes=write_snoozes(closing.snoozes),
        opened_by=closing.opened_by,
        withdrawn_on=control.withdrawn_on if closing.is_skip else closing.done_on,
        lines=control.lines + 1,
    )
    what = "skipped" if closing.is_skip else f"done on {render_day(closing.done_on)}"
    open_again = f"the cycle due on {render_day(closing.due_on)} is open again"
    return Step(control=restored, action="undone", line=f"{what}: taken back by {by}; {open_again}")


def plan_snooze(control: Control, *, days: int, today: date, escalates_on: date, by: str) -> Step:
    """No reminder for `days` from today; an escalation is not silenced.

    Raises InputError, or Conflict if there were too many.
    """
    if not 1 <= days <= MOST_DAYS:
        raise InputError(f"expected 1 to {MOST_DAYS} days, not {days}", field="days")
    until_on = today + timedelta(days=days)
    snoozes = control.list_snoozes()
    if today >= escalates_on:
        raise Conflict("it is escalated, and that goes on until it is done")
    if len(snoozes) >= MOST_SNOOZES:
        most = f"it was snoozed {MOST_SNOOZES} times since it last came round"
        raise Conflict(f"{most}, which is the most")
    ends_on = max((snooze.until_on for snooze in snoozes), default=today)
    if until_on <= ends_on:
        raise Conflict(f"it is snoozed until {render_day(ends_on)} already")
    line = f"snoozed by {by} for {render_days(days)}, until {render_day(until_on)}"
    if until_on > escalates_on:
        line = f"{line}; from {render_day(escalates_on)} it is escalated all the same"
    snoozed = replace(control, snoozes=write_snoozes((*snoozes, Snooze(today, until_on))))
    return Step(control=snoozed, action="snoozed", line=line)


def plan_reschedule(
    control: Control, repeat: Repeat, *, today: date, first_due_on: date | None = None
) -> Step:
    """The control with another repeat or first due date; raises InputError.

    A new schedule brings no due dates from before it was written, except that an overdue cycle
    stays overdue if the new schedule has a day since.
    """
    if first_due_on is not None:
        _check_day(first_due_on, field="first_due")
    anchor_on, due_on = _find_new_dates(control, repeat, today, first_due_on)
    is_same = due_on == control.due_on
    moved = replace(
        control,
        first_due_on=first_due_on,
        anchor_on=anchor_on,
        due_on=due_on,
        snoozes=control.snoozes if is_same else {},
    )
    was = "" if is_same else f"; it was due on {render_day(control.due_on)}"
    line = f"repeats {repeat.render()} from now on; due on {render_day(due_on)}{was}"
    return Step(control=moved, action="rescheduled", line=line)


def _find_new_dates(
    control: Control, repeat: Repeat, today: date, first_due_on: date | None
) -> tuple[date, date]:
    """The anchor and the due date; a first due date decides while the first cycle is open."""
    start_on, last_done_on = control.counted_from_on, control.last_done_on
    is_first = not control.opened_by
    if is_first and first_due_on and (last_done_on is None or last_done_on < first_due_on):
        return first_due_on, first_due_on
    if isinstance(repeat, Fixed):
        after = min(control.due_on, today) - _DAY
        after = after if is_first and last_done_on is None else max(after, start_on)
        due_on = find_scheduled(repeat, after=after, anchor_on=first_due_on)
    else:
        due_on = find_next_due(repeat, cycle_due_on=start_on, done_on=start_on, anchor_on=start_on)
    return first_due_on or due_on, max(due_on, first_due_on or due_on)


@dataclass(frozen=True, slots=True)
class UpToDate:
    """The list has the known date; `control` no longer waits for the list to drop another."""

    control: Control


@dataclass(frozen=True, slots=True)
class OutOfDate:
    """The list has an older date, or none: it is to be corrected."""


def judge_typed(
    control: Control, repeat: Repeat, typed_on: date | None, *, today: date
) -> Step | UpToDate | OutOfDate:
    """What a `last_done` in the list means; raises InputError for a future date.

    A later date than the known one counts as done.
    """
    known_on = control.last_done_on
    if typed_on == known_on:
        return UpToDate(replace(control, withdrawn_on=None))
    if typed_on is None or typed_on == control.withdrawn_on:
        return OutOfDate()
    if known_on is not None and typed_on < known_on:
        return OutOfDate()
    if known_on is None and not control.opened_by and typed_on < control.first_seen_on:
        return _learn_last_done(control, repeat, typed_on)
    return plan_done(
        control, repeat, done_on=typed_on, entered_on=today, by=BY_HAND, ending=Ending.TYPED
    )


def _learn_last_done(control: Control, repeat: Repeat, typed_on: date) -> Step:
    """A date from before the control was first seen ends no cycle; it moves the first due date."""
    opened = open_control(
        control.name,
        repeat,
        first_seen_on=control.first_seen_on,
        first_due_on=control.first_due_on,
        last_done_on=typed_on,
    )
    learned = replace(
        control,
        anchor_on=opened.anchor_on,
        counted_from_on=typed_on,
        due_on=opened.due_on,
        last_done_on=typed_on,
        snoozes={},
        withdrawn_on=None,
    )
    line = f"the list says it was last done on {render_day(typed_on)}"
    return Step(
        control=learned, action="learned", line=f"{line}; due on {render_day(learned.due_on)}"
    )


def list_closing_changes(control: Control, closing: Closing, at: datetime) -> list[Change]:
    """The history lines and the event of a cycle's end; `control` is as it was before."""
    op = SKIPPED if closing.is_skip else DONE
    event = announce(control, op, closing.facts, at=at)
    return [*(Append(line) for line in write_closing(control, closing, at)), event]


def write_closing(control: Control, closing: Closing, at: datetime) -> list[CycleLine]:
    """The lines that the end of a cycle adds; `control` is as it was before."""
    done_on = closing.done_before_on
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
        before={
            "ending": closing.ending.value,
            "entered_on": closing.entered_on.isoformat(),
            "next_due_on": closing.next_due_on.isoformat(),
            "opened_by": closing.opened_by,
            "counted_from_on": closing.counted_before_from_on.isoformat(),
            "done_on": done_on.isoformat() if done_on else None,
            "done_by": closing.done_before_by,
            "snoozes": write_snoozes(closing.snoozes),
        },
    )
    missed = [
        replace(end, outcome=Outcome.MISSED, due_on=day, done_on=None, note=note, before={})
        for day, note in _list_missed_lines(closing.missed)
    ]
    return [replace(line, number=control.lines + n) for n, line in enumerate([end, *missed], 1)]


def write_undoing(control: Control, closing: Closing, at: datetime, by: str) -> CycleLine:
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
    ended = (Outcome.DONE, Outcome.SKIPPED)
    ends = [line for line in lines if line.outcome in ended and line.cycle == number]
    if not ends:
        return None
    line, before = ends[0], ends[0].before
    missed = (line for line in lines if line.outcome is Outcome.MISSED and line.cycle == number)
    assert line.done_on is not None
    return Closing(
        number=line.cycle,
        ending=Ending(before["ending"]),
        due_on=line.due_on,
        done_on=line.done_on,
        entered_on=date.fromisoformat(before["entered_on"]),
        by=line.by,
        reason=line.note,
        missed=tuple(line.due_on for line in missed),
        next_due_on=date.fromisoformat(before["next_due_on"]),
        opened_by=before["opened_by"],
        counted_before_from_on=date.fromisoformat(before["counted_from_on"]),
        done_before_on=date.fromisoformat(before["done_on"]) if before["done_on"] else None,
        done_before_by=before["done_by"],
        snoozes=read_snoozes(before["snoozes"]),
    )


def _close(
    control: Control,
    repeat: Repeat,
    ending: Ending,
    *,
    done_on: date,
    entered_on: date,
    by: str,
) -> Closing:
    due_on, anchor_on = control.due_on, control.anchor_on
    next_on = find_next_due(repeat, cycle_due_on=due_on, done_on=done_on, anchor_on=anchor_on)
    return Closing(
        number=control.cycle,
        ending=ending,
        due_on=due_on,
        done_on=done_on,
        entered_on=entered_on,
        by=by,
        missed=list_missed(repeat, cycle_due_on=due_on, done_on=done_on, anchor_on=anchor_on),
        next_due_on=max(next_on, control.first_due_on or next_on),
        opened_by=control.opened_by,
        counted_before_from_on=control.counted_from_on,
        done_before_on=control.last_done_on,
        done_before_by=control.done_by,
        snoozes=control.list_snoozes(),
    )


def _open_next(control: Control, closing: Closing) -> Control:
    return replace(
        control,
        due_on=closing.next_due_on,
        counted_from_on=closing.done_on,
        snoozes={},
        cycle=closing.number + 1,
        opened_by=closing.number,
        lines=control.lines + 1 + len(list(_list_missed_lines(closing.missed))),
    )


def _list_missed_lines(days: tuple[date, ...]) -> Iterator[tuple[date, str]]:
    """Each missed day with a note; of very many, the older ones together."""
    if (older := len(days) - MOST_MISSED) > 0:
        yield days[0], f"{older} due dates, until {render_day(days[older - 1])}"
    yield from ((day, "") for day in days[-MOST_MISSED:])


def _check_day(day: date, *, field: str) -> None:
    """Refuse a date that is more likely a typing error."""
    if not EARLIEST <= day <= LATEST:
        expected = f"a date from {EARLIEST.year} to {LATEST.year}"
        raise InputError(f"expected {expected}, not {day.isoformat()}", field=field)


def _refuse_future(day: date, *, field: str) -> InputError:
    return InputError(f"{render_day(day)} is still to come", field=field)


def _say_end(closing: Closing, what: str) -> str:
    due_on, entered_on = render_day(closing.due_on), render_day(closing.entered_on)
    missed = ", ".join(render_day(day) for day in closing.missed[:_SHOWN])
    more = len(closing.missed) - _SHOWN
    parts = [
        f"cycle due on {due_on}: {what}",
        f"entered by {closing.by} on {entered_on}",
        f"missed: {missed}{f' and {more} more' if more > 0 else ''}" if missed else "",
        f"next due on {render_day(closing.next_due_on)}",
    ]
    return "; ".join(part for part in parts if part)
