"""Write what people are told about a control, from what is true when it leaves."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, datetime
from zoneinfo import ZoneInfo

from belfry.controls.answers.answer_links import MakeAnswerLinks, answer_path
from belfry.controls.chains.read_rules import ReadRules
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Control
from belfry.controls.reminders.recipients import find_line
from belfry.controls.reminders.reminders import (
    LONGEST_NAME,
    REMINDERS,
    SUMMARY,
    Because,
    Reminder,
    Words,
    find_objection,
    read_facts,
)
from belfry.controls.repeats.day_words import join_words, render_day, render_days
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
from belfry.ports.store import Store
from belfry.workspace.staff import ADMIN, FindStaff, Staff, Way

PLAIN = "in plain words"
MOST_SEEN = 20


@dataclass(frozen=True, slots=True)
class WriteReminders:
    """`public_url` is how people reach the pages; without it nothing links to them."""

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
    """`tokens` of the links that were made in this sitting, by message; blank if none could be."""

    room: WriteReminders
    rules: Rules
    staff: Staff
    policy: SendPolicy
    tokens: dict[str, str] = field(default_factory=dict, repr=False)

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """Make links for those that are about to leave."""
        reserve = self._find_reserve()
        leaving = [
            one for one in messages if one.kind in REMINDERS and (one.approved_by or not reserve)
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
        control = self.room.store.find(Control, reminder.control_id)
        today = now.astimezone(self.room.zone).date()
        why = find_objection(reminder, control, today)
        if why or control is None:
            return Superseded(why)
        if self.staff.is_away(message.person, today) and not reminder.is_away:
            return Unsendable(f"{message.person} is away")
        way = self.staff.find_way(message.person)
        if way is None:
            return Unsendable(self._say_unreachable(message.person))
        told = replace(reminder, previous_on=self._find_previous(message, reminder))
        return self._script(message, told, control, way, today)

    def _find_previous(self, message: Message, reminder: Reminder) -> date | None:
        """When they last got word of this due date: what was held and replaced never arrived."""
        if reminder.previous_on is None:
            return None
        newest = self.room.messages.list_newest(about=message.about, states=LEFT, limit=MOST_SEEN)
        for one in newest:
            is_theirs = one.person == message.person and one.id != message.id
            if is_theirs and one.sent_at and read_facts(one.facts).due_on == reminder.due_on:
                return one.sent_at.astimezone(self.room.zone).date()
        return None

    def _find_reserve(self) -> str:
        """Why nothing leaves without somebody's yes, if so."""
        if self.rules.test_mode:
            return "test mode is on"
        return "waits for somebody to say yes" if self.rules.ask_first else ""

    def _say_unreachable(self, person: str) -> str:
        if person == ADMIN:
            return "nobody of the team has an address: set admin in belfry.toml"
        return f"there is no address for {person} in people.csv that could be used"

    def _script(
        self, message: Message, reminder: Reminder, control: Control, way: Way, today: date
    ) -> RenderedMessage:
        token = self.tokens.get(message.id, HIDDEN)
        public_url = self.room.public_url
        person = message.person
        line = find_line(control, self.rules, self.staff)
        occasion = Occasion(
            reminder=reminder,
            control=control,
            today=today,
            owner="" if line.owner == ADMIN else line.owner,
            reader="" if person == ADMIN else person,
            link=f"{public_url}{answer_path(token)}" if public_url and token else "",
        )
        is_text = way.traits.is_short
        words = word_text(occasion) if is_text else word_letter(occasion)
        return RenderedMessage(
            channel=way.channel,
            to=way.address,
            to_name=occasion.reader,
            subject=words.subject,
            text=clean_sms(words.text) if is_text else words.text,
            zone=way.zone,
            worded=PLAIN,
            secret=token if token != HIDDEN else "",
        )


def is_day_off(day: date, rules: Rules) -> bool:
    return day.weekday() not in rules.working_days or rules.holidays.is_holiday(day)


LONGEST_LINE = 500
LONGEST_NOTES = 2000

