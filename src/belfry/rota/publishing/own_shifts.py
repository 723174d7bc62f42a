"""A person's week: their shifts as they see them, what changed, and what they were notified of."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.hours.weekdays import MONTH_NAMES, SHORT_NAMES
from belfry.kernel.texts import make_harmless
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.rules.weeks import MINUTE, Member, Shift
from belfry.rota.shift_words import render_date, render_days, render_hours, render_weekday

# From when on, on the wall clock, a shift that begins is called so; before all of them it is night.
_NIGHT = "Night"
_CALLED = ((time(20), _NIGHT), (time(12), "Late"), (time(8), "Day"), (time(5), "Early"))
_SATURDAY = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnShift:
    """Without the names of others on the same shift."""

    id: str
    starts_at: datetime
    ends_at: datetime
    role: str = ""

    @property
    def minutes(self) -> int:
        return (self.ends_at - self.starts_at) // MINUTE


class Moved(NamedTuple):
    """A shift that stays with the person, at another time or in another role."""

    before: OwnShift
    after: OwnShift


@dataclass(frozen=True, slots=True)
class Changes:
    """Each by start, then id."""

    new: tuple[OwnShift, ...] = ()
    gone: tuple[OwnShift, ...] = ()
    moved: tuple[Moved, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.gone or self.moved)


def find_changes(before: Iterable[OwnShift], after: Iterable[OwnShift]) -> Changes:
    old, now = ({shift.id: shift for shift in shifts} for shifts in (before, after))
    stayed = [Moved(old[shift.id], shift) for shift in sort_shifts(now.values()) if shift.id in old]
    return Changes(
        new=tuple(sort_shifts(shift for shift in now.values() if shift.id not in old)),
        gone=tuple(sort_shifts(shift for shift in old.values() if shift.id not in now)),
        moved=tuple(pair for pair in stayed if pair.before != pair.after),
    )


def plan_sequences(
    before: Iterable[OwnShift], after: Iterable[OwnShift], sequences: Mapping[str, int]
) -> dict[str, int]:
    """The calendar sequence numbers after a change: every new, moved or cancelled shift is newer.

    `sequences` are the last ones sent, including those of shifts that are gone.
    """
    changes = find_changes(before, after)
    known = (*changes.gone, *(pair.after for pair in changes.moved))
    return {
        **sequences,
        **{shift.id: sequences.get(shift.id, -1) + 1 for shift in changes.new},
        **{shift.id: sequences.get(shift.id, 0) + 1 for shift in known},
    }


def sort_shifts(shifts: Iterable[OwnShift]) -> list[OwnShift]:
    return sorted(shifts, key=lambda shift: (shift.starts_at, shift.id))


def count_minutes(shifts: Iterable[OwnShift]) -> int:
    return sum(shift.minutes for shift in shifts)


def name_shift(shift: OwnShift, zone: ZoneInfo) -> str:
    """Late shift, barista."""
    part = _find_part(shift, zone)
    return f"{part} shift, {shift.role}" if shift.role else f"{part} shift"


def is_at_night(shift: OwnShift, zone: ZoneInfo) -> bool:
    return _find_part(shift, zone) == _NIGHT


def is_at_weekend(shift: OwnShift, zone: ZoneInfo) -> bool:
    return shift.starts_at.astimezone(zone).weekday() >= _SATURDAY


def _find_part(shift: OwnShift, zone: ZoneInfo) -> str:
    starts = shift.starts_at.astimezone(zone).time()
    return next((name for begins, name in _CALLED if starts >= begins), _NIGHT)


def dump_shifts(shifts: Iterable[OwnShift]) -> dict[str, list[str]]:
    """Shifts as JSON, by id."""
    shift_facts = {}
    for shift in sort_shifts(shifts):
        times = (shift.starts_at.astimezone(UTC), shift.ends_at.astimezone(UTC))
        shift_facts[shift.id] = [*(time.isoformat() for time in times), shift.role]
    return shift_facts


def load_shifts(shift_facts: Mapping[str, Sequence[Any]]) -> tuple[OwnShift, ...]:
    shifts = (
        OwnShift(
            id=shift_id,
            starts_at=datetime.fromisoformat(starts),
            ends_at=datetime.fromisoformat(ends),
            role=role,
        )
        for shift_id, (starts, ends, role) in shift_facts.items()
    )
    return tuple(sort_shifts(shifts))


def own_shift(shift: Shift | DraftLine) -> OwnShift:
    shift_id = shift.shift_id if isinstance(shift, DraftLine) else shift.id
    return OwnShift(id=shift_id, starts_at=shift.starts_at, ends_at=shift.ends_at, role=shift.role)


def group_by_person(lines: Iterable[DraftLine]) -> dict[str, tuple[OwnShift, ...]]:
    """The shifts of each person who has any, by name."""
    theirs: dict[str, list[OwnShift]] = {}
    for line in lines:
        for name in dict.fromkeys(line.people):
            theirs.setdefault(name, []).append(own_shift(line))
    return {name: tuple(shifts) for name, shifts in theirs.items()}


_SHORT = 3
LONGEST_ROLE = 80


def render_week(starts_on: date) -> str:
    """16 to 22 November."""
    return render_days(starts_on, starts_on + timedelta(days=6))


def render_own_shift(shift: OwnShift, zone: ZoneInfo) -> str:
    """Monday 16 November 14:00-22:00 (barista)."""
    day = _render_day(shift, zone)
    return f"{day} ({_clean(shift.role)})" if shift.role else day


def render_short(shift: OwnShift, zone: ZoneInfo) -> str:
    """Mon 16 Nov 14:00-22:00."""
    day = shift.starts_at.astimezone(zone).date()
    month = MONTH_NAMES[day.month - 1][:_SHORT]
    return f"{SHORT_NAMES[day.weekday()]} {day.day} {month} {_render_times(shift, zone)}"


def render_with_hours(shift: OwnShift, zone: ZoneInfo) -> str:
    """Monday 16 November 14:00-22:00 (barista, 8 h)."""
    role = f"{_clean(shift.role)}, " if shift.role else ""
    return f"{_render_day(shift, zone)} ({role}{render_hours(shift.minutes)})"


def count_shifts(count: int) -> str:
    return "1 shift" if count == 1 else f"{count} shifts"


def _render_day(shift: OwnShift, zone: ZoneInfo) -> str:
    day = shift.starts_at.astimezone(zone).date()
    return f"{render_weekday(day)} {render_date(day)} {_render_times(shift, zone)}"


def _render_times(shift: OwnShift, zone: ZoneInfo) -> str:
    starts, ends = shift.starts_at.astimezone(zone), shift.ends_at.astimezone(zone)
    return f"{starts:%H:%M}-{ends:%H:%M}"


def _clean(role: str) -> str:
    return make_harmless(role, most=LONGEST_ROLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonWeek:
    """Lengths are minutes. `edition` is the one that these hours are of.

    `notified_shifts` are the shifts in the last message, by id: start, end and role. `sequences`
    are the calendar sequence numbers by shift.
    """

    person: str
    week: str
    placed: int
    target: int
    cap: int
    edition: int = 0
    notified_edition: int = 0
    notified_at: datetime | None = None
    notified_shifts: Mapping[str, Any] = field(default_factory=dict)
    sequences: Mapping[str, Any] = field(default_factory=dict)
    revision: int = 0

    @property
    def key(self) -> str:
        return person_week_key(self.person, self.week)


def person_week_key(person: str, week: str) -> str:
    return f"{person}/{week}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Edition:
    """A published week: each person's shifts and targets."""

    week: str
    number: int
    at: datetime
    shifts: Mapping[str, tuple[OwnShift, ...]]
    members: Mapping[str, Member]


def list_people(edition: Edition, known: Mapping[str, PersonWeek]) -> list[str]:
    """All people who may need a message, or whose hours count."""
    return sorted({*edition.members, *edition.shifts, *known})


def plan_update(edition: Edition, person: str, known: PersonWeek | None) -> PersonWeek | None:
    """The row to store; None if this edition or a later one was already processed for the person.

    Its `notified_edition` stays behind the edition if nothing changes for the person.
    """
    if known is not None and known.edition >= edition.number:
        return None
    before = known or PersonWeek(person=person, week=edition.week, placed=0, target=0, cap=0)
    shifts, notified = edition.shifts.get(person, ()), load_shifts(before.notified_shifts)
    member = edition.members.get(person)
    row = replace(
        before,
        placed=count_minutes(shifts),
        target=member.target if member else before.target,
        cap=member.cap if member else before.cap,
        edition=edition.number,
    )
    if not find_changes(notified, shifts):
        return row
    return replace(
        row,
        notified_shifts=dump_shifts(shifts),
        sequences=plan_sequences(notified, shifts, before.sequences),
        notified_edition=edition.number,
        notified_at=edition.at,
    )
