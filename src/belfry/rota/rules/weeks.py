"""The facts that a draft of a week depends on, and nothing else.

The same facts give the same rota and the same explanations, on any machine and at any time.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.rota.rules.members import Availability, Member, TimeOff, Worked
from belfry.rota.rules.rules import Rules
from belfry.rota.shifts import Shift

# Who has which shift: names by the shift's id, in the order they were placed.
Rota = Mapping[str, tuple[str, ...]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Week:
    """`starts_on` is its Monday. Names are whole and the same everywhere.

    `around` are the shifts people have in the weeks next to this one. `clashes` are the shifts,
    with the reason, whose standing person has time off and about which nobody has decided yet.
    `kept` is the rota that people know already; whatever differs from it is a change to somebody.
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


SEVEN_DAYS = timedelta(days=7)


def find_monday(day: date) -> date:
    """The Monday of the week that the day is in."""
    return day - timedelta(days=day.weekday())


def find_this_monday(now: datetime, zone: ZoneInfo) -> date:
    return find_monday(now.astimezone(zone).date())


def find_next_monday(now: datetime, zone: ZoneInfo) -> date:
    """The Monday of the week after the present one."""
    return find_this_monday(now, zone) + SEVEN_DAYS


def find_coming_monday(now: datetime, zone: ZoneInfo) -> date:
    """The Monday on which the next week begins, also for whoever asks on that very day."""
    today = now.astimezone(zone).date()
    return find_monday(today + timedelta(days=6))
