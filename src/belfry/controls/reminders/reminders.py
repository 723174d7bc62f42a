"""A reminder for one person, and whether it still holds when the message leaves.

A message stores only what the tick decided; its text is rendered when it leaves.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import asdict, dataclass
from datetime import date
from enum import StrEnum
from functools import cache
from typing import Any

from belfry.controls.chains.rules import Rules, find_owner, find_target
from belfry.controls.controls import Control, find_snoozed_until, reminder_line_key
from belfry.controls.repeats.repeats import join_words, render_day, render_days
from belfry.kernel.texts import make_harmless
from belfry.messaging.templates import MessageTemplates, Verbatim
from belfry.workspace.people import Staff


@dataclass(frozen=True, slots=True)
class Recipient:
    """One person to notify; `instead_of` another, `because` of what."""

    name: str
    instead_of: str = ""
    because: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """The people behind one control, by their full names as far as people.csv has them."""

    staff: Staff
    owner: str
    target: str
    names: tuple[str, ...]

    def list_recipients(self, today: date, *, is_escalation: bool) -> list[Recipient]:
        """The owner, and for an escalation its target; never one person twice."""
        first = self._find_recipient(self.owner, self.names, today)
        if not is_escalation:
            return [first]
        others = [name for name in (self.target, *self.names) if name != self.owner]
        second = self._find_recipient(self.target, others, today, notified=(first.name,))
        return [first] if second.name == first.name else [first, second]

    def has(self, name: str, today: date) -> bool:
        """Whether it is for that person to answer: owner, deputy or escalation target."""
        recipients = self.list_recipients(today, is_escalation=True)
        return name in {self.owner, *(recipient.name for recipient in recipients)}

    def find_next(
        self, today: date, notified: Collection[str], names: Iterable[str] | None = None
    ) -> str | None:
        """The first who is present, can be reached and is not in `notified`, if any."""
        for name in self.names if names is None else names:
            present = self.staff.find_present(name, today)
            if present and present not in notified and self.staff.find_way(present):
                return present
        return None

    def _find_recipient(
        self, name: str, names: Iterable[str], today: date, notified: tuple[str, ...] = ()
    ) -> Recipient:
        staff = self.staff
        if staff.is_away(name, today):
            other = self.find_next(today, (name, *notified), (name, *names))
            return Recipient(other, name, Redirect.AWAY) if other else Recipient(name)
        if staff.find_way(name) or name == staff.admin_name:
            return Recipient(name)
        because = Redirect.UNREACHABLE if staff.is_known(name) else Redirect.UNKNOWN
        admin = staff.find_present(staff.admin_name, today) or staff.admin_name
        return Recipient(admin, name, because)


def name_owner(control: Control, rules: Rules, staff: Staff) -> str:
    """Who is reminded first; the admin where no owner is named."""
    return _name(control.owner, control.area, rules, staff)


def make_owner_names(rules: Rules, staff: Staff) -> Callable[[str, str], str]:
    """A cached `name_owner` for many controls, by their owner and area."""
    return cache(lambda owner, area: _name(owner, area, rules, staff))


def _name(owner: str, area: str, rules: Rules, staff: Staff) -> str:
    return staff.name_of(owner or find_owner(rules, area) or "")


def find_line(control: Control, rules: Rules, staff: Staff) -> Line:
    """Missing names fall back to the admin."""
    owner = name_owner(control, rules, staff)
    person = staff.find(owner)
    deputy, manager = (person.deputy, person.manager) if person else (None, None)
    named = find_target(rules, control.area)
    above = [staff.name_of(name) for name in (named, manager) if name]
    above.append(staff.admin_name)
    # To escalate to the owner alone would be no escalation.
    target = next((name for name in above if name != owner), owner)
    names = dict.fromkeys([owner, *([deputy] if deputy else []), *above])
    return Line(staff, owner, target, tuple(names))


class Redirect(StrEnum):
    AWAY = "away"
    UNKNOWN = "unknown"
    UNREACHABLE = "unreachable"


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder:
    """`day` is when a tick decided on it, `slot` for which window; `previous_on` the one before.

    `control` is the control's id; `instead_of` is the person it was for, if `because` of something
    another gets it; `also` are the other recipients, `tried` those to whom it could not be
    delivered. `is_away` if the person was known to be away, and there was no substitute.
    """

    control: str
    due_on: date
    cycle: int
    slot: str
    day: date
    previous_on: date | None = None
    is_escalation: bool = False
    instead_of: str = ""
    because: str = ""
    also: tuple[str, ...] = ()
    tried: tuple[str, ...] = ()
    is_away: bool = False

    @property
    def line_key(self) -> str:
        """The key of its line in the history."""
        return reminder_line_key(self.control, self.due_on, self.slot)


def read_event(control_id: str, facts: Mapping[str, Any], *, is_escalation: bool) -> Reminder:
    known = {name: facts[name] for name in ("due_on", "cycle", "slot", "day", "previous_on")}
    return read_facts({**known, "control": control_id, "is_escalation": is_escalation})


def write_facts(reminder: Reminder) -> dict[str, Any]:
    facts = asdict(reminder) | {"because": str(reminder.because)}
    facts |= {name: day.isoformat() for name, day in facts.items() if isinstance(day, date)}
    return facts | {"also": list(reminder.also), "tried": list(reminder.tried)}


def read_reminders(facts: Mapping[str, Any]) -> list[Reminder]:
    """All reminders of a message, the one that it is about first."""
    first = {name: fact for name, fact in facts.items() if name != "more"}
    return [read_facts(first), *map(read_facts, facts.get("more", ()))]


def read_facts(facts: Mapping[str, Any]) -> Reminder:
    """What `write_facts` wrote."""
    names = ("due_on", "day", "previous_on")
    days = {name: date.fromisoformat(facts[name]) for name in names if facts[name]}
    people = {name: tuple(facts.get(name, ())) for name in ("also", "tried")}
    return Reminder(**{**facts, **days, **people})


def find_obstacle(reminder: Reminder, control: Control | None, today: date) -> str:
    if control is None or control.gone_at:
        return "the control is no longer on the list"
    if control.due_on != reminder.due_on:
        due_on = render_day(control.due_on)
        if control.cycle == reminder.cycle:
            return f"it is now due on {due_on}"
        return f"what was due on {render_day(reminder.due_on)} is over; next due on {due_on}"
    if control.last_sent_on and control.last_sent_on > reminder.day:
        return f"there is a newer one, of {render_day(control.last_sent_on)}"
    until_on = find_snoozed_until(control.list_snoozes(), today)
    if until_on and not reminder.is_escalation:
        return f"snoozed until {render_day(until_on)}"
    return ""


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


LONGEST_NAME = 80


def clean_name(name: str) -> str:
    return make_harmless(name, most=LONGEST_NAME)


TEMPLATES = MessageTemplates(
    "belfry.controls",
    filters={
        "days": render_days,
        "names": lambda names: join_words([clean_name(name) for name in names]),
        "first_upper": lambda text: text[:1].upper() + text[1:],
        # Sentences on lines of their own become one paragraph.
        "paragraph": lambda text: Verbatim(" ".join(text.split())),
    },
)