_WHY = {
    Because.AWAY: "This is for {name}, who is away.",
    Because.UNKNOWN: "This is for {name}, who is not in people.csv; so it comes to you.",
    Because.UNREACHABLE: (
        "This is for {name}, for whom people.csv has no address that could be used; "
        "so it comes to you."
    ),
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Occasion:
    """A reminder on the day it leaves, to a `reader`; both names are empty if it is nobody's.

    `link` leads to the page where it is answered, if there is one.
    """

    reminder: Reminder
    control: Control
    today: date
    owner: str
    reader: str
    link: str = ""

    @property
    def name(self) -> str:
        return make_harmless(self.control.name, most=LONGEST_NAME)

    @property
    def days_over(self) -> int:
        return (self.today - self.reminder.due_on).days


def word_letter(occasion: Occasion) -> Words:
    """As an e-mail."""
    greeting = f"Hello {_name(occasion.reader)}," if occasion.reader else "Hello,"
    parts = [
        [greeting],
        [_say_due(occasion), *_say_previous(occasion)],
        [*_say_whose(occasion), *_say_others(occasion)],
    ]
    said = [" ".join(part) for part in parts if part]
    said += [
        "\n".join(lines) for lines in (_list_needs(occasion), _list_answers(occasion)) if lines
    ]
    return Words(word_subject(occasion), "\n\n".join(said))


def word_text(occasion: Occasion) -> Words:
    """As a text message: what matters, and no more."""
    said = [_say_due(occasion), *_say_whose(occasion), occasion.link]
    return Words(word_subject(occasion), " ".join(part for part in said if part))


def word_subject(occasion: Occasion) -> str:
    """What the reader sees in a long list of others."""
    days = occasion.days_over
    if days > 0:
        when = f"{render_days(days)} overdue"
    elif days == 0:
        when = "due today"
    else:
        day = _say_day(occasion.reminder.due_on, has_year=False)
        when = f"due tomorrow, {day}" if days == -1 else f"due {day}, in {render_days(-days)}"
    escalated = "Escalated: " if occasion.reminder.is_escalation else ""
    instead_of = occasion.reminder.instead_of
    for_whom = f" (for {_name(instead_of)})" if instead_of else ""
    return f"{escalated}{occasion.name} is {when}{for_whom}"


def _say_due(occasion: Occasion) -> str:
    name, days = occasion.name, occasion.days_over
    day = _say_day(occasion.reminder.due_on)
    match days:
        case 0:
            return f"{name} is due today, {day}."
        case -1:
            return f"{name} is due tomorrow, {day}."
        case 1:
            return f"{name} was due yesterday, {day}, and is not done."
        case _ if days < 0:
            return f"{name} is due on {day}, in {render_days(-days)}."
        case _:
            return f"{name} was due on {day}, {render_days(days)} ago, and is not done."


def _say_previous(occasion: Occasion) -> Iterator[str]:
    previous_on = occasion.reminder.previous_on
    if previous_on and occasion.days_over > 0:
        yield f"The reminder before this one is of {_say_day(previous_on)}."


def _say_whose(occasion: Occasion) -> Iterator[str]:
    """Why it comes to the reader, where that is not plain."""
    reminder, owner = occasion.reminder, occasion.owner
    if reminder.because:
        yield _WHY[reminder.because].format(name=_name(reminder.instead_of))
    if reminder.tried:
        tried = join_words([_name(one) for one in reminder.tried])
        yield f"It could not be delivered to {tried}; so it comes to you."
    if not owner:
        yield "Nobody is named as its owner."
    elif owner not in (occasion.reader, reminder.instead_of):
        yield f"Its owner is {_name(owner)}."


def _say_others(occasion: Occasion) -> Iterator[str]:
    reminder = occasion.reminder
    if reminder.also:
        others = join_words([_name(one) for one in reminder.also])
        verb = "hears" if len(reminder.also) == 1 else "hear"
        yield f"{others[0].upper()}{others[1:]} {verb} of it, too."
    if reminder.is_escalation:
        yield "Its reminders have passed, so this is sent every working day until it is done."


def _list_needs(occasion: Occasion) -> list[str]:
    control, lines = occasion.control, []
    if control.proof:
        lines.append(f"Proof to keep: {make_harmless(control.proof, most=LONGEST_LINE)}")
    if control.requires_evidence:
        lines.append("It counts as done only with proof attached.")
    if control.notes:
        lines.append(f"Notes: {make_harmless(control.notes, most=LONGEST_NOTES)}")
    return lines


def _list_answers(occasion: Occasion) -> list[str]:
    """An escalation cannot be snoozed."""
    if not occasion.link:
        return []
    acts = "or add proof" if occasion.reminder.is_escalation else "add proof, or snooze it"
    comma = "" if occasion.reminder.is_escalation else ","
    return [f"Mark it done{comma} {acts}:", occasion.link]


def _say_day(day: date, *, has_year: bool = True) -> str:
    """Thursday 10 December 2026."""
    said = render_day(day) if has_year else render_day(day).rpartition(" ")[0]
    return f"{DAY_NAMES[day.weekday()]} {said}"


def _name(person: str) -> str:
    return make_harmless(person, most=LONGEST_NAME)
