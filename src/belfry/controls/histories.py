"""Append-only records of a control: its cycles, reminders, evidence and answer links."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from belfry.controls.controls import Control, WindowRecord, write_windows
from belfry.controls.repeats.day_words import render_day

THE_LIST = "tasks"
_WINDOW = re.compile(r"day([+-][0-9]+)")


class Outcome(StrEnum):
    """What became of a cycle; `UNDONE` voids an earlier line."""

    DONE = "done"
    SKIPPED = "skipped"
    MISSED = "missed"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleLine:
    """One line of a history; `done_on` is the day of the work, `at` when it was entered.

    `cycle` is the number of the end it belongs to; `before` holds what an undo restores.
    """

    control_id: str
    number: int
    cycle: int
    due_on: date
    outcome: Outcome
    done_on: date | None = None
    at: datetime
    by: str
    note: str = ""
    before: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.control_id}/{self.number}"


class ReminderKind(StrEnum):
    REMINDER = "reminder"
    ESCALATION = "escalation"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderLine:
    """A reminder that a tick decided to send or to leave out.

    `slot` names the window, the escalation day or the snooze; a due date has one line per slot.
    """

    control_id: str
    due_on: date
    slot: str
    kind: ReminderKind
    on: date
    at: datetime
    message_id: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.control_id}/{self.due_on.isoformat()}/{self.slot}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """A note or a file given for a cycle; the bytes are in the blob store.

    `opened_by` identifies the cycle; `due_on` is when it was due at that time. `described_by` is
    the model that was shown the file, also if it gave no usable description.
    """

    control_id: str
    number: int
    due_on: date
    opened_by: int = 0
    note: str = ""
    file_name: str = ""
    media_type: str = ""
    digest: str = ""
    size: int = 0
    described: str = ""
    described_by: str = ""
    at: datetime
    by: str
    revision: int = 0

    @property
    def key(self) -> str:
        return evidence_key(self.control_id, self.number)

    @property
    def awaits_description(self) -> bool:
        """Whether there is a file that no model has seen yet."""
        return bool(self.digest) and not self.described_by

    @property
    def blob_name(self) -> str:
        """Named by digest, so that equal files are stored once."""
        return f"evidence/{self.digest[:2]}/{self.digest}" if self.digest else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLink:
    """A link in a reminder that lets its bearer answer for one due date.

    Only the digest of its token is stored.
    """

    digest: str = field(repr=False)
    control_id: str
    due_on: date
    person: str
    made_at: datetime
    expires_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.digest


@dataclass(frozen=True, slots=True, kw_only=True)
class TaskList:
    """State of the task list between syncs.

    `reading` is a digest of the rules and headers its rows were last read with.
    """

    name: str = THE_LIST
    first_at: datetime
    reading: str = ""
    ticked_on: date | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


def evidence_key(control_id: str, number: int) -> str:
    return f"{control_id}/{number}"


@dataclass(frozen=True, slots=True)
class CycleRef:
    """The cycle an answer is meant for; None matches any.

    The due date alone is not enough: a control done on the day it is first seen may next be due on
    the very date it was due before. `opened_by` stays the same when the due date moves, and comes
    back after an undo.
    """

    due_on: date | None = None
    opened_by: int | None = None

    def is_open(self, control: Control) -> bool:
        has_due_date = self.due_on in (None, control.due_on)
        return has_due_date and self.opened_by in (None, control.opened_by)


def open_cycle_of(control: Control) -> CycleRef:
    return CycleRef(control.due_on, control.opened_by)


def find_ended_cycle(lines: Sequence[CycleLine], due_on: date) -> CycleRef | None:
    """The last cycle that was due on that day and is over."""
    ended = [line for line in _list_ends(lines) if line.due_on == due_on]
    return CycleRef(due_on, int(ended[-1].before["opened_by"])) if ended else None


def list_proofs(control: Control, evidence: Iterable[Evidence]) -> list[Evidence]:
    """The evidence for the open cycle."""
    return [proof for proof in evidence if proof.opened_by == control.opened_by]


def say_what_changed(
    control: Control,
    meant: CycleRef,
    lines: Sequence[CycleLine],
    name_of: Callable[[str], str] = str,
) -> str:
    """Why an answer for a cycle that is no longer open comes too late.

    `lines` are the control's; `name_of` turns a user id into a name.
    """
    ends = [line for line in _list_ends(lines) if _is_of(line, meant)]
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


def _is_of(line: CycleLine, meant: CycleRef) -> bool:
    if meant.opened_by is not None:
        return bool(line.before["opened_by"] == meant.opened_by)
    return line.due_on == meant.due_on


def _list_ends(lines: Sequence[CycleLine]) -> list[CycleLine]:
    """The lines of cycles that ended, without those undone."""
    undone = {line.cycle for line in lines if line.outcome is Outcome.UNDONE}
    ends = (Outcome.DONE, Outcome.SKIPPED)
    return [line for line in lines if line.outcome in ends and line.cycle not in undone]


def name_window(window: int) -> str:
    """The slot of a window: day-5, day+0, day+2."""
    return f"day{window:+d}"


def name_escalation(day: date) -> str:
    return f"escalation-{day.isoformat()}"


def name_snooze(until_on: date) -> str:
    """The slot of the reminder that the end of a snooze causes."""
    return f"snooze-{until_on.isoformat()}"


def restore_reminders(
    before: Control, after: Control, reminders: Iterable[ReminderLine]
) -> Control:
    """`after` with what `reminders` say of its due date, if that is another one than before.

    A due date may come back, after an undo or an edited row; its reminders are not sent again.
    """
    if after.due_on == before.due_on:
        return after
    lines = [line for line in reminders if line.due_on == after.due_on]
    windows = [
        WindowRecord(int(match[1]), line.on, line.kind is ReminderKind.REMINDER)
        for line in lines
        if (match := _WINDOW.fullmatch(line.slot))
    ]
    escalations = [line.on for line in lines if line.kind is ReminderKind.ESCALATION]
    return replace(
        after, windows=write_windows(windows), escalated_on=max(escalations, default=None)
    )
