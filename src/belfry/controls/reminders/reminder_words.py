"""How a reminder is worded: what is due and when, whose it is, what to keep, where to answer."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from belfry.controls.controls import Control
from belfry.controls.reminders.reminders import Because, Reminder
from belfry.controls.repeats.day_words import join_words, render_day, render_days
from belfry.kernel.hours.weekdays import DAY_NAMES
from belfry.kernel.texts import make_harmless

LONGEST_NAME = 80
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


class Words(NamedTuple):
    """A text message has no use for its subject."""

    subject: str
    text: str


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
