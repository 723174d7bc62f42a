"""What happened to a control, in the order in which it did."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date, datetime

from belfry.controls.day_words import render_day, render_offset
from belfry.controls.histories import CycleLine, Evidence, Outcome, ReminderKind, ReminderLine


@dataclass(frozen=True, slots=True)
class Happening:
    """One line for a person; `by` is who did it, nobody if Belfry did. `number` is evidence's."""

    at: datetime
    what: str
    due_on: date
    by: str = ""
    note: str = ""
    number: int | None = None


def make_timeline(
    cycles: Iterable[CycleLine], reminders: Iterable[ReminderLine], evidence: Iterable[Evidence]
) -> list[Happening]:
    """Everything, the oldest first."""
    happened = [
        *(_tell_reminder(line) for line in reminders),
        *(_tell_evidence(one) for one in evidence),
        *(_tell_cycle(line) for line in cycles),
    ]
    return sorted(happened, key=lambda one: one.at)


def _tell_cycle(line: CycleLine) -> Happening:
    done_on = f"done on {render_day(line.done_on)}" if line.done_on else "done"
    what = {
        Outcome.DONE: done_on,
        Outcome.SKIPPED: "skipped",
        Outcome.MISSED: "missed",
        Outcome.UNDONE: "taken back",
    }[line.outcome]
    by = "" if line.outcome is Outcome.MISSED else line.by
    return Happening(line.at, what, line.due_on, by, line.note)


def _tell_reminder(line: ReminderLine) -> Happening:
    window = line.slot.removeprefix("day")
    named = f" {render_offset(int(window))}" if window != line.slot else ""
    what = {
        ReminderKind.REMINDER: f"reminder{named or ' after a snooze'}",
        ReminderKind.ESCALATION: "escalated",
        ReminderKind.SKIPPED: f"reminder{named} passed over",
    }[line.kind]
    return Happening(line.at, what, line.due_on)


def _tell_evidence(one: Evidence) -> Happening:
    what = f"evidence: {one.file_name}" if one.digest else "evidence: a note"
    return Happening(one.at, what, one.due_on, one.by, one.note, one.number)
