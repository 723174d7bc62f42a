"""What is kept of a control for good: its cycles, its reminders, its evidence.

Lines are only ever added. Whoever takes back that something was done adds a line that says so. Of a
file that was given, a model may say later what can be seen in it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from belfry.controls.chains.moves import WindowRecord
from belfry.controls.controls import Control
from belfry.controls.repeats.day_words import render_day

THE_LIST = "tasks"


class Outcome(StrEnum):
    """What became of a cycle; undone takes back the line before it."""

    DONE = "done"
    SKIPPED = "skipped"
    MISSED = "missed"
    UNDONE = "undone"


@dataclass(frozen=True, slots=True, kw_only=True)
class CycleLine:
    """One line of a history; `done_on` is the day of the act, `at` when it was entered.

    `cycle` is the number of the end that it tells of, takes back, or that came after days missed.
    `before` is what an undo of it brings back.
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
    """What a tick decided to say or to leave out; `slot` names the window, the day or the snooze.

    There is one for each slot of a due date, however often a tick runs.
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
    """A note or a file that somebody gave for a cycle; the bytes are on the shelf.

    The cycle is known by the end that opened it, 0 if none did; `due_on` is when it was due then.
    `described_by` is the model that was shown the file, also where it had nothing to say.
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
        """Whether there is a file that no model was shown yet."""
        return bool(self.digest) and not self.described_by

    @property
    def blob_name(self) -> str:
        """Where its bytes are kept, if it has any; the digest names them whatever a person did."""
        return f"evidence/{self.digest[:2]}/{self.digest}" if self.digest else ""


@dataclass(frozen=True, slots=True, kw_only=True)
class AnswerLink:
    """A link in a reminder: whoever has it may answer for that control until it is over.

    It is known by its digest, so that what is stored opens nothing.
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
    """What is remembered of the list from one look to the next; see the board of jobs.

    `reading` names the rules and headers its rows were last read by.
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


_ENDS = (Outcome.DONE, Outcome.SKIPPED)


@dataclass(frozen=True, slots=True)
class MeantCycle:
    """What is None was not said."""

    due_on: date | None = None
    opened_by: int | None = None

    def is_open(self, control: Control) -> bool:
        is_due_then = self.due_on in (None, control.due_on)
        return is_due_then and self.opened_by in (None, control.opened_by)


def find_open(control: Control) -> MeantCycle:
    return MeantCycle(control.due_on, control.opened_by)


def find_ended(lines: Sequence[CycleLine], due_on: date) -> MeantCycle | None:
    """The cycle that was due on that day and is over; the last one, if there were several."""
    ended = [line for line in _list_standing(lines) if line.due_on == due_on]
    return MeantCycle(due_on, int(ended[-1].before["opened_by"])) if ended else None


def list_proofs(control: Control, evidence: Iterable[Evidence]) -> list[Evidence]:
    """What was given for the open cycle."""
    return [one for one in evidence if one.opened_by == control.opened_by]


def say_what_changed(
    control: Control,
    meant: MeantCycle,
    lines: Sequence[CycleLine],
    name_of: Callable[[str], str] = str,
) -> str:
    """Why an answer for a cycle that is no longer open comes too late; `lines` are the control's.

    `name_of` gives the name of whoever did something.
    """
    ends = [line for line in _list_standing(lines) if _is_of(line, meant)]
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


def _is_of(line: CycleLine, meant: MeantCycle) -> bool:
    if meant.opened_by is not None:
        return bool(line.before["opened_by"] == meant.opened_by)
    return line.due_on == meant.due_on


def _list_standing(lines: Sequence[CycleLine]) -> list[CycleLine]:
    """The ends that nobody took back."""
    undone = {line.cycle for line in lines if line.outcome is Outcome.UNDONE}
    return [line for line in lines if line.outcome in _ENDS and line.cycle not in undone]


_WINDOW = re.compile(r"day([+-][0-9]+)")


def name_window(window: int) -> str:
    """The window so many days from the due date: day-5, day+0, day+2."""
    return f"day{window:+d}"


def name_escalation(day: date) -> str:
    return f"escalation-{day.isoformat()}"


def name_snooze(until_on: date) -> str:
    """The reminder that the end of a snooze brought about."""
    return f"snooze-{until_on.isoformat()}"


def recall_windows(lines: Iterable[ReminderLine], due_on: date) -> tuple[WindowRecord, ...]:
    """What was recorded of a due date's windows, also if it was left and came back."""
    found = [
        (match, line)
        for line in lines
        if line.due_on == due_on and (match := _WINDOW.fullmatch(line.slot))
    ]
    return tuple(
        WindowRecord(int(match[1]), line.on, line.kind is ReminderKind.REMINDER)
        for match, line in found
    )


def recall_escalation(lines: Iterable[ReminderLine], due_on: date) -> date | None:
    """The last day on which a due date was escalated."""
    days = [
        line.on for line in lines if line.due_on == due_on and line.kind is ReminderKind.ESCALATION
    ]
    return max(days, default=None)
