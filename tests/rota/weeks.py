"""Weeks for tests, written as a manager would say them: shifts, people, and what stands in the way.

Days are Mon to Sun of the sample week, or ISO dates; times are those on the wall in London.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import UTC, date, datetime, time, timedelta
from zoneinfo import ZoneInfo

from belfry.kernel.hours.weekdays import SHORT_NAMES
from belfry.rota.rules.weeks import (
    HOUR,
    Availability,
    Leave,
    Member,
    Rota,
    Rules,
    Shift,
    Stretch,
    TimeOff,
    Week,
    Worked,
)

MONDAY = date(2026, 11, 16)
LONDON = ZoneInfo("Europe/London")


def find_day(day: str, monday: date = MONDAY) -> date:
    """The date of "Tue", or of "2026-11-17"."""
    if day in SHORT_NAMES:
        return monday + timedelta(days=SHORT_NAMES.index(day))
    return date.fromisoformat(day)


def find_span(when: str, monday: date = MONDAY, zone: ZoneInfo = LONDON) -> Stretch:
    """From "Mon 22:00-06:00" the two moments; the end is on the next day if it is not later."""
    day, span = when.split()
    starts, ends = (time.fromisoformat(clock_time) for clock_time in span.split("-"))
    first = find_day(day, monday)
    last = first if starts < ends else first + timedelta(days=1)
    return Stretch(
        datetime.combine(first, starts, zone).astimezone(UTC),
        datetime.combine(last, ends, zone).astimezone(UTC),
    )


def make_shift(
    when: str,
    *,
    id: str | None = None,
    role: str = "",
    skills: Iterable[str] = (),
    headcount: int = 1,
    wishes: Iterable[str] = (),
    pins: Iterable[str] = (),
    held: str = "",
    monday: date = MONDAY,
    zone: ZoneInfo = LONDON,
) -> Shift:
    """A shift such as "Mon 09:00-17:00"; without an id of its own it is called `s/Mon/0900`."""
    pinned = tuple(pins)
    day, span = when.split()
    starts, ends = (time.fromisoformat(clock_time) for clock_time in span.split("-"))
    moments = find_span(when, monday, zone)
    return Shift(
        id=f"s/{day}/{starts:%H%M}" if id is None else id,
        day=find_day(day, monday),
        starts=starts,
        ends=ends,
        starts_at=moments.starts_at,
        ends_at=moments.ends_at,
        role=role,
        skills=frozenset(skills),
        headcount=headcount,
        wishes=(*pinned, *wishes),
        is_pinned=bool(pinned),
        held=held,
    )


def make_member(
    name: str = "Ana",
    hours: int = 40,
    *,
    cap: int | None = None,
    roles: Iterable[str] = (),
    skills: Iterable[str] = (),
    below: int = 0,
    waited: int = 0,
) -> Member:
    """`hours`, `cap` and `below` are whole hours; the cap is 40, or the target if that is more."""
    return Member(
        name=name,
        roles=frozenset(roles),
        skills=frozenset(skills),
        target=hours * HOUR,
        cap=(max(hours, 40) if cap is None else cap) * HOUR,
        below=below * HOUR,
        waited=waited * HOUR,
    )


def make_availability(
    name: str, *whens: str, monday: date = MONDAY, zone: ZoneInfo = LONDON
) -> Availability:
    spans = sorted(find_span(when, monday, zone) for when in whens)
    return Availability(name=name, stretches=tuple(spans))


def make_time_off(
    name: str,
    first: str,
    last: str | None = None,
    *,
    reason: str = "",
    is_pending: bool = False,
    monday: date = MONDAY,
) -> TimeOff:
    return TimeOff(
        name=name,
        first_on=find_day(first, monday),
        last_on=find_day(last or first, monday),
        state=Leave.PENDING if is_pending else Leave.APPROVED,
        reason=reason,
    )


def make_worked(
    name: str, when: str, *, id: str | None = None, monday: date = MONDAY, zone: ZoneInfo = LONDON
) -> Worked:
    """A shift of another week, such as "2026-11-15 14:00-22:00"."""
    span = find_span(when, monday, zone)
    return Worked(
        name=name,
        shift_id=f"w/{when.replace(' ', '/')}" if id is None else id,
        day=find_day(when.split()[0], monday),
        starts_at=span.starts_at,
        ends_at=span.ends_at,
    )


def make_week(
    shifts: Iterable[Shift | str] = (),
    members: Iterable[Member | str] = (),
    *,
    availability: Iterable[Availability] = (),
    time_off: Iterable[TimeOff] = (),
    around: Iterable[Worked] = (),
    clashes: Mapping[str, str] | None = None,
    published: Rota | None = None,
    rules: Rules | None = None,
    monday: date = MONDAY,
    zone: ZoneInfo = LONDON,
) -> Week:
    """Bare texts will do where a shift or a person has nothing special about them."""
    return Week(
        starts_on=monday,
        zone=zone,
        rules=rules or Rules(),
        shifts=tuple(
            make_shift(shift, monday=monday, zone=zone) if isinstance(shift, str) else shift
            for shift in shifts
        ),
        members=tuple(
            make_member(member) if isinstance(member, str) else member for member in members
        ),
        availability={entry.name: entry for entry in availability},
        time_off=tuple(time_off),
        around=tuple(around),
        clashes=clashes or {},
        kept=published or {},
    )
