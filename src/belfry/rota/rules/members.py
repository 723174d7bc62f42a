"""Who can be given shifts, how much they want to work, and when they are away."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime
from enum import StrEnum


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """`target` and `cap` are minutes in a week; roles and skills are folded.

    `below` is by how many minutes they stayed below their target over the last four weeks; negative
    if they worked more.
    """

    name: str
    roles: frozenset[str] = frozenset()
    skills: frozenset[str] = frozenset()
    target: int
    cap: int
    below: int = 0


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
