"""What a row of the list says of its control that was not known before.

What people type is the list's; what was recorded is the book's. So details are taken as they stand,
a date that counts as done ends the cycle, and an older date than the known one changes nothing.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date

from belfry.controls.chains.progress import Progress, Step
from belfry.controls.control_states import progress_of
from belfry.controls.controls import Control
from belfry.controls.repeats.cycles import open_progress
from belfry.controls.repeats.repeats import Repeat, parse_repeat
from belfry.controls.repeats.reschedules import plan_reschedule
from belfry.controls.repeats.typed_dates import InStep, OutOfStep, judge_typed
from belfry.controls.tasks.tasks import TaskRow
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
