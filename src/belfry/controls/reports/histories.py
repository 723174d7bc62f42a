"""What is kept of a control for good: its cycles, its reminders, its evidence.

Lines are only ever added. Whoever takes back that something was done adds a line that says so. Of a
file that was given, a model may say later what can be seen in it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime
from enum import StrEnum
from typing import Any

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
