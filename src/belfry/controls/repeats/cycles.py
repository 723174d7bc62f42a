"""How the cycles of a control open, end, are undone, corrected and snoozed.

Nothing is deleted: undoing the end of a cycle adds lines to the history. The next due date is
always computed from the repeat.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import date, datetime, timedelta
from typing import Any

from belfry.controls.controls import (
    DONE,
    SKIPPED,
    UNDONE,
    Control,
    Snooze,
    announce,
    control_id,
    write_snoozes,
)
from belfry.controls.repeats.closings import (
    Closing,
    Ending,
    count_lines,
    read_day,
    write_closing,
    write_undoing,
)
from belfry.controls.repeats.repeats import (
    Fixed,
    Repeat,
    find_first_due,
    find_next_due,
    find_scheduled,
    find_scheduled_before,
    list_passed,
    render_day,
    render_days,
)
from belfry.kernel.changes import Append, Change
from belfry.kernel.errors import Conflict, InputError

EARLIEST = date(1970, 1, 1)
LATEST = date(2200, 12, 31)
MOST_SNOOZES = 3
MOST_DAYS = 7
BY_HAND = "the list"

_SHOWN = 3
_REPLACED_DAYS = ("anchor_on", "counted_from_on", "due_on", "last_done_on")


class TooEarly(Conflict):
    """Done so long before the due date that it may as well belong to the cycle before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A control after a change, the audit action, a sentence about it, and the cycle that ended.

    `undone` is the earlier end that was taken back.
    """

    control: Control
    action: str
    line: str
    closing: Closing | None = None
    undone: Closing | None = None


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
            check_day(day, field=field)
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
        repeat, credited_on=last_done_on, done_on=last_done_on, anchor_on=start_on
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
    is_named: bool = False,
) -> Step:
    """The control was done; `is_named` if the answer names the open cycle.

    Raises InputError for a day that cannot be, Conflict if it was done on that day or later, and
    TooEarly if the open cycle is not named and the day is nearer to what came before it.
    """
    check_done_day(done_on, entered_on)
    last_done_on = control.last_done_on
    if last_done_on is not None and done_on <= last_done_on:
        raise Conflict(
            f"it was already done on {render_day(last_done_on)}; "
            f"the cycle now open is due on {render_day(control.due_on)}"
        )
    if not is_named:
        _check_nearness(control, repeat, done_on)
    closing = _close(control, repeat, ending, done_on=done_on, entered_on=entered_on, by=by)
    closing = replace(closing, reason=note)
    opened = replace(_open_next(control, closing), last_done_on=done_on, withdrawn_on=None)
    late = f", {render_days(closing.days_late)} late" if closing.days_late else ""
    line = _say_end(closing, f"done on {render_day(done_on)}{late}")
    return Step(control=replace(opened, done_by=by), action="done", line=line, closing=closing)


def _check_nearness(control: Control, repeat: Repeat, done_on: date) -> None:
    """A day before the due date counts for it from the middle of the wait on."""
    due_on = control.due_on
    waited_from_on = max(control.counted_from_on, control.first_seen_on)
    if isinstance(repeat, Fixed):
        before_on = find_scheduled_before(repeat, before=due_on, anchor_on=control.anchor_on)
        waited_from_on = max(waited_from_on, before_on)
    if done_on >= due_on or done_on - waited_from_on > due_on - done_on:
        return
    last = "that it was last done on that day"
    if control.last_done_on is not None:
        last = f"that it was done on that day and not on {render_day(control.last_done_on)}"
    raise TooEarly(
        f"{render_day(done_on)} is long before the due date, {render_day(due_on)}, so nothing is "
        f"recorded: say that this due date is done early (--early), or {last} (--correct)"
    )


def plan_correction(
    control: Control,
    closing: Closing | None,
    repeat: Repeat,
    *,
    done_on: date,
    entered_on: date,
    by: str,
    note: str = "",
    ending: Ending = Ending.DONE,
) -> Step:
    """The last done was on another day: it is undone and done again, in one step.

    `closing` is the one that `control.opened_by` names. Without one, only the list knows when it
    was last done, and the open cycle stays open.
    """
    check_done_day(done_on, entered_on)
    if done_on == control.last_done_on:
        raise Conflict(f"it was already done on {render_day(done_on)}")
    if closing is None:
        return learn_last_done(control, repeat, done_on, by=by)
    if closing.is_skip:
        what = f"the cycle due on {render_day(closing.due_on)} was skipped since then"
        raise Conflict(f"{what}; undo that first")
    undone = plan_undo(control, closing, by=by).control
    step = plan_done(
        undone,
        repeat,
        done_on=done_on,
        entered_on=entered_on,
        by=by,
        note=note or closing.reason,
        ending=ending,
        is_named=True,
    )
    return _say_correction(control, step, closing)


def _say_correction(before: Control, step: Step, undone: Closing) -> Step:
    """The open cycle is the same one, so its snoozes stay."""
    assert step.closing is not None
    return Step(
        control=replace(step.control, withdrawn_on=undone.done_on, snoozes=before.snoozes),
        action="corrected",
        line=f"corrected, it said {render_day(undone.done_on)}; {step.line}",
        closing=replace(step.closing, corrected_on=undone.done_on, corrected_by=undone.by),
        undone=undone,
    )


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


def plan_last_undo(
    control: Control, closing: Closing | None, repeat: Repeat, *, entered_on: date, by: str
) -> Step:
    """The last done, skip or correction is undone; raises Conflict if there is none.

    `closing` is the one that `control.opened_by` names.
    """
    if closing is None and control.replaced:
        return _restore_replaced(control, by=by)
    if closing is None:
        raise Conflict(f"{control.name} was not marked as done or skipped: nothing to take back")
    if closing.corrected_on is None:
        return plan_undo(control, closing, by=by)
    return plan_correction_undo(control, closing, repeat, entered_on=entered_on, by=by)


def plan_undo(control: Control, closing: Closing, *, by: str) -> Step:
    """The last end of a cycle is undone and the cycle is open again; raises Conflict.

    `closing` is the one that `control.opened_by` names.
    """
    if closing.number != control.opened_by:
        raise Conflict("only what was marked last can be taken back, and only once")
    restored = replace(
        control,
        due_on=closing.opened_due_on,
        counted_from_on=closing.counted_before_from_on,
        last_done_on=closing.done_before_on,
        done_by=closing.done_before_by,
        snoozes=write_snoozes(closing.snoozes),
        opened_by=closing.opened_by,
        corrected_at=None,
        withdrawn_on=control.withdrawn_on if closing.is_skip else closing.done_on,
        lines=control.lines + count_lines(closing),
    )
    what = "skipped" if closing.is_skip else f"done on {render_day(closing.done_on)}"
    open_again = f"the cycle due on {render_day(closing.opened_due_on)} is open again"
    line = f"{what}: taken back by {by}; {open_again}"
    return Step(control=restored, action="undone", line=line, undone=closing)


def plan_correction_undo(
    control: Control, closing: Closing, repeat: Repeat, *, entered_on: date, by: str
) -> Step:
    """The day that a correction replaced counts again; `closing` is the correction."""
    assert closing.corrected_on is not None
    step = plan_correction(
        control,
        closing,
        repeat,
        done_on=closing.corrected_on,
        entered_on=entered_on,
        by=closing.corrected_by,
        ending=Ending.TYPED if closing.corrected_by == BY_HAND else Ending.DONE,
    )
    assert step.closing is not None
    restored = replace(step.closing, corrected_on=None, corrected_by="")
    day = render_day(closing.corrected_on)
    line = f"correction taken back by {by}; it was done on {day}"
    return replace(step, action="correction undone", line=line, closing=restored)


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


def learn_last_done(control: Control, repeat: Repeat, done_on: date, *, by: str) -> Step:
    """A date that ends no cycle of ours; it moves the due date of the open one."""
    opened = open_control(
        control.name,
        repeat,
        first_seen_on=max(control.first_seen_on, done_on),
        first_due_on=control.first_due_on,
        last_done_on=done_on,
    )
    learned = replace(
        control,
        anchor_on=opened.anchor_on,
        counted_from_on=done_on,
        due_on=opened.due_on,
        last_done_on=done_on,
        done_by=control.done_by if by == BY_HAND else by,
        snoozes={},
        withdrawn_on=control.last_done_on,
        corrected_at=None,
        replaced=_write_replaced(control),
    )
    source = "the list says" if by == BY_HAND else f"{by} says"
    line = f"{source} it was last done on {render_day(done_on)}"
    return Step(
        control=learned, action="learned", line=f"{line}; due on {render_day(learned.due_on)}"
    )


def _write_replaced(control: Control) -> dict[str, Any]:
    days = {name: getattr(control, name) for name in _REPLACED_DAYS}
    return {
        **{name: day.isoformat() if day else None for name, day in days.items()},
        "done_by": control.done_by,
        "snoozes": dict(control.snoozes),
        "replaced": dict(control.replaced),
    }


def _restore_replaced(control: Control, *, by: str) -> Step:
    """The date that only the list knew is undone; it ended no cycle, so none is reopened."""
    before = control.replaced
    days: dict[str, Any] = {name: read_day(before[name]) for name in _REPLACED_DAYS}
    restored = replace(
        control,
        **days,
        done_by=before["done_by"],
        snoozes=before["snoozes"],
        replaced=before["replaced"],
        withdrawn_on=control.last_done_on,
        corrected_at=None,
    )
    assert control.last_done_on is not None
    line = f"last done on {render_day(control.last_done_on)}: taken back by {by}"
    due = f"due on {render_day(restored.due_on)} again"
    return Step(control=restored, action="correction undone", line=f"{line}; {due}")


def list_step_changes(control: Control, step: Step, at: datetime, *, by: str) -> list[Change]:
    """The history lines and the event of a step; `control` is as it was before."""
    changes: list[Change] = []
    if step.undone:
        lines = write_undoing(control, step.undone, at, by)
        changes += [Append(line) for line in lines]
        control = replace(control, lines=control.lines + len(lines))
    if step.closing:
        changes += [Append(line) for line in write_closing(control, step.closing, at)]
        op = SKIPPED if step.closing.is_skip else DONE
        return [*changes, announce(control, op, step.closing.facts, at=at)]
    facts = step.undone.facts if step.undone else {"due_on": step.control.due_on.isoformat()}
    return [*changes, announce(control, UNDONE if step.undone else DONE, facts, at=at)]


def _close(
    control: Control,
    repeat: Repeat,
    ending: Ending,
    *,
    done_on: date,
    entered_on: date,
    by: str,
) -> Closing:
    """The latest due date up to the day of the work is credited, and those before it are missed.

    None is missed before the control was first seen, except the first due date that was given.
    """
    anchor_on = control.anchor_on
    *passed, credited_on = list_passed(
        repeat, due_on=control.due_on, until=done_on, anchor_on=anchor_on
    )
    return Closing(
        number=control.cycle,
        ending=ending,
        due_on=credited_on,
        done_on=done_on,
        entered_on=entered_on,
        by=by,
        missed=tuple(
            day for day in passed if day >= control.first_seen_on or day == control.first_due_on
        ),
        next_due_on=_find_next(control, repeat, credited_on, done_on),
        opened_by=control.opened_by,
        opened_due_on=control.due_on,
        counted_before_from_on=control.counted_from_on,
        done_before_on=control.last_done_on,
        done_before_by=control.done_by,
        snoozes=control.list_snoozes(),
    )


def _find_next(control: Control, repeat: Repeat, credited_on: date, done_on: date) -> date:
    """Never before the credited date, even if the work was done long before it.

    A rolling repeat that is done on the day it counts from is due on the same date again.
    """
    anchor_on, first_on = control.anchor_on, control.first_due_on
    next_on = find_next_due(repeat, credited_on=credited_on, done_on=done_on, anchor_on=anchor_on)
    is_due_again = done_on == control.counted_from_on and credited_on != first_on
    # A rolling repeat counts on from the date it came to, until that is late enough.
    while next_on < credited_on or (next_on == credited_on and not is_due_again):
        next_on = find_next_due(
            repeat, credited_on=credited_on, done_on=next_on, anchor_on=anchor_on
        )
    return max(next_on, first_on or next_on)


def _open_next(control: Control, closing: Closing) -> Control:
    return replace(
        control,
        due_on=closing.next_due_on,
        counted_from_on=closing.done_on,
        snoozes={},
        corrected_at=None,
        cycle=closing.number + 1,
        opened_by=closing.number,
        lines=control.lines + count_lines(closing),
    )


def check_done_day(done_on: date, entered_on: date) -> None:
    check_day(done_on, field="done_on")
    if done_on > entered_on:
        raise _refuse_future(done_on, field="done_on")


def check_day(day: date, *, field: str) -> None:
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
