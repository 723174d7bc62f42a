"""Which message a reminder makes for whom: the same cause and person always the same one."""

from __future__ import annotations

from datetime import date

ROOM = "controls"
REMINDER = "reminder"
ESCALATION = "escalation"
SUMMARY = "summary"
# The messages that remind somebody of one control.
REMINDERS = frozenset({REMINDER, ESCALATION})


def about_control(control_id: str) -> str:
    return f"{ROOM}/{control_id}"


def find_control_id(about: str) -> str:
    """The control that `about_control` named; nothing if it is about something else."""
    room, _, control_id = about.partition("/")
    return control_id if room == ROOM else ""


def about_summary(month: str) -> str:
    """Beside every control, whatever a team calls it."""
    return f"controls-summary/{month}"


def summary_key(month: str, person: str) -> str:
    """One a month, such as 2026-10."""
    return f"controls-summary/{month}/{person}"


def reminder_key(control_id: str, due_on: date, slot: str, person: str) -> str:
    """`slot` names the window, the day of an escalation or the end of a snooze."""
    return f"{ROOM}/{control_id}/{due_on.isoformat()}/{slot}/{person}"


def next_key(message_id: str) -> str:
    """The message to the next in line after one that could not be delivered: there is only one."""
    return f"{message_id}/next"
