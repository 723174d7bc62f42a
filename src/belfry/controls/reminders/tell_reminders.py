"""Put a message in line for everybody who is to hear of a control."""

from __future__ import annotations

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from belfry.controls.chains.read_rules_doc import ReadRules
from belfry.controls.controls import Control
from belfry.controls.entries import DONE, ESCALATED, REMINDED, SKIPPED, UNDONE
from belfry.controls.reminders.message_keys import (
    ESCALATION,
    REMINDER,
    ROOM,
    about_control,
    reminder_key,
)
from belfry.controls.reminders.next_in_line import find_line
from belfry.controls.reminders.reminders import Reminder, hear_reminder, write_facts
from belfry.kernel.errors import InputError
from belfry.messaging.messages import Audience
from belfry.messaging.queue_message import QueueMessage, Wanted
from belfry.ports.clock import Clock
from belfry.ports.store import OutboxRow, Store
from belfry.workspace.people.find_staff import FindStaff

# Of these nobody gets a message.
_UNTOLD = frozenset({DONE, UNDONE, SKIPPED})


@dataclass(frozen=True, slots=True)
class TellReminders:
    """Listens for what ticks decided; hearing of the same thing twice changes nothing."""

    store: Store
    clock: Clock
    queue_message: QueueMessage
    read_rules: ReadRules
    find_staff: FindStaff
    zone: ZoneInfo

    def __call__(self, row: OutboxRow) -> None:
        if row.op in _UNTOLD:
            return
        if row.op not in (REMINDED, ESCALATED):
            raise InputError(f"nobody knows what {row.op!r} means for a control")
        is_escalation = row.op == ESCALATED
        reminder = hear_reminder(row.aggregate_id, row.payload, is_escalation=is_escalation)
        control = self.store.find(Control, reminder.control_id)
        if control is not None and not _is_outdated(reminder, control):
            self._tell(reminder, control)

    def _tell(self, reminder: Reminder, control: Control) -> None:
        staff = self.find_staff()
        line = find_line(control, self.read_rules().rules, staff)
        today = self.clock.now().astimezone(self.zone).date()
        hearers = line.list_hearers(today, is_escalation=reminder.is_escalation)
        for one in hearers:
            mine = replace(
                reminder,
                instead_of=one.instead_of,
                because=one.because,
                also=tuple(other.name for other in hearers if other is not one),
                is_away=staff.is_away(one.name, today),
            )
            key = reminder_key(control.id, reminder.due_on, reminder.slot, one.name)
            self.queue_message(want_reminder(key, mine, one.name))


def want_reminder(key: str, reminder: Reminder, person: str) -> Wanted:
    return Wanted(
        id=key,
        room=ROOM,
        kind=ESCALATION if reminder.is_escalation else REMINDER,
        about=about_control(reminder.control_id),
        person=person,
        audience=Audience.TEAM,
        facts=write_facts(reminder),
    )


def _is_outdated(reminder: Reminder, control: Control) -> bool:
    """Whether it was held up for so long that it would take the place of a newer one."""
    return control.last_sent_on is not None and control.last_sent_on > reminder.day
