"""What a row of the list says of its control that was not known before.

What people type is the list's; what was recorded is the book's. So details are taken as they stand,
a date that counts as done ends the cycle, and an older date than the known one changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from belfry.controls.chains.chains import render_offsets
from belfry.controls.chains.progress import Progress, Step
from belfry.controls.chains.rules import Rules
from belfry.controls.control_plans import plan_look, plan_step
from belfry.controls.control_states import chain_of, progress_of, put_progress
from belfry.controls.controls import BELFRY, Control, control_id, record_control
from belfry.controls.histories import ReminderLine
from belfry.controls.repeats.cycles import (
    BY_HAND,
    InStep,
    OutOfStep,
    judge_typed,
    open_progress,
    plan_reschedule,
)
from belfry.controls.repeats.parse_repeat import Repeat, parse_repeat
from belfry.controls.tasks.task_rows import TaskRow
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError

Blame = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Judged:
    """What a row came to; `blamed` are cells that cannot be right, as (column, text).

    `is_behind` if the list says less of the last done date than is known: it is to be put right.
    """

    row: TaskRow
    control: Control | None
    progress: Progress
    steps: tuple[Step, ...] = ()
    is_behind: bool = False
    blamed: list[Blame] = field(default_factory=list)

    @property
    def is_moved(self) -> bool:
        """Whether a known control has another due date now."""
        return self.control is not None and self.control.due_on != self.progress.due_on

    @property
    def is_closed(self) -> bool:
        return any(step.closing for step in self.steps)

    @property
    def needs_another_look(self) -> bool:
        """Whether the row must be read again next time, even if it stays as it is."""
        return self.is_behind or bool(self.blamed)


def judge_task(
    row: TaskRow, control: Control | None, today: date, *, says_done: bool = True
) -> Judged:
    """`says_done` if the list has a column for the last done date."""
    if control is None:
        return _meet(row, today)
    judged = _reschedule(Judged(row, control, progress_of(control)), today)
    if not says_done or "last_done" in row.unread:
        return judged
    return _compare_done(judged, today)


def refuse_done(judged: Judged, why: str) -> Judged:
    """The same without the end of a cycle that the list says there was."""
    steps = tuple(step for step in judged.steps if not step.closing)
    assert judged.control is not None
    progress = steps[-1].progress if steps else progress_of(judged.control)
    blamed = [*judged.blamed, ("last_done", why)]
    return replace(judged, progress=progress, steps=steps, blamed=blamed)


def _meet(row: TaskRow, today: date) -> Judged:
    """A control is first seen; a date that cannot be right counts as none."""
    dates = {"first_due": row.first_due, "last_done": row.last_done}
    blamed: list[Blame] = []
    while True:
        try:
            progress = open_progress(
                row.repeat,
                first_seen_on=today,
                first_due_on=dates["first_due"],
                last_done_on=dates["last_done"],
            )
        except InputError as error:
            if error.field is None or dates.get(error.field) is None:
                raise
            blamed.append((error.field, str(error)))
            dates[error.field] = None
        else:
            return Judged(row, None, progress, blamed=blamed)


def _reschedule(judged: Judged, today: date) -> Judged:
    row, control = judged.row, judged.control
    assert control is not None
    first_due = control.first_due_on if "first_due" in row.unread else row.first_due
    if row.repeat == _find_repeat(control) and first_due == control.first_due_on:
        return judged
    try:
        step = plan_reschedule(judged.progress, row.repeat, today=today, first_due_on=first_due)
    except InputError as error:
        return replace(judged, blamed=[("first_due", str(error))])
    return replace(judged, progress=step.progress, steps=(step,))


def _compare_done(judged: Judged, today: date) -> Judged:
    row = judged.row
    try:
        found = judge_typed(judged.progress, row.repeat, row.last_done, today=today)
    except InputError as error:
        return replace(judged, blamed=[*judged.blamed, ("last_done", str(error))])
    match found:
        case InStep(progress):
            return replace(judged, progress=progress)
        case OutOfStep():
            return replace(judged, is_behind=True)
        case Step():
            return replace(judged, progress=found.progress, steps=(*judged.steps, found))


def _find_repeat(control: Control) -> Repeat | None:
    """None if what was kept can no longer be read: then the list's counts as a new one."""
    try:
        return parse_repeat(control.repeat)
    except ReadingError:
        return None


