"""A reminder for one person, and whether it still holds when the message leaves.

A message stores only what the tick decided; its text is rendered when it leaves.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from belfry.controls.controls import Control, find_snoozed_until
from belfry.controls.repeats.day_words import render_day


class Redirect(StrEnum):
    """Why a reminder goes to another person than it was for."""

    AWAY = "away"
    UNKNOWN = "unknown"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """`day` is when a tick decided on it, `slot` for which window; `previous_on` the one before.

    `instead_of` is the person it was for, if `because` of something another gets it; `also` are
    the other recipients, `tried` those to whom it could not be delivered. `is_away` if the person
    was known to be away, and there was no substitute.
    """

    control_id: str
    due_on: date
    cycle: int
    slot: str
    day: date
    previous_on: date | None = None
    is_escalation: bool = False
    instead_of: str = ""
    because: Redirect | None = None
    also: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    is_away: bool = False


def read_event(control_id: str, facts: Mapping[str, Any], *, is_escalation: bool) -> Reminder:
    """The reminder that a tick announced."""
    return Reminder(
        control_id=control_id,
        due_on=date.fromisoformat(facts["due_on"]),
        cycle=facts["cycle"],
        slot=facts["slot"],
        day=date.fromisoformat(facts["day"]),
        previous_on=_read_day(facts["previous_on"]),
        is_escalation=is_escalation,
    )


def write_facts(reminder: Reminder) -> dict[str, Any]:
    """The reminder as a message stores it."""
    previous_on = reminder.previous_on
    return {
        "control": reminder.control_id,
        "due_on": reminder.due_on.isoformat(),
        "cycle": reminder.cycle,
        "slot": reminder.slot,
        "day": reminder.day.isoformat(),
        "previous_on": previous_on.isoformat() if previous_on else None,
        "is_escalation": reminder.is_escalation,
        "instead_of": reminder.instead_of,
        "because": reminder.because.value if reminder.because else "",
        "also": list(reminder.also),
        "tried": list(reminder.tried),
        "is_away": reminder.is_away,
    }


def read_facts(facts: Mapping[str, Any]) -> Reminder:
    """What `write_facts` wrote."""
    return Reminder(
        control_id=facts["control"],
        due_on=date.fromisoformat(facts["due_on"]),
        cycle=facts["cycle"],
        slot=facts["slot"],
        day=date.fromisoformat(facts["day"]),
        previous_on=_read_day(facts["previous_on"]),
        is_escalation=facts["is_escalation"],
        instead_of=facts["instead_of"],
        because=Redirect(facts["because"]) if facts["because"] else None,
        also=tuple(facts["also"]),
        tried=tuple(facts["tried"]),
        is_away=facts["is_away"],
    )


def find_obstacle(reminder: Reminder, control: Control | None, today: date) -> str:
    """Why it is no longer to be sent, if so."""
    if control is None or control.gone_at:
        return "the control is no longer on the list"
    if control.due_on != reminder.due_on:
        return _say_moved(reminder, control)
    if control.last_sent_on and control.last_sent_on > reminder.day:
        return f"there is a newer one, of {render_day(control.last_sent_on)}"
    until_on = find_snoozed_until(control.list_snoozes(), today)
    if until_on and not reminder.is_escalation:
        return f"snoozed until {render_day(until_on)}"
    return ""


def _say_moved(reminder: Reminder, control: Control) -> str:
    due_on = render_day(control.due_on)
    if control.cycle != reminder.cycle:
        return f"what was due on {render_day(reminder.due_on)} is over; next due on {due_on}"
    return f"it is now due on {due_on}"


def _read_day(text: str | None) -> date | None:
    return date.fromisoformat(text) if text else None


ROOM = "controls"
REMINDER = "reminder"
ESCALATION = "escalation"
SUMMARY = "summary"
REMINDERS = frozenset({REMINDER, ESCALATION})


def about_control(control_id: str) -> str:
    return f"{ROOM}/{control_id}"


def find_control_id(about: str) -> str:
    """The control that `about_control` named; nothing if it is about something else."""
    room, _, control_id = about.partition("/")
    return control_id if room == ROOM else ""


def about_summary(month: str) -> str:
    """A namespace no control id can fall into."""
    return f"controls-summary/{month}"


def summary_key(month: str, person: str) -> str:
    """One a month, such as 2026-10."""
    return f"controls-summary/{month}/{person}"


def reminder_key(control_id: str, due_on: date, slot: str, person: str) -> str:
    """`slot` names the window, the day of an escalation or the end of a snooze."""
    return f"{ROOM}/{control_id}/{due_on.isoformat()}/{slot}/{person}"


def next_key(message_id: str) -> str:
    """The one message to the next in line after a failed one."""
    return f"{message_id}/next"
