"""Who gets a message about the rota, and its facts; its words are the template of the same name.

A message holds only what is its reader's to know: a colleague learns whose shift it is, never why.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import date
from typing import Any, ClassVar
from zoneinfo import ZoneInfo

from belfry.messaging.choices import Choice
from belfry.messaging.messages import Message
from belfry.messaging.ports import Attachment
from belfry.rota.drafts.drafted_weeks import Outcome
from belfry.rota.publishing.own_shifts import (
    Changes,
    OwnShift,
    count_minutes,
    count_shifts,
    find_changes,
    render_own_shift,
    render_short,
    render_week,
    render_with_hours,
    sort_shifts,
)
from belfry.rota.reports.fairness import (
    PersonFairness,
    render_drift,
    render_total,
    sort_people,
)
from belfry.rota.requests.requests import SwapKind, SwapState
from belfry.rota.rules.voice import Topic, Voice
from belfry.rota.rules.weeks import Rules
from belfry.rota.shift_words import render_days, render_hours
from belfry.workspace.people import Staff, Way

MOST_LISTED = 60
NEWS = ("news",)


@dataclass(frozen=True, slots=True, kw_only=True)
class MessageFacts:
    """`link` is where the reader sees more or answers, empty without a public address.

    `slots` are what the team's own sentence about the `topic` may name; `required` are those that
    it must name to stand in place of the plain opening.
    """

    template: ClassVar[str]
    topic: ClassVar[Topic]
    required: ClassVar[tuple[str, ...]] = NEWS
    reader: str
    team: str
    zone: ZoneInfo
    link: str = ""

    def find_topic(self) -> Topic:
        return self.topic

    def find_required(self) -> tuple[str, ...]:
        return self.required

    @property
    def slots(self) -> Mapping[str, Any]:
        return {}

    def list_values(self) -> dict[str, Any]:
        """Every field and property, by name, as the template sees it."""
        names = (name for name in dir(type(self)) if not name.startswith("_"))
        values = {name: getattr(self, name) for name in names if name not in _NOT_VALUES}
        shown = {name: show(value, self.zone) for name, value in values.items()}
        return {**shown, "most_listed": MOST_LISTED}


_NOT_VALUES = {"list_values", "find_topic", "find_required", "topic", "slots", "required"}


@dataclass(frozen=True, slots=True)
class ShiftText:
    """A shift as its reader sees it, in the team's local time."""

    shift: OwnShift
    zone: ZoneInfo

    def __str__(self) -> str:
        return render_own_shift(self.shift, self.zone)

    @property
    def short(self) -> str:
        return render_short(self.shift, self.zone)

    @property
    def with_hours(self) -> str:
        return render_with_hours(self.shift, self.zone)

    @property
    def role(self) -> str:
        return self.shift.role

    @property
    def times(self) -> tuple[Any, Any]:
        return self.shift.starts_at, self.shift.ends_at


NEEDS_COVER = "needs-cover"


@dataclass(frozen=True, slots=True, kw_only=True)
class Flag:
    """A shift that a manager should look at: how many people are missing, and why.

    Its `outcome`, or NEEDS_COVER if a person has it who may no longer work it.
    """

    shift: OwnShift
    outcome: Outcome | str
    missing: int = 0
    why: str = ""


def show(value: Any, zone: ZoneInfo) -> Any:
    """The value with every shift in it as text."""
    match value:
        case OwnShift():
            return ShiftText(value, zone)
        case Flag() | Changes():
            return {
                attribute.name: show(getattr(value, attribute.name), zone)
                for attribute in fields(value)
            }
        case tuple() | list():
            return [show(item, zone) for item in value]
        case _:
            return value


@dataclass(frozen=True, slots=True, kw_only=True)
class OfWeek(MessageFacts):
    starts_on: date

    @property
    def week(self) -> str:
        return render_week(self.starts_on)

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"week": self.week}


@dataclass(frozen=True, slots=True, kw_only=True)
class Reminder(OfWeek):
    """`needs_cover` are those of the shifts that the reader may no longer work."""

    template = "reminder"
    topic = Topic.REMINDER
    shifts: tuple[OwnShift, ...]
    needs_cover: tuple[OwnShift, ...] = ()

    @property
    def own_shifts(self) -> list[OwnShift]:
        return sort_shifts(self.shifts)

    @property
    def hours(self) -> str:
        return render_hours(count_minutes(self.shifts))

    @property
    def count(self) -> str:
        return count_shifts(len(self.shifts))

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"week": self.week, "shifts": self.count, "hours": self.hours}

    def find_required(self) -> tuple[str, ...]:
        return () if self.shifts else NEWS


