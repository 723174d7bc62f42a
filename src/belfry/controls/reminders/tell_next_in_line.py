"""Tell the next in line of a control where a reminder of it failed for good.

One message follows each that failed, and never a second. What may have arrived is not followed: it
is shown, and a person decides.
"""

from __future__ import annotations

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import timedelta
from zoneinfo import ZoneInfo

from belfry.controls.chains.read_rules_doc import ReadRules
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Control
from belfry.controls.reminders.message_keys import REMINDERS, ROOM, next_key
from belfry.controls.reminders.next_in_line import find_line
from belfry.controls.reminders.reminders import Because, find_objection, read_facts
from belfry.controls.reminders.tell_reminders import want_reminder
from belfry.kernel.errors import BelfryError
from belfry.messaging.messages import Message, State
from belfry.messaging.ports import Messages
from belfry.messaging.queue_message import QueueMessage
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.workspace.people.find_staff import FindStaff
from belfry.workspace.people.staff import Staff

log = logging.getLogger(__name__)

# A message may have waited for the end of long holidays before it failed.
FOLLOWED_FOR = timedelta(days=45)
AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class TellNextInLine:
    store: Store
    messages: Messages
    clock: Clock
    queue_message: QueueMessage
    read_rules: ReadRules
    find_staff: FindStaff
    zone: ZoneInfo

    def __call__(self) -> str:
        """How many were told, in words; nothing if nobody was."""
        unfollowed = list(self._list_unfollowed())
        if not unfollowed:
            return ""
        try:
            rules, staff = self.read_rules().rules, self.find_staff()
            told = sum(self._follow(message, rules, staff) for message in unfollowed)
        except BelfryError as error:  # what left did leave; the next pass looks again
            log.warning("reminders.unfollowed", extra={"error": str(error)})
            return ""
        return f"{told} to the next in line" if told else ""

    def _list_unfollowed(self) -> Iterator[Message]:
        for state in (State.FAILED, State.BOUNCED):
            for message in self._list_recent(state):
                is_ours = message.room == ROOM and message.kind in REMINDERS
                if is_ours and not self.store.find(Message, next_key(message.id)):
                    yield message

    def _list_recent(self, state: State) -> Iterator[Message]:
        since = self.clock.now() - FOLLOWED_FOR
        before = None
        while page := self.messages.list_newest(states=(state,), before=before, limit=AT_ONCE):
            recent = [message for message in page if message.made_at > since]
            yield from recent
            if len(recent) < AT_ONCE:
                return
            before = (page[-1].made_at, page[-1].id)

    def _follow(self, failed: Message, rules: Rules, staff: Staff) -> bool:
        reminder = read_facts(failed.facts)
        control = self.store.find(Control, reminder.control_id)
        today = self.clock.now().astimezone(self.zone).date()
        if control is None or find_objection(reminder, control, today):
            return False
        line = find_line(control, rules, staff)
        person = line.find_next(today, self._list_told(failed))
        if person is None:
            return False
        if staff.is_away(failed.person, today):
            after = replace(reminder, instead_of=failed.person, because=Because.AWAY)
        else:
            after = replace(reminder, tried=(*reminder.tried, failed.person))
        return self.queue_message(want_reminder(next_key(failed.id), after, person))

    def _list_told(self, failed: Message) -> set[str]:
        """Everybody who has a message for the same occasion, arrived or not, or will have one."""
        newest = self.messages.list_newest(about=failed.about, limit=AT_ONCE)
        names = ("due_on", "slot")
        told = {
            message.person
            for message in (failed, *newest)
            if all(message.facts.get(name) == failed.facts[name] for name in names)
        }
        return told.union(failed.facts["also"])
