"""The record of a control, its views, and how changes of it are audited and announced."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from enum import StrEnum
from typing import Any, NamedTuple

from belfry.controls.chains.rules import fold_section
from belfry.controls.repeats.repeats import render_day
from belfry.kernel.changes import Announce, Audited, Change, Event, put_audited
from belfry.kernel.texts import digest_of

LONGEST_ID = 100
_HASH_LENGTH = 16

BELFRY = "belfry"
AGGREGATE = "control"
REMINDED = "control.reminded"
ESCALATED = "control.escalated"
DONE = "control.done"
UNDONE = "control.undone"
SKIPPED = "control.skipped"
SNOOZED = "control.snoozed"
EVIDENCE = "control.evidence"


class WindowRecord(NamedTuple):
    """Whether the reminder of a window was sent or left out, and on which day."""

    window: int
    on: date
    is_sent: bool


@dataclass(frozen=True, slots=True)
class Snooze:
    """No reminders from `from_on` until `until_on`, when it is over.

    `reminded_on` is the day of the reminder that its end caused, if any.
    """

    from_on: date
    until_on: date
    reminded_on: date | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Control(Audited):
    """A row of the team's list and its open cycle. The name identifies it.

    - `row`: its line of the list as last read; an equal line needs no second reading.
    - `cycle`: the number the end of the open cycle will get; `opened_by`: the number of the end
      that opened it, 0 for the first; `lines`: how many lines its history has.
    - `first_due_on`: the date given for the first cycle, nothing is due before it; `anchor_on`:
      which blocks of a fixed repeat count; `counted_from_on`: the day of the last work or skip, or
      when the control was first seen.
    - `withdrawn_on`: a done date that was undone and may still be in the team's list.
    - `corrected_at`: when a date in the list corrected the last done, until a person has seen it;
      `replaced`: what a date that ended no cycle took the place of, to be restored by an undo.
    - `windows`, `snoozes`, `escalated_on`: what was recorded for this due date.
    - `last_sent_on`: the last day anything was sent about it, in any cycle.
    - `next_check_on`: the first day on which a tick has anything to decide.
    - `missing_since`: when it was first absent from the list; `gone_at`: when it was closed.
    """

    id: str
    row: str
    name: str
    area: str = ""
    owner: str = ""
    repeat: str
    proof: str = ""
    notes: str = ""
    chain_override: str = ""
    requires_evidence: bool = False
    first_due_on: date | None = None
    first_seen_on: date
    anchor_on: date
    counted_from_on: date
    cycle: int = 1
    opened_by: int = 0
    lines: int = 0
    due_on: date
    last_done_on: date | None = None
    withdrawn_on: date | None = None
    done_by: str = ""
    corrected_at: datetime | None = None
    replaced: Mapping[str, Any] = field(default_factory=dict)
    windows: Mapping[str, Any] = field(default_factory=dict)
    snoozes: Mapping[str, Any] = field(default_factory=dict)
    escalated_on: date | None = None
    last_sent_on: date | None = None
    next_check_on: date
    missing_since: datetime | None = None
    gone_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"control/{self.id}"

    def list_windows(self) -> tuple[WindowRecord, ...]:
        return tuple(
            WindowRecord(int(window), date.fromisoformat(record["on"]), record["sent"])
            for window, record in self.windows.items()
        )

    def list_snoozes(self) -> tuple[Snooze, ...]:
        return read_snoozes(self.snoozes)


class ControlSummary(NamedTuple):
    """The few columns of a control that lists, counts and searches need."""

    id: str
    name: str
    area: str
    owner: str
    repeat: str
    chain_override: str
    due_on: date
    anchor_on: date
    first_seen_on: date
    cycle: int


def control_id(name: str) -> str:
    """Equal for names that people would not tell apart; a very long one is cut and hashed."""
    folded = fold_section(name)
    if len(folded) <= LONGEST_ID:
        return folded
    return f"{folded[: LONGEST_ID - _HASH_LENGTH - 1]}~{digest_of(folded)[:_HASH_LENGTH]}"


def write_windows(records: Iterable[WindowRecord]) -> dict[str, Any]:
    return {
        str(record.window): {"on": record.on.isoformat(), "sent": record.is_sent}
        for record in sorted(records)
    }


def read_snoozes(stored: Mapping[str, Any]) -> tuple[Snooze, ...]:
    return tuple(
        Snooze(
            date.fromisoformat(snooze["from"]),
            date.fromisoformat(snooze["until"]),
            date.fromisoformat(snooze["reminded"]) if snooze["reminded"] else None,
        )
        for _, snooze in sorted(stored.items(), key=lambda item: int(item[0]))
    )


def write_snoozes(snoozes: Iterable[Snooze]) -> dict[str, Any]:
    return {
        str(number): {
            "from": snooze.from_on.isoformat(),
            "until": snooze.until_on.isoformat(),
            "reminded": snooze.reminded_on.isoformat() if snooze.reminded_on else None,
        }
        for number, snooze in enumerate(snoozes, 1)
    }


def find_snoozed_until(snoozes: Iterable[Snooze], today: date) -> date | None:
    """The end of the snooze that covers a day, if one does."""
    ends = [snooze.until_on for snooze in snoozes if snooze.from_on <= today < snooze.until_on]
    return max(ends, default=None)


def record_control(
    control: Control,
    *,
    action: str,
    at: datetime,
    by: str = BELFRY,
    more: Mapping[str, Any] | None = None,
) -> list[Change]:
    """Put the control with an audit entry; `more` adds to what the entry says."""
    done_on = control.last_done_on
    after = {
        "due_on": control.due_on.isoformat(),
        "cycle": control.cycle,
        "last_done_on": done_on.isoformat() if done_on else None,
        "repeat": control.repeat,
        "owner": digest_of(control.owner),
        "listed": control.gone_at is None,
        **(more or {}),
    }
    return put_audited(control, action=action, by=by, at=at, after=after)


def announce(control: Control, op: str, facts: Mapping[str, Any], *, at: datetime) -> Announce:
    """An event for the outbox; `facts` name its due date and cycle, or the evidence."""
    return Announce(Event(AGGREGATE, control.id, op, facts, at))


@dataclass(frozen=True, slots=True)
class ControlChange:
    control: Control
    changes: list[Change]
    line: str = ""


THE_LIST = "tasks"
_WINDOW = re.compile(r"day([+-][0-9]+)")


class Outcome(StrEnum):
    """What became of a cycle; `UNDONE` voids an earlier line."""

    DONE = "done"
    SKIPPED = "skipped"
    MISSED = "missed"
    UNDONE = "undone"


_ENDS = (Outcome.DONE, Outcome.SKIPPED)


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

    def is_about(self, due_on: date) -> bool:
        """Whether it ended the cycle that was open for a due date, or credits that date."""
        return due_on == self.due_on or due_on.isoformat() == self.before.get("due_on")


class ReminderKind(StrEnum):
    REMINDER = "reminder"
    ESCALATION = "escalation"
    SKIPPED = "skipped"


@dataclass(frozen=True, slots=True, kw_only=True)
class ReminderLine:
    """A reminder that a tick decided to send or to leave out.

    `slot` names the window, the escalation day or the snooze; a due date has one line per slot.
    `message_id` holds the ids of the messages that it is in, one on each line; `dispatched_via` is
    the channel by which the latest of them leaves.
    """

    control_id: str
    due_on: date
    slot: str
    kind: ReminderKind
    on: date
    at: datetime
    message_id: str = ""
    dispatched_via: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return reminder_line_key(self.control_id, self.due_on, self.slot)

    def list_messages(self) -> list[str]:
        return self.message_id.splitlines()

    def add_message(self, message_id: str) -> ReminderLine:
        return replace(self, message_id="\n".join([*self.list_messages(), message_id]))


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


def reminder_line_key(control_id: str, due_on: date, slot: str) -> str:
    return f"{control_id}/{due_on.isoformat()}/{slot}"


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
    ended = [line for line in _list_ends(lines) if line.is_about(due_on)]
    return CycleRef(due_on, int(ended[-1].before["opened_by"])) if ended else None


def list_proofs(
    opened_by: int, lines: Sequence[CycleLine], evidence: Iterable[Evidence]
) -> list[Evidence]:
    """Those of the cycle that an end opened; `lines` and `evidence` are all of the control.

    After a correction, or an undo and another done, a new end opens the cycle: what was attached
    to it before stays with it.
    """
    closes = {line.cycle: line.before["opened_by"] for line in lines if line.outcome in _ENDS}
    same = {number for number in closes if closes[number] == closes.get(opened_by)}
    return [proof for proof in evidence if proof.opened_by in {opened_by, *same}]


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
    return meant.due_on is not None and line.is_about(meant.due_on)


def _list_ends(lines: Sequence[CycleLine]) -> list[CycleLine]:
    """The lines of cycles that ended, without those undone."""
    undone = {line.cycle for line in lines if line.outcome is Outcome.UNDONE}
    return [line for line in lines if line.outcome in _ENDS and line.cycle not in undone]


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