@dataclass(frozen=True, slots=True, kw_only=True)
class PublishedWeek(Reminder):
    """The reader's own shifts; `before` are those they last heard of, None if this is the first."""

    template = "week"
    before: tuple[OwnShift, ...] | None = None

    def find_topic(self) -> Topic:
        if self.changes:
            return Topic.WEEK_CHANGED
        return Topic.WEEK_PUBLISHED if self.shifts else Topic.NO_SHIFTS

    @property
    def changes(self) -> Changes:
        return Changes() if self.before is None else find_changes(self.before, self.shifts)

    @property
    def has_changed(self) -> bool:
        return bool(self.changes)


@dataclass(frozen=True, slots=True, kw_only=True)
class CalendarEntries(OfWeek):
    """What the attached invitations are about; the week itself goes by another channel."""

    template = "calendar"
    topic = Topic.WEEK_PUBLISHED
    shifts: tuple[OwnShift, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DraftReady(OfWeek):
    """`because` is why there is another draft, `changed_people` whose shifts it changes."""

    template = "draft"
    topic = Topic.DRAFT_READY
    seats: int
    filled: int
    flags: tuple[Flag, ...] = ()
    because: str = ""
    changed_people: tuple[str, ...] = ()

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"week": self.week, "shifts": count_shifts(len(self.flags))}


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenShifts(OfWeek):
    """What is short-staffed or held in a week that is, or soon will be, published."""

    template = "open-shifts"
    topic = Topic.SHIFTS_OPEN
    required = ()
    flags: tuple[Flag, ...]

    @property
    def count(self) -> str:
        return count_shifts(len(self.flags))

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"week": self.week, "shifts": self.count}


@dataclass(frozen=True, slots=True, kw_only=True)
class Unpublished(OfWeek):
    """A week that begins soon and is not published; `draft` is the one that waits, or 0."""

    template = "unpublished"
    topic = Topic.WEEK_UNPUBLISHED
    draft: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class FairnessSummary(OfWeek):
    """How even a week is; within `margin` minutes of the target counts as even.

    `phrased` is a text of the model that passed the fence; empty for the plain one.
    """

    template = "fairness"
    topic = Topic.FAIRNESS
    people: tuple[PersonFairness, ...]
    margin: int
    phrased: str = ""

    @property
    def in_order(self) -> list[PersonFairness]:
        """Those furthest below their target first."""
        return sort_people(self.people)

    @property
    def total(self) -> str:
        return render_total(self.people)

    @property
    def placed(self) -> int:
        return sum(person.placed for person in self.people)

    @property
    def target(self) -> int:
        return sum(person.target for person in self.people)

    @property
    def drift(self) -> str:
        return render_drift(self.people, self.margin)

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"week": self.week, "hours": self.total}


@dataclass(frozen=True, slots=True, kw_only=True)
class OfShift(MessageFacts):
    """`person` has the shift; empty where it is open."""

    required: ClassVar[tuple[str, ...]] = ("shift", "person")
    shift: OwnShift
    person: str

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"shift": ShiftText(self.shift, self.zone), "person": self.person}


@dataclass(frozen=True, slots=True, kw_only=True)
class ClashFound(OfShift):
    """A shift of the standing pattern whose `person` has time off; `words` say which."""

    template = "clash"
    topic = Topic.CLASH_FOUND
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapQuestion(OfShift):
    """The reader is asked to take the shift that `person` has."""

    template = "ask"
    topic = Topic.SWAP_ASKED
    required = ("shift",)
    is_urgent: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapToDecide(OfShift):
    """A manager decides: `taker` would take the shift, or it would be open.

    `why` speaks for the taker, or says why no one is left to ask; `note` is what the person wrote,
    for the manager alone; `refused` are those who said no; `chains` are moves that would cover it.
    """

    template = "swap-to-decide"
    kind: SwapKind
    taker: str = ""
    why: str = ""
    note: str = ""
    refused: tuple[str, ...] = ()
    chains: tuple[str, ...] = ()

    def find_topic(self) -> Topic:
        if self.kind is SwapKind.DROP:
            return Topic.DROP_ASKED
        return Topic.SWAP_OFFERED if self.taker else Topic.SWAP_STUCK

    @property
    def note_lines(self) -> list[str]:
        return split_note(self.note)

    def find_required(self) -> tuple[str, ...]:
        return NEWS if self.find_topic() is Topic.SWAP_OFFERED else ("shift", "person")