@dataclass(frozen=True, slots=True)
class Look:
    """One look at the list: when, on which day of the team's, and by which rules."""

    now: datetime
    today: date
    rules: Rules


@dataclass(frozen=True, slots=True)
class Planned:
    """A control as a look left it, and the commit that writes it."""

    control: Control
    changes: list[Change]


def plan_task(judged: Judged, reminders: Sequence[ReminderLine], look: Look) -> Planned | None:
    """What becomes of the control of a row; None if it is as it was.

    `reminders` are the control's, and matter only if its due date changed.
    """
    control = judged.control
    if control is None:
        return _plan_first(judged, look)
    taken = _copy_details(judged, control)
    more: list[Change] = []
    for step in judged.steps:
        taken, told = plan_step(taken, step, reminders, at=look.now)
        more += told
    taken = put_progress(taken, judged.progress, reminders)
    taken = plan_look(taken, chain_of(taken, look.rules).offsets, look.today)
    if taken == control:
        return None
    action = _name_action(judged, control, taken)
    if not action:
        return Planned(taken, [Put(taken)])
    by = BY_HAND if judged.is_closed else BELFRY
    return Planned(taken, [*record_control(taken, action=action, at=look.now, by=by), *more])


def plan_missing(controls: Sequence[Control], now: datetime) -> list[list[Change]]:
    """Controls that are not on the list are kept in mind; their rows are news if they return."""
    return [[Put(replace(control, row="", missing_since=now))] for control in controls]


def plan_gone(
    controls: Sequence[Control], now: datetime, *, by: str = BELFRY
) -> list[list[Change]]:
    """They are reminded of no more; what is known of them stays."""
    gone = [replace(control, row="", gone_at=now) for control in controls]
    return [record_control(one, action="gone from the list", at=now, by=by) for one in gone]


def _plan_first(judged: Judged, look: Look) -> Planned:
    row, progress = judged.row, judged.progress
    met = Control(
        id=control_id(row.name),
        row="",
        name=row.name,
        repeat=row.repeat.render(),
        first_seen_on=look.today,
        anchor_on=progress.anchor_on,
        counted_from_on=progress.counted_from_on,
        due_on=progress.due_on,
        look_on=look.today,
    )
    met = put_progress(_copy_details(judged, met), progress, ())
    met = plan_look(met, chain_of(met, look.rules).offsets, look.today)
    return Planned(met, record_control(met, action="first seen", at=look.now))


def _copy_details(judged: Judged, control: Control) -> Control:
    """What the list says besides the dates is taken as it stands; what it no longer says goes."""
    row = judged.row
    override, evidence = control.chain_override, control.requires_evidence
    if "chain_override" not in row.unread:
        override = render_offsets(row.override) if row.override else ""
    if "requires_evidence" not in row.unread or judged.control is None:
        evidence = row.requires_evidence
    return replace(
        control,
        row="" if judged.needs_another_look else row.text,
        name=row.name,
        area=row.area,
        owner=row.owner,
        repeat=row.repeat.render(),
        proof=row.proof,
        notes=row.notes,
        chain_override=override,
        requires_evidence=evidence,
        missing_since=None,
        gone_at=None,
    )


def _name_action(judged: Judged, before: Control, after: Control) -> str:
    """What the trail calls it; nothing if it is not worth a word."""
    said = ["back on the list"] if before.gone_at else []
    said += [step.action for step in judged.steps]
    if not said and _details(before) != _details(after):
        said = ["details changed"]
    return ", ".join(said)


def _details(control: Control) -> tuple[object, ...]:
    said = (control.name, control.area, control.owner, control.proof, control.notes)
    return (*said, control.chain_override, control.requires_evidence)
