"""By what name one reminder of a due date is known, so that it is made once and never again."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import date

from belfry.controls.reports.histories import ReminderKind, ReminderLine
from belfry.controls.standings import WindowRecord

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
