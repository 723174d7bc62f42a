"""Compare a row of the task list with the control it describes, and plan what to write.

Details are taken as they are typed. A later done date ends the cycle or corrects the last one; an
older one than is known changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime, timedelta
from functools import lru_cache, partial
from typing import TypeVar

from belfry.controls.chains.chains import Offsets, parse_override, render_offsets
from belfry.controls.chains.moves import Moment, plan_next_check
from belfry.controls.chains.rules import LONGEST_NAME, fold_section
from belfry.controls.controls import (
    BELFRY,
    Control,
    ControlChange,
    ReminderLine,
    record_control,
    restore_reminders,
)
from belfry.controls.repeats.closings import Closing, Ending
from belfry.controls.repeats.cycles import (
    BY_HAND,
    Step,
    TooEarly,
    check_day,
    check_done_day,
    learn_last_done,
    list_step_changes,
    open_control,
    plan_correction,
    plan_done,
)
from belfry.controls.repeats.parse_repeat import parse_repeat
from belfry.controls.repeats.repeats import (
    Fixed,
    Repeat,
    find_next_due,
    find_scheduled,
    render_day,
)
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, InputError
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook import UnknownWord
from belfry.kernel.sheets import (
    Column,
    RepairNote,
    RowReader,
    SheetProblem,
    Taken,
    Unread,
    read_date,
    read_yes_no,
)
from belfry.kernel.texts import clean_text, make_storable

T = TypeVar("T")

LONGEST_CELL = 200
LONGEST_NOTES = 2000
_MOST_KEPT = 4096
_SHOWN = 60
_DAY = timedelta(days=1)

COLUMNS = (
    Column("name", ("control", "check", "task", "control name", "task name"), is_needed=True),
    Column("area", ("control area", "category", "department")),
    Column("repeat", ("repeats", "frequency", "how often", "recurrence"), is_needed=True),
    Column("owner", ("responsible", "who", "assigned to")),
    Column("proof", ("proof to keep", "evidence", "evidence to keep", "record to keep")),
    Column("last_done", ("last completed", "last done on", "last done date")),
    Column("first_due", ("first due on", "first due date")),
    Column("chain_override", ("chain", "reminders", "remind")),
    Column("requires_evidence", ("evidence required", "needs evidence", "proof required")),
    Column("notes", ("note", "comments", "remarks")),
    Column("done_by", ("last done by", "completed by")),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskRow:
    """One control as its row has it; `key` is its name without case, hyphens and the like.

    `unread` are the columns whose cells could not be read: what was known of them still holds, or
    what stands here if nothing was. `text` is the row as it stands in the file, or nothing if it
    must be looked at again.
    """

    key: str
    name: str
    area: str
    repeat: Repeat
    owner: str
    proof: str
    last_done: date | None
    first_due: date | None
    override: Offsets | None
    requires_evidence: bool
    notes: str
    line: int
    unread: frozenset[str] = frozenset()
    text: str = field(default="", repr=False)


@dataclass(frozen=True, slots=True)
class TaskSheet:
    """The rows that can be believed, in the order of the file.

    `doubtful` are the keys of controls that stand in the list and not in `rows`.
    """

    rows: tuple[TaskRow, ...]
    doubtful: frozenset[str]
    problems: tuple[SheetProblem, ...]
    repairs: tuple[RepairNote, ...]


def read_tasks(readers: Iterable[RowReader], *, country: str) -> TaskSheet:
    """Every row of the list; `country` is the team's."""
    readers = list(readers)
    by_key: dict[str, list[RowReader]] = {}
    for reader in readers:
        if key := _read_key(reader):
            by_key.setdefault(key, []).append(reader)
    rows = []
    for key, same in by_key.items():
        if len(same) > 1:
            _blame_doubles(same)
        elif row := _read_row(same[0], key, country):
            rows.append(row)
    return TaskSheet(
        rows=tuple(rows),
        doubtful=frozenset(by_key.keys() - {row.key for row in rows}),
        problems=tuple(problem for reader in readers for problem in reader.problems),
        repairs=tuple(repair for reader in readers for repair in reader.repairs),
    )


