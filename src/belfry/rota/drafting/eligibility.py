"""Who could come to a shift if they had nothing else this week.

Shifts that ask for the same work, or are at the same time, get the same answer: each question is
put once for a kind of work and once for a time, and the answers are sets of shifts, as bits.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, timedelta
from zoneinfo import ZoneInfo

from belfry.rota.drafting.snags import Snag
from belfry.rota.rules.members import Availability, Leave, Member, TimeOff, Worked
from belfry.rota.rules.rules import Rules
from belfry.rota.shifts import MINUTE, Shift

_INSTANT = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class Slot:
    """A time at which there are shifts, and the days on the wall that it touches."""

    day: date
    starts_at: datetime
    ends_at: datetime
    first_on: date
    last_on: date


@dataclass(frozen=True, slots=True)
class Person:
    """One of the team with everything the week says about when they can come."""

    member: Member
    availability: Availability | None
    time_off: tuple[TimeOff, ...]
    around: tuple[Worked, ...]


def find_slot(shift: Shift, zone: ZoneInfo) -> Slot:
    # Days are compared on the wall: the day after the last one may not exist in the calendar.
    first_on = shift.starts_at.astimezone(zone).date()
    last_on = (shift.ends_at - _INSTANT).astimezone(zone).date()
    return Slot(shift.day, shift.starts_at, shift.ends_at, first_on, last_on)


def judge_work(member: Member, role: str, skills: frozenset[str]) -> Snag | None:
    if role and role not in member.roles:
        return Snag.ROLE
    return None if skills <= member.skills else Snag.SKILLS


def judge_time(person: Person, slot: Slot, rules: Rules) -> Snag | None:
    """Whether they are there, and far enough from the shifts of the weeks around."""
    if person.availability is not None and not any(
        stretch.starts_at <= slot.starts_at and slot.ends_at <= stretch.ends_at
        for stretch in person.availability.stretches
    ):
        return Snag.AVAILABILITY
    if _is_off(person, slot, Leave.APPROVED):
        return Snag.TIME_OFF
    snags = {judge_pair(slot, worked, rules.rest) for worked in person.around}
    return next((snag for snag in (Snag.OVERLAP, Snag.REST) if snag in snags), None)


def is_undecided(person: Person, slot: Slot) -> bool:
    """Whether they have asked for time off then and nobody has answered yet."""
    return _is_off(person, slot, Leave.PENDING)


def judge_pair(one: Slot, other: Slot | Worked, rest: int) -> Snag | None:
    """Why nobody can have both, if nobody can."""
    gap = max(one.starts_at - other.ends_at, other.starts_at - one.ends_at)
    if gap < timedelta():
        return Snag.OVERLAP
    return Snag.REST if one.day != other.day and gap < rest * MINUTE else None


def _is_off(person: Person, slot: Slot, state: Leave) -> bool:
    return any(
        leave.state is state and leave.first_on <= slot.last_on and slot.first_on <= leave.last_on
        for leave in person.time_off
    )