@dataclass(frozen=True, slots=True, kw_only=True)
class SwapNews(OfShift):
    """How a swap ended, for the person whose shift it was or for the taker.

    `is_moved` if a manager moved the taker without asking; `gives_up` is their shift until then.
    """

    template = "swap-news"
    topic = Topic.SWAP_SETTLED
    required = NEWS
    kind: SwapKind
    state: SwapState
    taker: str = ""
    why: str = ""
    is_moved: bool = False
    gives_up: OwnShift | None = None

    @property
    def is_for_taker(self) -> bool:
        return bool(self.taker) and self.reader == self.taker


@dataclass(frozen=True, slots=True, kw_only=True)
class OfTimeOff(MessageFacts):
    first_on: date
    last_on: date

    @property
    def days(self) -> str:
        return render_days(self.first_on, self.last_on)


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOffToDecide(OfTimeOff):
    """`shifts` are those that the person has on these days."""

    template = "time-off-to-decide"
    topic = Topic.TIME_OFF_ASKED
    required = ("person", "days")
    person: str
    reason: str = ""
    shifts: tuple[OwnShift, ...] = ()

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"person": self.person, "days": self.days}


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOffNews(OfTimeOff):
    """The days as they were decided; `asked` are the days that were asked for.

    `needs_cover` are the reader's published shifts on days that were granted.
    """

    template = "time-off-news"
    required = ("days",)
    is_approved: bool
    asked: tuple[date, date] | None = None
    why: str = ""
    needs_cover: tuple[OwnShift, ...] = ()

    def find_topic(self) -> Topic:
        return Topic.TIME_OFF_APPROVED if self.is_approved else Topic.TIME_OFF_DECLINED

    @property
    def asked_days(self) -> str:
        """Empty where the days are those that were asked for."""
        is_same = self.asked in (None, (self.first_on, self.last_on))
        return "" if is_same or self.asked is None else render_days(*self.asked)

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"days": self.days}


@dataclass(frozen=True, slots=True, kw_only=True)
class UnreadNote(MessageFacts):
    """A note about time off without dates that could be read; `person` if the sender is known."""

    template = "note-unread"
    topic = Topic.NOTE_UNREAD
    required = ("person",)
    person: str
    sender: str
    note: str
    why: str = ""

    @property
    def who(self) -> str:
        return self.person or self.sender or "an unknown sender"

    @property
    def note_lines(self) -> list[str]:
        return split_note(self.note)

    @property
    def slots(self) -> Mapping[str, Any]:
        return {"person": self.who}


def split_note(note: str) -> list[str]:
    """The lines of a note; a long one is cut off with dots."""
    lines = note.strip().splitlines()
    return lines if len(lines) <= MOST_LISTED else [*lines[:MOST_LISTED], "..."]


@dataclass(frozen=True, slots=True, kw_only=True)
class RenderContext:
    """What is read once for all messages of a pass.

    `left` are messages that have left, by what they are about.
    """

    rules: Rules
    voice: Voice
    staff: Staff
    team_id: str
    left: dict[str, Sequence[Message]] = field(default_factory=dict, repr=False)


@dataclass(frozen=True, slots=True, kw_only=True)
class Recipient:
    """`name` is blank for the admin."""

    name: str
    team: str
    zone: ZoneInfo
    link: str = ""
    way: Way
    context: RenderContext

    @property
    def facts(self) -> dict[str, Any]:
        return {"reader": self.name, "team": self.team, "zone": self.zone, "link": self.link}


@dataclass(frozen=True, slots=True)
class Content:
    """`is_prompt` if quiet hours do not apply; `worded` says who phrased it, if a model did.

    `choices` are the answers to it, for a channel that has them.
    """

    facts: MessageFacts
    attachments: tuple[Attachment, ...] = ()
    is_prompt: bool = False
    worded: str = ""
    choices: tuple[Choice, ...] = ()