def _read_key(reader: RowReader) -> str | None:
    name = reader.text("name")
    if not name:
        reader.blame("name", "expected the name of a control, and found nothing")
        return None
    try:
        key = fold_section(clean_text(name, field="name", most=LONGEST_NAME, least=1))
    except InputError as error:
        reader.blame("name", str(error))
        return None
    if not key:
        reader.blame("name", f"expected the name of a control, not {name!r}")
    return key or None


def _blame_doubles(same: list[RowReader]) -> None:
    lines = [reader.row.line for reader in same]
    for reader in same:
        others = " and ".join(str(line) for line in lines if line != reader.row.line)
        duplicate = f"{reader.text('name')!r} stands in line {others}, too: none of them counts"
        reader.blame("name", f"{duplicate} until each control has a name of its own")


def _read_row(reader: RowReader, key: str, country: str) -> TaskRow | None:
    repeat = reader.need("repeat", _read_repeat)
    if repeat is None:
        return None
    unread: set[str] = set()

    def take(column: str, read: Callable[[str], Taken[T] | Unread]) -> T | None:
        value = reader.take(column, read)
        if value is None and reader.text(column):
            unread.add(column)
        return value

    read_day = partial(read_date, country=country)
    last_done, first_due = take("last_done", read_day), take("first_due", read_day)
    override = take("chain_override", _read_override)
    requires = take("requires_evidence", read_yes_no)
    return TaskRow(
        key=key,
        name=reader.text("name"),
        area=_shorten(reader.text("area")),
        repeat=repeat,
        owner=_shorten(reader.text("owner")),
        proof=_shorten(reader.text("proof")),
        last_done=last_done,
        first_due=first_due,
        override=override,
        # A word that cannot be read may well have been a yes.
        requires_evidence=bool(requires) or "requires_evidence" in unread,
        notes=_shorten(reader.text("notes"), LONGEST_NOTES),
        line=reader.row.line,
        unread=frozenset(unread),
        text="" if reader.problems else make_storable(reader.row.text, most=len(reader.row.text)),
    )


@lru_cache(maxsize=_MOST_KEPT)
def _read_repeat(text: str) -> Taken[Repeat] | Unread:
    return _try(parse_repeat, text)


@lru_cache(maxsize=_MOST_KEPT)
def _read_override(text: str) -> Taken[Offsets] | Unread:
    return _try(parse_override, text)


def _try(parse: Callable[[str], T], text: str) -> Taken[T] | Unread:
    try:
        return Taken(parse(text))
    except InputError as error:
        nearest = error.nearest if isinstance(error, UnknownWord) else None
        hint = f"; did you mean {nearest}?" if nearest else ""
        return Unread(f"{text[:_SHOWN]!r}: {error}{hint}")


def _shorten(text: str, most: int = LONGEST_CELL) -> str:
    return make_storable(text, most=most)


CellProblem = tuple[str, str]
CORRECTIONS = ("corrected", "learned")


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
        return self.control is not None and self.control.due_on != self.after.due_on

    @property
    def closing(self) -> Closing | None:
        """The end of a cycle that the list claims, if it does."""
        return next((step.closing for step in self.steps if step.closing), None)

    @property
    def correction(self) -> Step | None:
        """What the list says of a day that is too early to end the open cycle, if it does."""
        return next((step for step in self.steps if step.action in CORRECTIONS), None)

    @property
    def claims_work(self) -> bool:
        """Whether the list says that it was done since it is known."""
        control, done_on = self.control, self.after.last_done_on
        if control is None or done_on is None or done_on == control.last_done_on:
            return False
        return self.closing is not None or done_on >= control.first_seen_on

    @property
    def must_be_reread(self) -> bool:
        """Whether the next sync must read the row again, even if it stays as it is."""
        return self.is_behind or bool(self.problems)


FindLast = Callable[[Control], Closing | None]


def judge_task(
    row: TaskRow,
    control: Control | None,
    today: date,
    *,
    find_last: FindLast,
    has_done_column: bool = True,
) -> JudgedTask:
    """`find_last` gives the closing that a control's `opened_by` names."""
    if control is None:
        return judge_new(row, today)
    judged = _judge_schedule(JudgedTask(row, control, control), control, today)
    if not has_done_column or "last_done" in row.unread:
        return judged
    return _judge_last_done(judged, today, find_last)


