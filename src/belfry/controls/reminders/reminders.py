"""What one person is to hear of a control, and whether it is still to be said.

Only what a tick decided is kept until the message leaves; its words are made then, of what is true.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from enum import StrEnum
from typing import Any

from belfry.controls.controls import Control, find_snoozed_until
from belfry.controls.repeats.day_words import render_day


class Because(StrEnum):
    """Why somebody hears of it in place of another."""

    AWAY = "away"
    UNKNOWN = "unknown"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """`day` is when a tick decided on it, and `slot` what for; `previous_on` when it last did.

    `instead_of` is whom it was for, if `because` of something another gets it; `also` are those who
    get it besides, `tried` those to whom it could not be delivered. `is_away` if the person was
    known to be away, and nobody else was there.
    """

    control_id: str
    due_on: date
    cycle: int
    slot: str
    day: date
    previous_on: date | None = None
    is_escalation: bool = False
    instead_of: str = ""
    because: Because | None = None
    also: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    is_away: bool = False


def hear_reminder(control_id: str, said: Mapping[str, Any], *, is_escalation: bool) -> Reminder:
    """What a tick announced."""
    return Reminder(
        control_id=control_id,
        due_on=date.fromisoformat(said["due_on"]),
        cycle=said["cycle"],
        slot=said["slot"],
        day=date.fromisoformat(said["day"]),
        previous_on=_read_day(said["previous_on"]),
        is_escalation=is_escalation,
    )


def write_facts(reminder: Reminder) -> dict[str, Any]:
    """The reminder as a message keeps it."""
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
        because=Because(facts["because"]) if facts["because"] else None,
        also=tuple(facts["also"]),
        tried=tuple(facts["tried"]),
        is_away=facts["is_away"],
    )


def find_objection(reminder: Reminder, control: Control | None, today: date) -> str:
    """Why it is no longer to be said, if so."""
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
