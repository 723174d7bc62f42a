"""The facts that a draft of a week depends on, and nothing else.

The same facts give the same rota and the same explanations, on any machine and at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, time, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from belfry.kernel.hours.quiet import DEFAULT_QUIET, QuietHours

MINUTE = timedelta(minutes=1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Shift:
    """`starts` and `ends` are local times; the moments are in UTC.

    `role` and `skills` are folded; a blank role fits all. `wishes` are the names in the week's
    sheet: kept if legal, and never changed if the shift is pinned. `held` is why a manager must
    decide, if it is marked so. `pinned_by` fixed it by editing a draft; blank if only the sheet
    says so. `instead_of` are those the sheet named then.
    """

    id: str
    day: date
    starts: time
    ends: time
    starts_at: datetime
    ends_at: datetime
    role: str = ""
    skills: frozenset[str] = frozenset()
    headcount: int = 1
    wishes: tuple[str, ...] = ()
    is_pinned: bool = False
    held: str = ""
    pinned_by: str = ""
    instead_of: tuple[str, ...] = ()

    @property
    def minutes(self) -> int:
        return (self.ends_at - self.starts_at) // MINUTE


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """`target` and `cap` are minutes in a week; roles and skills are folded.

    `below` is by how many minutes they stayed below their target over the last four weeks; negative
    if they worked more. `waited` is the same with each later week counted once more, so that of two
    who are level, whoever had less of late has waited longer.
    """

    name: str
    roles: frozenset[str] = frozenset()
    skills: frozenset[str] = frozenset()
    target: int
    cap: int
    below: int = 0
    waited: int = 0


@dataclass(frozen=True, slots=True, order=True)
class Stretch:
    """From a moment to another, in UTC; the last is not part of it."""

    starts_at: datetime
    ends_at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Availability:
    """When a person can come, in the week and the days around it: whole stretches, in order.

    A person without an entry can always come.
    """

    name: str
    stretches: tuple[Stretch, ...]


class Leave(StrEnum):
    APPROVED = "approved"
    PENDING = "pending"


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeOff:
    """Both days count, from midnight to midnight on the wall clock."""

    name: str
    first_on: date
    last_on: date
    state: Leave
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worked:
    """A shift of another week: rest and days in a row are counted from it."""

    name: str
    shift_id: str
    day: date
    starts_at: datetime
    ends_at: datetime


HOUR = 60


@dataclass(frozen=True, slots=True, kw_only=True)
class Rules:
    """Lengths are minutes. `days_in_row` and `longest_day` of None set no limit."""

    max_hours: int = 40 * HOUR
    rest: int = 11 * HOUR
    margin: int = 2 * HOUR
    shifts_a_day: int = 1
    longest_day: int | None = 13 * HOUR
    days_in_row: int | None = None
    quiet: QuietHours = DEFAULT_QUIET
    ask_first: bool = False
    test_mode: bool = False


class Rule(StrEnum):
    """First those about a rota, then those about a person and a shift, in the order of telling."""

    UNKNOWN_SHIFT = "unknown shift"
    UNKNOWN_PERSON = "unknown person"
    TWICE = "twice on it"
    HEADCOUNT = "headcount"
    HELD = "held"
    PIN = "pin"
    ROLE = "role"
    SKILLS = "skills"
    AVAILABILITY = "availability"
    TIME_OFF = "time off"
    PENDING = "pending time off"
    OVERLAP = "overlap"
    SHIFTS_A_DAY = "shifts a day"
    REST = "rest"
    LONGEST_DAY = "longest day"
    CAP = "cap"
    DAYS_IN_ROW = "days in a row"


# Those that come from a person's other shifts, and may change with them.
FROM_OTHER_SHIFTS = frozenset(
    {
        *(Rule.OVERLAP, Rule.SHIFTS_A_DAY, Rule.REST),
        *(Rule.LONGEST_DAY, Rule.CAP, Rule.DAYS_IN_ROW),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Waiver:
    """A rule that a manager overruled for a person on a shift; drafts keep that seat.

    `name` is blank where the rule is about the shift alone. `against` is the other shift, where the
    rule is about two. `most` is how far it was stretched: people on the shift, shifts in the day,
    minutes in the week, or days in a row.
    """

    rule: Rule
    name: str
    shift_id: str
    by: str = ""
    against: str = ""
    most: int = 0


# Who has which shift: names by the shift's id, in the order they were placed.
Rota = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """`starts_on` is its Monday. Names are whole and the same everywhere.

    `around` are the shifts people have in the weeks next to this one. `clashes` are the shifts,
    with the reason, whose standing person has time off and which are still undecided.
    `kept` is the rota that people know already; whatever differs from it is a change for a person.
    `waivers` are in force: drafts keep their people on these shifts.
    """

    starts_on: date
    zone: ZoneInfo
    rules: Rules
    shifts: tuple[Shift, ...]
    members: tuple[Member, ...]
    availability: Mapping[str, Availability] = field(default_factory=dict)
    time_off: tuple[TimeOff, ...] = ()
    around: tuple[Worked, ...] = ()
    clashes: Mapping[str, str] = field(default_factory=dict)
    kept: Rota = field(default_factory=dict)
    waivers: tuple[Waiver, ...] = ()


SEVEN_DAYS = timedelta(days=7)


def find_monday(day: date) -> date:
    """The Monday of the week that the day is in."""
    return day - timedelta(days=day.weekday())


def find_this_monday(now: datetime, zone: ZoneInfo) -> date:
    return find_monday(now.astimezone(zone).date())


def find_next_monday(now: datetime, zone: ZoneInfo) -> date:
    return find_this_monday(now, zone) + SEVEN_DAYS


def find_coming_monday(now: datetime, zone: ZoneInfo) -> date:
    """The next Monday; on a Monday, that day itself."""
    today = now.astimezone(zone).date()
    return find_monday(today + timedelta(days=6))