def refuse_done(judged: JudgedTask, why: str) -> JudgedTask:
    """The same without the work that the list claims."""
    assert judged.control is not None
    known_on = judged.control.last_done_on
    steps = tuple(step for step in judged.steps if step.control.last_done_on == known_on)
    after = steps[-1].control if steps else judged.control
    problems = [*judged.problems, ("last_done", why)]
    return replace(judged, after=after, steps=steps, problems=problems)


def judge_new(row: TaskRow, today: date) -> JudgedTask:
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


def _judge_last_done(judged: JudgedTask, today: date, find_last: FindLast) -> JudgedTask:
    row = judged.row
    try:
        typed = judge_typed(
            judged.after, row.repeat, row.last_done, today=today, find_last=find_last
        )
    except InputError as error:
        return replace(judged, problems=[*judged.problems, ("last_done", str(error))])
    match typed:
        case UpToDate(control):
            return replace(judged, after=control)
        case OutOfDate():
            return replace(judged, is_behind=True)
        case Step():
            return replace(judged, after=typed.control, steps=(*judged.steps, typed))


def plan_reschedule(
    control: Control, repeat: Repeat, *, today: date, first_due_on: date | None = None
) -> Step:
    """The control with another repeat or first due date; raises InputError.

    A new schedule brings no due dates from before it was written, except that an overdue cycle
    stays overdue if the new schedule has a day since.
    """
    if first_due_on is not None:
        check_day(first_due_on, field="first_due")
    anchor_on, due_on = _find_new_dates(control, repeat, today, first_due_on)
    is_same = due_on == control.due_on
    moved = replace(
        control,
        first_due_on=first_due_on,
        anchor_on=anchor_on,
        due_on=due_on,
        snoozes=control.snoozes if is_same else {},
        replaced={},
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
        due_on = find_next_due(repeat, credited_on=start_on, done_on=start_on, anchor_on=start_on)
    return first_due_on or due_on, max(due_on, first_due_on or due_on)


@dataclass(frozen=True, slots=True)
class UpToDate:
    """The list has the known date; `control` no longer waits for the list to drop another."""

    control: Control


@dataclass(frozen=True, slots=True)
class OutOfDate:
    """The list has an older date, or none: it is to be corrected."""


def judge_typed(
    control: Control,
    repeat: Repeat,
    typed_on: date | None,
    *,
    today: date,
    find_last: FindLast,
) -> Step | UpToDate | OutOfDate:
    """What a `last_done` in the list means; raises InputError for a date that cannot be.

    A later date than the known one counts as done, or corrects it where it is too early for the
    open cycle; `find_last` gives the closing that `opened_by` names.
    """
    known_on = control.last_done_on
    if typed_on == known_on:
        return UpToDate(replace(control, withdrawn_on=None))
    if typed_on is None or typed_on == control.withdrawn_on:
        return OutOfDate()
    if known_on is not None and typed_on < known_on:
        return OutOfDate()
    if known_on is None and not control.opened_by and typed_on < control.first_seen_on:
        check_done_day(typed_on, today)
        return learn_last_done(control, repeat, typed_on, by=BY_HAND)
    try:
        return plan_done(
            control, repeat, done_on=typed_on, entered_on=today, by=BY_HAND, ending=Ending.TYPED
        )
    except TooEarly:
        return _correct_typed(control, repeat, typed_on, today, find_last(control))


def _correct_typed(
    control: Control, repeat: Repeat, typed_on: date, today: date, closing: Closing | None
) -> Step:
    try:
        return plan_correction(
            control,
            closing,
            repeat,
            done_on=typed_on,
            entered_on=today,
            by=BY_HAND,
            ending=Ending.TYPED,
        )
    except Conflict as error:
        raise InputError(f"{render_day(typed_on)} cannot be taken: {error}") from error


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
    after = plan_next_check(after, moment.rules, moment.today)
    if judged.correction:
        after = replace(after, corrected_at=moment.now)
    if before is None:
        return ControlChange(after, record_control(after, action="first seen", at=moment.now))
    if after == before:
        return None
    action = _name_action(judged, before, after)
    if not action:
        return ControlChange(after, [Put(after)])
    by = BY_HAND if judged.closing or judged.correction else BELFRY
    changes = record_control(after, action=action, at=moment.now, by=by)
    for step in judged.steps:
        if step.closing:
            changes += list_step_changes(before, step, moment.now, by=by)
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
