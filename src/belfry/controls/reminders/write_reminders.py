"""Render a reminder when it leaves, from the state of the control at that moment."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.controls.answers.answer_links import MakeAnswerLinks, answer_path, offer_reminder
from belfry.controls.chains.read_rules import ReadRules
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Control, ReminderLine
from belfry.controls.reminders.reminders import (
    REMINDERS,
    ROOM,
    SUMMARY,
    TEMPLATES,
    Reminder,
    clean_name,
    find_line,
    find_obstacle,
    read_reminders,
)
from belfry.controls.repeats.repeats import render_day
from belfry.controls.reports.monthly_summary import WriteSummary
from belfry.kernel.changes import Put
from belfry.kernel.hours.weekdays import DAY_NAMES
from belfry.kernel.sms import clean_sms
from belfry.kernel.texts import make_harmless
from belfry.messaging.choices import Choice
from belfry.messaging.messages import HANDED_OVER, LEFT, Audience, Message
from belfry.messaging.ports import (
    HIDDEN,
    Messages,
    RenderedMessage,
    Superseded,
    Unsendable,
    Written,
)
from belfry.messaging.send_policy import SendPolicy, find_reserve
from belfry.messaging.templates import Verbatim
from belfry.ports.store import Store
from belfry.workspace.people import ADMIN, FindStaff, Staff, Way

PLAIN = "in plain words"
MOST_SEEN = 200


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
            zone=self.zone,
            quiet=rules.quiet,
            is_day_off=rules.is_day_off,
            asks_first=frozenset({Audience.TEAM} if rules.ask_first else ()),
            holds_all=rules.test_mode,
        )
        return ReminderComposer(self, rules, self.find_staff(), policy)


@dataclass(frozen=True, slots=True)
class ReminderComposer:
    """`tokens` of the links made so far, by message and control; blank if none could be stored."""

    room: WriteReminders
    rules: Rules
    staff: Staff
    policy: SendPolicy
    tokens: dict[tuple[str, str], str] = field(default_factory=dict, repr=False)

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """Record how the messages that are about to leave do so, and make their answer links.

        One that has left is prepared again when it is updated: how it left stays recorded.
        """
        leaving = [
            message
            for message in messages
            if message.kind in REMINDERS and not find_reserve(message, self.policy)
        ]
        self._record_ways([message for message in leaving if message.state not in HANDED_OVER])
        if not self.room.public_url or not leaving:
            return False
        made = self.room.make_links(leaving, now)
        for message in leaving:
            for reminder in read_reminders(message.facts):
                key = (message.id, reminder.control)
                self.tokens[key] = made.get(key, "")
        return True

    def _record_ways(self, leaving: Sequence[Message]) -> None:
        """A line that another process changes at the same time stays without."""
        ways = [(message, self.staff.find_way(message.person)) for message in leaving]
        channels = {
            reminder.line_key: way.channel
            for message, way in ways
            if way
            for reminder in read_reminders(message.facts)
        }
        lines = [self.room.store.find(ReminderLine, key) for key in channels]
        fresh = [
            [Put(replace(line, dispatched_via=channel))]
            for line, channel in zip(lines, channels.values(), strict=True)
            if line and line.dispatched_via != channel
        ]
        self.room.store.commit_each(fresh)

    def write(self, message: Message, now: datetime) -> Written:
        if message.kind == SUMMARY:
            return self.room.write_summary(message, self.staff)
        return self._write_reminders(message, now)

    def _write_reminders(
        self, message: Message, now: datetime
    ) -> RenderedMessage | Superseded | Unsendable:
        """What still holds of the message."""
        today = now.astimezone(self.room.zone).date()
        valid: list[tuple[Reminder, Control]] = []
        obstacles = []
        for reminder in read_reminders(message.facts):
            control = self.room.store.find(Control, reminder.control)
            why = find_obstacle(reminder, control, today)
            if why or control is None:
                obstacles.append(why)
            else:
                valid.append((reminder, control))
        if not valid:
            return Superseded(obstacles[0])
        is_away = self.staff.is_away(message.person, today)
        if is_away and not all(reminder.is_away for reminder, _ in valid):
            return Unsendable(f"{message.person} is away")
        way = self.staff.find_way(message.person)
        if way is None:
            if message.person == ADMIN:
                return Unsendable("no one on the team has an address: set admin in belfry.toml")
            where = "in people.csv that could be used"
            return Unsendable(f"there is no address for {message.person} {where}")
        return self._render(message, valid, way, today)

    def _find_previous(self, message: Message, reminder: Reminder) -> date | None:
        """When the person last received a reminder of this due date."""
        if reminder.previous_on is None:
            return None
        newest = self.room.messages.list_newest(room=ROOM, states=LEFT, limit=MOST_SEEN)
        for sent in newest:
            is_theirs = sent.person == message.person and sent.id != message.id
            if is_theirs and sent.sent_at and sent.kind in REMINDERS:
                subjects = {(other.control, other.due_on) for other in read_reminders(sent.facts)}
                if (reminder.control, reminder.due_on) in subjects:
                    return sent.sent_at.astimezone(self.room.zone).date()
        return None

    def _render(
        self, message: Message, valid: Sequence[tuple[Reminder, Control]], way: Way, today: date
    ) -> RenderedMessage:
        reader = "" if message.person == ADMIN else message.person
        tokens = [self.tokens.get((message.id, reminder.control), HIDDEN) for reminder, _ in valid]
        public_url = self.room.public_url
        texts = [
            render_reminder(
                replace(reminder, previous_on=self._find_previous(message, reminder)),
                control,
                today=today,
                owner=self._name_owner(control),
                reader=reader,
                link=f"{public_url}{answer_path(token)}" if public_url and token else "",
            )
            for (reminder, control), token in zip(valid, tokens, strict=True)
        ]
        joined = texts[0] if len(texts) == 1 else render_several(valid, texts, reader, today)
        secret, *more_secrets = [token if token != HIDDEN else "" for token in tokens]
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=reader,
            subject=joined["subject"],
            text=clean_sms(joined["sms"]) if way.traits.is_short else joined["email"],
            zone=way.zone,
            worded=PLAIN,
            secret=secret,
            more_secrets=tuple(more_secrets),
            choices=_offer(valid) if way.traits.has_choices else (),
        )

    def _name_owner(self, control: Control) -> str:
        line = find_line(control, self.rules, self.staff)
        return "" if line.owner == ADMIN else line.owner


def _offer(valid: Sequence[tuple[Reminder, Control]]) -> tuple[Choice, ...]:
    """A set for each control."""
    is_alone = len(valid) == 1
    return tuple(
        choice for _, control in valid for choice in offer_reminder(control, is_alone=is_alone)
    )


LONGEST_NOTES = 2000


def render_reminder(
    reminder: Reminder, control: Control, *, today: date, owner: str, reader: str, link: str = ""
) -> dict[str, str]:
    """The subject, the e-mail and the text message of a reminder on the day it leaves.

    `body` is the e-mail without its greeting.
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


def render_several(
    reminders: Sequence[tuple[Reminder, Control]],
    texts: Sequence[Mapping[str, str]],
    reader: str,
    today: date,
) -> dict[str, str]:
    """One message of several reminders, whose own texts are given."""
    values = {
        "reader": clean_name(reader),
        "count": len(texts),
        "overdue": sum(reminder.due_on < today for reminder, _ in reminders),
        "is_escalation": any(reminder.is_escalation for reminder, _ in reminders),
        "bodies": [Verbatim(text["body"]) for text in texts],
        "lines": [Verbatim(text["sms"]) for text in texts],
    }
    return TEMPLATES.render("reminders", values)


def _render_weekday(day: date) -> str:
    """Thursday 10 December 2026."""
    return f"{DAY_NAMES[day.weekday()]} {render_day(day)}"
