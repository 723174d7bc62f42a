"""Queue the messages for reminders, and for the next in line where one failed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from zoneinfo import ZoneInfo

from belfry.controls.chains.read_rules import ReadRules
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import DONE, ESCALATED, REMINDED, SKIPPED, UNDONE, Control
from belfry.controls.reminders.reminders import (
    ESCALATION,
    REMINDER,
    REMINDERS,
    ROOM,
    Redirect,
    Reminder,
    about_control,
    find_line,
    find_obstacle,
    next_key,
    read_event,
    read_facts,
    reminder_key,
    write_facts,
)
from belfry.kernel.errors import InputError
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import UNDELIVERED, Audience, Message
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import OutboxRow, Store
from belfry.workspace.people import FindStaff, Staff

AT_ONCE = 100
# Events without a message.
_SILENT = frozenset({DONE, UNDONE, SKIPPED})


@dataclass(frozen=True, slots=True)
class QueueReminders:
    """Handles the events of ticks; the same event twice changes nothing."""

    store: Store
    messages: Messages
    clock: Clock
    queue_message: QueueMessage
    read_rules: ReadRules
    find_staff: FindStaff
    zone: ZoneInfo

    def __call__(self, row: OutboxRow) -> None:
        if row.op in _SILENT:
            return
        if row.op not in (REMINDED, ESCALATED):
            raise InputError(f"nobody knows what {row.op!r} means for a control")
        is_escalation = row.op == ESCALATED
        reminder = read_event(row.aggregate_id, row.payload, is_escalation=is_escalation)
        control = self.store.find(Control, reminder.control)
        if control is not None and not _is_outdated(reminder, control):
            self._queue(reminder, control)

    def _queue(self, reminder: Reminder, control: Control) -> None:
        staff = self.find_staff()
        line = find_line(control, self.read_rules().rules, staff)
        today = self.clock.now().astimezone(self.zone).date()
        recipients = line.list_recipients(today, is_escalation=reminder.is_escalation)
        for recipient in recipients:
            mine = replace(
                reminder,
                instead_of=recipient.instead_of,
                because=recipient.because,
                also=tuple(other.name for other in recipients if other is not recipient),
                is_away=staff.is_away(recipient.name, today),
            )
            key = reminder_key(control.id, reminder.due_on, reminder.slot, recipient.name)
            self.queue_message(make_message(key, mine, recipient.name))

    def follow_undelivered(self, row: OutboxRow) -> None:
        """Remind the next in line where a reminder did not arrive."""
        lost = self.store.find(Message, row.aggregate_id)
        if lost and lost.room == ROOM and lost.kind in REMINDERS and lost.state in UNDELIVERED:
            self._follow(lost, self.read_rules().rules, self.find_staff())

    def _follow(self, failed: Message, rules: Rules, staff: Staff) -> None:
        reminder = read_facts(failed.facts)
        control = self.store.find(Control, reminder.control)
        today = self.clock.now().astimezone(self.zone).date()
        if control is None or find_obstacle(reminder, control, today):
            return
        line = find_line(control, rules, staff)
        person = line.find_next(today, self._list_notified(failed))
        if person is None:
            return
        if staff.is_away(failed.person, today):
            after = replace(reminder, instead_of=failed.person, because=Redirect.AWAY)
        else:
            after = replace(reminder, tried=(*reminder.tried, failed.person))
        self.queue_message(make_message(next_key(failed.id), after, person))

    def _list_notified(self, failed: Message) -> set[str]:
        """The people who have or will have a message for the same slot, arrived or not."""
        newest = self.messages.list_newest(about=failed.about, limit=AT_ONCE)
        names = ("due_on", "slot")
        notified = {
            message.person
            for message in (failed, *newest)
            if all(message.facts.get(name) == failed.facts[name] for name in names)
        }
        return notified.union(failed.facts["also"])


def make_message(key: str, reminder: Reminder, person: str) -> Wanted:
    return Wanted(
        id=key,
        room=ROOM,
        kind=ESCALATION if reminder.is_escalation else REMINDER,
        about=about_control(reminder.control),
        person=person,
        audience=Audience.TEAM,
        facts=write_facts(reminder),
    )


def _is_outdated(reminder: Reminder, control: Control) -> bool:
    """Whether it was delayed so long that it would replace a newer one."""
    return control.last_sent_on is not None and control.last_sent_on > reminder.day
