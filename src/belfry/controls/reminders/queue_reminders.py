"""Queue the messages for reminders, and for the next in line where one failed.

A person gets one message for all reminders that wait for them; each reminder's line of the history
names the messages it is in.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from datetime import date
from zoneinfo import ZoneInfo

from belfry.controls.chains.read_rules import ReadRules
from belfry.controls.controls import (
    DONE,
    ESCALATED,
    REMINDED,
    SKIPPED,
    SNOOZED,
    UNDONE,
    Control,
    ReminderLine,
)
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
    read_reminders,
    reminder_key,
    write_facts,
)
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import BelfryError, InputError, Temporary
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import UNDELIVERED, Audience, Message, record, replaced_by
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import OutboxRow, Store, try_commit
from belfry.workspace.people import FindStaff, Staff

TRIES = 5
MOST_WAITING = 1000
# A commit holds fifty changes: the message, those it replaces, and a line for each reminder.
MOST_REPLACED = 8
MOST_IN_ONE = 25
# Events without a message.
_SILENT = frozenset({DONE, UNDONE, SKIPPED, SNOOZED})


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
        for error in self.gather([row]).values():
            raise error

    def gather(self, rows: Sequence[OutboxRow]) -> Mapping[int, BelfryError]:
        """Queue what several events call for, one message for each person; errors by row id."""
        errors: dict[int, BelfryError] = {}
        wanted: dict[str, dict[int, Reminder]] = {}
        staff = self.find_staff()
        for row in rows:
            try:
                for person, reminder in self._list_wanted(row, staff):
                    wanted.setdefault(person, {})[row.id] = reminder
            except BelfryError as error:
                errors[row.id] = error
        for person, reminders in wanted.items():
            try:
                self._queue(person, list(reminders.values()))
            except BelfryError as error:
                errors |= dict.fromkeys(reminders, error)
        return errors

    def follow_undelivered(self, row: OutboxRow) -> None:
        """Remind the next in line where a reminder did not arrive."""
        if row.payload.get("room", ROOM) != ROOM:
            return
        lost = self.store.find(Message, row.aggregate_id)
        if lost and lost.room == ROOM and lost.kind in REMINDERS and lost.state in UNDELIVERED:
            self._follow(lost, self.find_staff())

    def _list_wanted(self, row: OutboxRow, staff: Staff) -> list[tuple[str, Reminder]]:
        """Who is to get the reminder of an event, each with their own version of it."""
        if row.op in _SILENT:
            return []
        if row.op not in (REMINDED, ESCALATED):
            raise InputError(f"unknown event {row.op!r} of a control")
        is_escalation = row.op == ESCALATED
        reminder = read_event(row.aggregate_id, row.payload, is_escalation=is_escalation)
        control = self.store.find(Control, reminder.control)
        if control is None or _is_outdated(reminder, control):
            return []
        today = self._find_today()
        line = find_line(control, self.read_rules().rules, staff)
        recipients = line.list_recipients(today, is_escalation=is_escalation)
        return [
            (
                recipient.name,
                replace(
                    reminder,
                    instead_of=recipient.instead_of,
                    because=recipient.because,
                    also=tuple(other.name for other in recipients if other is not recipient),
                    is_away=staff.is_away(recipient.name, today),
                ),
            )
            for recipient in recipients
        ]

    def _queue(self, person: str, reminders: Sequence[Reminder], key: str = "") -> None:
        """One message, or more if there are very many; `key` is its id, if not that of the first.

        What waits for the person already is sent along.
        """
        for _ in range(TRIES):
            fresh = [reminder for reminder in reminders if not self._is_queued(reminder, person)]
            if not fresh:
                return
            fresh.sort(key=lambda reminder: (not reminder.is_escalation, reminder.due_on))
            # Not written if one of those it replaces is being sent at this moment.
            if try_commit(self.store, self._plan(person, fresh[:MOST_IN_ONE], key)):
                self._queue(person, fresh[MOST_IN_ONE:])
                return
        raise Temporary(f"the reminders for {person} could not be queued: too much is going on")

    def _plan(self, person: str, fresh: Sequence[Reminder], key: str) -> list[Change]:
        first, controls = fresh[0], {reminder.control for reminder in fresh}
        key = key or reminder_key(first.control, first.due_on, first.slot, person)
        waiting = self._list_waiting(person)
        carried = [
            reminder
            for message in waiting
            for reminder in read_reminders(message.facts)
            if reminder.control not in controls
        ]
        if len(fresh) + len(carried) > MOST_IN_ONE:
            waiting, carried = [], []
        wanted = make_message(key, [*fresh, *carried], person)
        now = self.clock.now()
        message = Message(**asdict(wanted), made_at=now, due_at=now)
        changes = record(message, action="queued", at=now).changes
        for old in waiting:
            changes += record(replaced_by(old, message), action="dropped", at=now).changes
        for reminder in (*fresh, *carried):
            if line := self._find_line(reminder):
                changes.append(Put(line.add_message(key)))
        return changes

    def _list_waiting(self, person: str) -> list[Message]:
        """The person's waiting messages that were not approved one by one."""
        return [
            message
            for message in self.messages.list_next(limit=MOST_WAITING)
            if message.room == ROOM
            and message.kind in REMINDERS
            and message.person == person
            and not message.approved_by
        ][:MOST_REPLACED]

    def _find_line(self, reminder: Reminder) -> ReminderLine | None:
        return self.store.find(ReminderLine, reminder.line_key)

    def _is_queued(self, reminder: Reminder, person: str) -> bool:
        key = reminder_key(reminder.control, reminder.due_on, reminder.slot, person)
        if self.store.find(Message, key):
            return True
        return any(message.person == person for message in self._list_messages(reminder))

    def _list_messages(self, reminder: Reminder) -> list[Message]:
        """Those that the reminder is in, for whomever."""
        line = self._find_line(reminder)
        messages = (self.store.find(Message, key) for key in line.list_messages()) if line else ()
        return [message for message in messages if message]

    def _follow(self, failed: Message, staff: Staff) -> None:
        today, rules = self._find_today(), self.read_rules().rules
        following: dict[str, list[Reminder]] = {}
        for reminder in read_reminders(failed.facts):
            control = self.store.find(Control, reminder.control)
            notified = self._list_notified(reminder, failed)
            if control is None or notified is None or find_obstacle(reminder, control, today):
                continue
            person = find_line(control, rules, staff).find_next(today, notified)
            if person is None:
                continue
            if staff.is_away(failed.person, today):
                after = replace(reminder, instead_of=failed.person, because=Redirect.AWAY)
            else:
                after = replace(reminder, tried=(*reminder.tried, failed.person))
            following.setdefault(person, []).append(after)
        for number, (person, reminders) in enumerate(following.items()):
            key = next_key(failed.id) + (f"-{number + 1}" if number else "")
            self._queue(person, reminders, key)

    def _list_notified(self, reminder: Reminder, failed: Message) -> set[str] | None:
        """Who has or will have a message for the same slot; None if the failed one is followed."""
        messages = self._list_messages(reminder)
        versions = (
            version
            for message in messages
            for version in read_reminders(message.facts)
            if version.control == reminder.control
        )
        if any(failed.person in (*version.tried, version.instead_of) for version in versions):
            return None
        return {failed.person, *reminder.also, *(message.person for message in messages)}

    def _find_today(self) -> date:
        return self.clock.now().astimezone(self.zone).date()


def make_message(key: str, reminders: Sequence[Reminder], person: str) -> Wanted:
    """About the first of them; the others are sent along."""
    first, *others = reminders
    facts = write_facts(first)
    if others:
        facts["more"] = [write_facts(reminder) for reminder in others]
    return Wanted(
        id=key,
        room=ROOM,
        kind=ESCALATION if _has_escalation(reminders) else REMINDER,
        about=about_control(first.control),
        person=person,
        audience=Audience.TEAM,
        facts=facts,
    )


def _has_escalation(reminders: Iterable[Reminder]) -> bool:
    return any(reminder.is_escalation for reminder in reminders)


def _is_outdated(reminder: Reminder, control: Control) -> bool:
    """Whether it was delayed so long that it would replace a newer one."""
    return control.last_sent_on is not None and control.last_sent_on > reminder.day
