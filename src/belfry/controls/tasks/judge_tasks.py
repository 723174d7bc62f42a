"""Compare a row of the task list with the control it describes, and plan what to write.

Details are taken as they are typed. A later done date ends the cycle; an older one than is known
changes nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime

from belfry.controls.chains.chains import render_offsets
from belfry.controls.chains.moves import Moment, chain_of, plan_next_check
from belfry.controls.controls import BELFRY, Control, ControlChange, record_control
from belfry.controls.histories import ReminderLine, restore_reminders
from belfry.controls.repeats.cycles import (
    BY_HAND,
    OutOfDate,
    Step,
    UpToDate,
    judge_typed,
    list_closing_changes,
    open_control,
    plan_reschedule,
)
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import Repeat
from belfry.controls.tasks.task_rows import TaskRow
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import ReadingError

CellProblem = tuple[str, str]


@dataclass(frozen=True, slots=True)
class JudgedTask:
    """A row, the control known before (None for a new one), and the control `after` it.

    `problems` are cells that cannot be right, as (column, text). `is_behind` if the list has an
    older done date than is known: it is to be corrected.
    """

    row: TaskRow
    control: Control | None
    after: Control
    steps: tuple[Step, ...] = ()
    is_behind: bool = False
    problems: list[CellProblem] = field(default_factory=list)

    @property
    def is_moved(self) -> bool:
        """Whether a known control has another due date now."""
        return self.control is not None and self.control.due_on != self.after.due_on

    @property
    def is_closed(self) -> bool:
        return any(step.closing for step in self.steps)

    @property
    def must_be_reread(self) -> bool:
        """Whether the next sync must read the row again, even if it stays as it is."""
        return self.is_behind or bool(self.problems)


def judge_task(
    row: TaskRow, control: Control | None, today: date, *, has_done_column: bool = True
) -> JudgedTask:
    if control is None:
        return _judge_new(row, today)
    judged = _judge_schedule(JudgedTask(row, control, control), control, today)
    if not has_done_column or "last_done" in row.unread:
        return judged
    return _judge_last_done(judged, today)


def refuse_done(judged: JudgedTask, why: str) -> JudgedTask:
    """The same without the end of a cycle that the list claims."""
    steps = tuple(step for step in judged.steps if not step.closing)
    assert judged.control is not None
    after = steps[-1].control if steps else judged.control
    problems = [*judged.problems, ("last_done", why)]
    return replace(judged, after=after, steps=steps, problems=problems)


def _judge_new(row: TaskRow, today: date) -> JudgedTask:
    """A control that is first seen; a date that cannot be right counts as none."""
    dates = {"first_due": row.first_due, "last_done": row.last_done}
    problems: list[CellProblem] = []
    while True:
        try:
            control = open_control(
                row.name,
                row.repeat,
                first_seen_on=today,
                first_due_on=dates["first_due"],
                last_done_on=dates["last_done"],
            )
        except InputError as error:
            if error.field is None or dates.get(error.field) is None:
                raise
            problems.append((error.field, str(error)))
            dates[error.field] = None
        else:
            return JudgedTask(row, None, control, problems=problems)


def _judge_schedule(judged: JudgedTask, control: Control, today: date) -> JudgedTask:
    row = judged.row
    first_due = control.first_due_on if "first_due" in row.unread else row.first_due
    if row.repeat == _find_repeat(control) and first_due == control.first_due_on:
        return judged
    try:
        step = plan_reschedule(control, row.repeat, today=today, first_due_on=first_due)
    except InputError as error:
        return replace(judged, problems=[("first_due", str(error))])
    return replace(judged, after=step.control, steps=(step,))


def _judge_last_done(judged: JudgedTask, today: date) -> JudgedTask:
    row = judged.row
    try:
        typed = judge_typed(judged.after, row.repeat, row.last_done, today=today)
    except InputError as error:
        return replace(judged, problems=[*judged.problems, ("last_done", str(error))])
    match typed:
        case UpToDate(control):
            return replace(judged, after=control)
        case OutOfDate():
            return replace(judged, is_behind=True)
        case Step():
            return replace(judged, after=typed.control, steps=(*judged.steps, typed))


def _find_repeat(control: Control) -> Repeat | None:
    """None if the stored repeat can no longer be read: then the list's counts as a new one."""
    try:
        return parse_repeat(control.repeat)
    except ReadingError:
        return None


def plan_task(
    judged: JudgedTask, reminders: Sequence[ReminderLine], moment: Moment
) -> ControlChange | None:
    """The control after its row was read; None if it is as it was.

    `reminders` are the control's, and matter only if its due date changed.
    """
    before, after = judged.control, _copy_details(judged)
    if before is not None:
        after = restore_reminders(before, after, reminders)
    after = plan_next_check(after, chain_of(after, moment.rules).offsets, moment.today)
    if before is None:
        return ControlChange(after, record_control(after, action="first seen", at=moment.now))
    if after == before:
        return None
    action = _name_action(judged, before, after)
    if not action:
        return ControlChange(after, [Put(after)])
    by = BY_HAND if judged.is_closed else BELFRY
    changes = record_control(after, action=action, at=moment.now, by=by)
    for step in judged.steps:
        if step.closing:
            changes += list_closing_changes(before, step.closing, moment.now)
    return ControlChange(after, changes)


def plan_missing(controls: Sequence[Control], now: datetime) -> list[list[Change]]:
    """Note since when controls are missing; their rows are read again if they return."""
    return [[Put(replace(control, row="", missing_since=now))] for control in controls]


def plan_gone(
    controls: Sequence[Control], now: datetime, *, by: str = BELFRY
) -> list[list[Change]]:
    """Close controls that left the list; their history stays."""
    gone = [replace(control, row="", gone_at=now) for control in controls]
    return [record_control(control, action="gone from the list", at=now, by=by) for control in gone]


def _copy_details(judged: JudgedTask) -> Control:
    """Everything in the row besides its dates; what it no longer says goes."""
    row, control = judged.row, judged.after
    override, evidence = control.chain_override, control.requires_evidence
    if "chain_override" not in row.unread:
        override = render_offsets(row.override) if row.override else ""
    if "requires_evidence" not in row.unread or judged.control is None:
        evidence = row.requires_evidence
    return replace(
        control,
        row="" if judged.must_be_reread else row.text,
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


def _name_action(judged: JudgedTask, before: Control, after: Control) -> str:
    """What the audit log calls it; empty if it needs no entry."""
    actions = ["back on the list"] if before.gone_at else []
    actions += [step.action for step in judged.steps]
    if not actions and _details(before) != _details(after):
        actions = ["details changed"]
    return ", ".join(actions)


def _details(control: Control) -> tuple[object, ...]:
    texts = (control.name, control.area, control.owner, control.proof, control.notes)
    return (*texts, control.chain_override, control.requires_evidence)
