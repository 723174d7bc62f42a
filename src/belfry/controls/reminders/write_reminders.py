"""Render a reminder when it leaves, from the state of the control at that moment."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.controls.answers.answer_links import MakeAnswerLinks, answer_path
from belfry.controls.chains.read_rules import ReadRules
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Control
from belfry.controls.reminders.reminders import (
    REMINDERS,
    SUMMARY,
    TEMPLATES,
    Reminder,
    clean_name,
    find_line,
    find_obstacle,
    read_facts,
)
from belfry.controls.repeats.repeats import render_day
from belfry.controls.reports.monthly_summary import WriteSummary
from belfry.kernel.hours.weekdays import DAY_NAMES
from belfry.kernel.sms import clean_sms
from belfry.kernel.texts import make_harmless
from belfry.messaging.messages import LEFT, Message
from belfry.messaging.ports import (
    HIDDEN,
    Messages,
    RenderedMessage,
    Superseded,
    Unsendable,
    Withheld,
    Written,
)
from belfry.messaging.send_policy import SendPolicy
from belfry.messaging.templates import Verbatim
from belfry.ports.store import Store
from belfry.workspace.people import ADMIN, FindStaff, Staff, Way

PLAIN = "in plain words"
MOST_SEEN = 20


@dataclass(frozen=True, slots=True)
class WriteReminders:
    """Without a `public_url` no message links to the pages."""

    store: Store
    messages: Messages
    read_rules: ReadRules
    find_staff: FindStaff
    make_links: MakeAnswerLinks
    write_summary: WriteSummary
    zone: ZoneInfo
    public_url: str

    def open_composer(self) -> ReminderComposer:
        rules = self.read_rules().rules
        policy = SendPolicy(
            zone=self.zone, quiet=rules.quiet, is_day_off=lambda day: is_day_off(day, rules)
        )
        return ReminderComposer(self, rules, self.find_staff(), policy)


@dataclass(frozen=True, slots=True)
class ReminderComposer:
    """`tokens` of the links made so far, by message; blank if none could be stored."""

    room: WriteReminders
    rules: Rules
    staff: Staff
    policy: SendPolicy
    tokens: dict[str, str] = field(default_factory=dict, repr=False)

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """Make answer links for the messages that are about to leave."""
        reserve = self._find_reserve()
        leaving = [
            message
            for message in messages
            if message.kind in REMINDERS and (message.approved_by or not reserve)
        ]
        if not self.room.public_url or not leaving:
            return False
        made = self.room.make_links(leaving, now)
        self.tokens.update({message.id: made.get(message.id, "") for message in leaving})
        return True

    def write(self, message: Message, now: datetime) -> Written:
        if message.kind == SUMMARY:
            written = self.room.write_summary(message, self.staff)
        else:
            written = self._write_reminder(message, now)
        reserve = self._find_reserve()
        return (
            Withheld(written, reserve)
            if reserve and isinstance(written, RenderedMessage)
            else written
        )

    def _write_reminder(
        self, message: Message, now: datetime
    ) -> RenderedMessage | Superseded | Unsendable:
        reminder = read_facts(message.facts)
        control = self.room.store.find(Control, reminder.control)
        today = now.astimezone(self.room.zone).date()
        why = find_obstacle(reminder, control, today)
        if why or control is None:
            return Superseded(why)
        if self.staff.is_away(message.person, today) and not reminder.is_away:
            return Unsendable(f"{message.person} is away")
        way = self.staff.find_way(message.person)
        if way is None:
            if message.person == ADMIN:
                return Unsendable("nobody of the team has an address: set admin in belfry.toml")
            where = "in people.csv that could be used"
            return Unsendable(f"there is no address for {message.person} {where}")
        updated = replace(reminder, previous_on=self._find_previous(message, reminder))
        return self._render(message, updated, control, way, today)

    def _find_previous(self, message: Message, reminder: Reminder) -> date | None:
        """When the person last received a reminder of this due date."""
        if reminder.previous_on is None:
            return None
        newest = self.room.messages.list_newest(about=message.about, states=LEFT, limit=MOST_SEEN)
        for sent in newest:
            is_theirs = sent.person == message.person and sent.id != message.id
            if is_theirs and sent.sent_at and read_facts(sent.facts).due_on == reminder.due_on:
                return sent.sent_at.astimezone(self.room.zone).date()
        return None

    def _find_reserve(self) -> str:
        """Why nothing leaves without approval, if so."""
        if self.rules.test_mode:
            return "test mode is on"
        return "waiting for approval" if self.rules.ask_first else ""

    def _render(
        self, message: Message, reminder: Reminder, control: Control, way: Way, today: date
    ) -> RenderedMessage:
        token = self.tokens.get(message.id, HIDDEN)
        public_url = self.room.public_url
        person = message.person
        line = find_line(control, self.rules, self.staff)
        reader = "" if person == ADMIN else person
        texts = render_reminder(
            reminder,
            control,
            today=today,
            owner="" if line.owner == ADMIN else line.owner,
            reader=reader,
            link=f"{public_url}{answer_path(token)}" if public_url and token else "",
        )
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=reader,
            subject=texts["subject"],
            text=clean_sms(texts["sms"]) if way.traits.is_short else texts["email"],
            zone=way.zone,
            worded=PLAIN,
            secret=token if token != HIDDEN else "",
        )


def is_day_off(day: date, rules: Rules) -> bool:
    return day.weekday() not in rules.working_days or rules.holidays.is_holiday(day)


LONGEST_NOTES = 2000


def render_reminder(
    reminder: Reminder, control: Control, *, today: date, owner: str, reader: str, link: str = ""
) -> dict[str, str]:
    """The subject, the e-mail and the text message of a reminder on the day it leaves.

    `owner` and `reader` are empty if they have no name; `link` leads to the answer page.
    """
    values = {
        "is_escalation": reminder.is_escalation,
        "name": clean_name(control.name),
        "days_over": (today - reminder.due_on).days,
        "due_day": _render_weekday(reminder.due_on),
        "short_due_day": _render_weekday(reminder.due_on).rpartition(" ")[0],
        "previous_day": _render_weekday(reminder.previous_on) if reminder.previous_on else "",
        "owner": clean_name(owner),
        "reader": clean_name(reader),
        "instead_of": clean_name(reminder.instead_of),
        "because": str(reminder.because),
        "also": reminder.also,
        "tried": reminder.tried,
        "proof": control.proof,
        "requires_evidence": control.requires_evidence,
        "notes": Verbatim(make_harmless(control.notes, most=LONGEST_NOTES)),
        "link": Verbatim(link),
    }
    return TEMPLATES.render("reminder", values)


def _render_weekday(day: date) -> str:
    """Thursday 10 December 2026."""
    return f"{DAY_NAMES[day.weekday()]} {render_day(day)}"
