"""The result of reading a note: the days wanted off, or why a person has to read it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

MOST_DAYS = 60
MOST_AHEAD = 18  # months


class Kind(StrEnum):
    """Why a note was not read."""

    NOTHING_ASKED = "nothing-asked"
    NO_DATE = "no-date"
    FOREIGN = "foreign"
    UNCLEAR = "unclear"
    TOO_MUCH = "too-much"
    AMBIGUOUS = "ambiguous"
    SEVERAL = "several"
    CONTRADICTION = "contradiction"
    IMPOSSIBLE = "impossible"
    PART_OF_DAY = "part-of-day"
    PAST = "past"
    TOO_LONG = "too-long"
    TOO_FAR = "too-far"
    WITHDRAWN = "withdrawn"
    NOT_OFF = "not-off"


@dataclass(frozen=True, slots=True)
class NoteReading:
    """Both days count. `reason` is in the note's own words, or blank."""

    first_on: date
    last_on: date
    reason: str = ""


@dataclass(frozen=True, slots=True)
class Unread:
    """The note is to be shown as it came; `why` is for the manager."""

    why: str
    kind: Kind


# A model may try where nothing was understood, never where the rules found a reason to refuse.
_OPEN = frozenset({Kind.NOTHING_ASKED, Kind.NO_DATE, Kind.FOREIGN, Kind.UNCLEAR})


def may_ask_model(unread: Unread) -> bool:
    return unread.kind in _OPEN


def judge_days(first: date, last: date, today: date) -> Unread | None:
    """What is wrong with the days of a note; None if nothing is."""
    if last < first:
        return Unread("it ends before it begins", Kind.CONTRADICTION)
    if last < today:
        return Unread("it is about days that have passed", Kind.PAST)
    if (last - first).days >= MOST_DAYS:
        return Unread(f"it is about more than {MOST_DAYS} days", Kind.TOO_LONG)
    # Both ends: a beginning in the past that far back is no sensible note either.
    if _months_between(today, last) >= MOST_AHEAD:
        return Unread(f"it is about days more than {MOST_AHEAD} months ahead", Kind.TOO_FAR)
    if first < today - timedelta(days=MOST_DAYS):
        return Unread("it begins long ago", Kind.PAST)
    return None


def _months_between(earlier: date, later: date) -> int:
    """Whole months; the day after a whole month counts as begun."""
    months = (later.year - earlier.year) * 12 + later.month - earlier.month
    return months if later.day > earlier.day else months - 1
