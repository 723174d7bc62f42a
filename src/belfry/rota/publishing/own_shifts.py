"""What a shift is to whoever has it: when, until when, as what; and how their week has changed."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.hours.weekdays import MONTH_NAMES, SHORT_NAMES
from belfry.kernel.texts import make_harmless
from belfry.rota.drafts.drafted_weeks import DraftLine
from belfry.rota.shift_words import render_date, render_days, render_hours, render_weekday

MINUTE = timedelta(minutes=1)
# From when on, on the wall clock, a shift that begins is called so; before all of them it is night.
_NIGHT = "Night"
_CALLED = ((time(20), _NIGHT), (time(12), "Late"), (time(8), "Day"), (time(5), "Early"))
_SATURDAY = 5


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnShift:
    """One person's; others who have the same shift are not named."""

    id: str
    starts_at: datetime
    ends_at: datetime
    role: str = ""

    @property
    def minutes(self) -> int:
        return (self.ends_at - self.starts_at) // MINUTE


class Moved(NamedTuple):
    """A shift that stays theirs, at another time or as something else."""

    before: OwnShift
    after: OwnShift


@dataclass(frozen=True, slots=True)
class Changes:
    """What is another thing than it was, each by its start and then its id."""

    new: tuple[OwnShift, ...] = ()
    gone: tuple[OwnShift, ...] = ()
    moved: tuple[Moved, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.new or self.gone or self.moved)


def find_changes(before: Iterable[OwnShift], after: Iterable[OwnShift]) -> Changes:
    old, now = ({one.id: one for one in shifts} for shifts in (before, after))
    stayed = [Moved(old[one.id], one) for one in sort_shifts(now.values()) if one.id in old]
    return Changes(
        new=tuple(sort_shifts(one for one in now.values() if one.id not in old)),
        gone=tuple(sort_shifts(one for one in old.values() if one.id not in now)),
        moved=tuple(pair for pair in stayed if pair.before != pair.after),
    )


def sort_shifts(shifts: Iterable[OwnShift]) -> list[OwnShift]:
    return sorted(shifts, key=lambda one: (one.starts_at, one.id))


def count_minutes(shifts: Iterable[OwnShift]) -> int:
    return sum(one.minutes for one in shifts)


def name_shift(shift: OwnShift, zone: ZoneInfo) -> str:
    """Late shift, barista."""
    part = _find_part(shift, zone)
    return f"{part} shift, {shift.role}" if shift.role else f"{part} shift"


def is_at_night(shift: OwnShift, zone: ZoneInfo) -> bool:
    return _find_part(shift, zone) == _NIGHT


def is_at_weekend(shift: OwnShift, zone: ZoneInfo) -> bool:
    """Whether it begins on a Saturday or Sunday."""
    return shift.starts_at.astimezone(zone).weekday() >= _SATURDAY


def _find_part(shift: OwnShift, zone: ZoneInfo) -> str:
    starts = shift.starts_at.astimezone(zone).time()
    return next((name for begins, name in _CALLED if starts >= begins), _NIGHT)


def write_told(shifts: Iterable[OwnShift]) -> dict[str, list[str]]:
    """By id what somebody was told of their shifts, as JSON can hold it."""
    return {
        one.id: [
            one.starts_at.astimezone(UTC).isoformat(),
            one.ends_at.astimezone(UTC).isoformat(),
            one.role,
        ]
        for one in sort_shifts(shifts)
    }


def read_told(told: Mapping[str, Sequence[Any]]) -> tuple[OwnShift, ...]:
    shifts = (
        OwnShift(
            id=shift_id,
            starts_at=datetime.fromisoformat(starts),
            ends_at=datetime.fromisoformat(ends),
            role=role,
        )
        for shift_id, (starts, ends, role) in told.items()
    )
    return tuple(sort_shifts(shifts))


def own_shift(line: DraftLine) -> OwnShift:
    return OwnShift(
        id=line.shift_id, starts_at=line.starts_at, ends_at=line.ends_at, role=line.role
    )


def sort_out(lines: Iterable[DraftLine]) -> dict[str, tuple[OwnShift, ...]]:
    """Everybody's own, by name, for those who have any."""
    theirs: dict[str, list[OwnShift]] = {}
    for line in lines:
        for name in dict.fromkeys(line.people):
            theirs.setdefault(name, []).append(own_shift(line))
    return {name: tuple(shifts) for name, shifts in theirs.items()}


_SHORT = 3
LONGEST_ROLE = 80


def say_week(starts_on: date) -> str:
    """16 to 22 November."""
    return render_days(starts_on, starts_on + timedelta(days=6))


def say_shift(shift: OwnShift, zone: ZoneInfo) -> str:
    """Monday 16 November 14:00-22:00 (barista)."""
    role = f" ({_clean(shift.role)})" if shift.role else ""
    return f"{_say_when(shift, zone)}{role}"


def say_shortly(shift: OwnShift, zone: ZoneInfo) -> str:
    """Mon 16 Nov 14:00-22:00."""
    day = shift.starts_at.astimezone(zone).date()
    month = MONTH_NAMES[day.month - 1][:_SHORT]
    return f"{SHORT_NAMES[day.weekday()]} {day.day} {month} {_say_times(shift, zone)}"


def say_with_hours(shift: OwnShift, zone: ZoneInfo) -> str:
    """Monday 16 November 14:00-22:00 (barista, 8 h)."""
    role = f"{_clean(shift.role)}, " if shift.role else ""
    return f"{_say_when(shift, zone)} ({role}{render_hours(shift.minutes)})"


def count_shifts(count: int) -> str:
    return "1 shift" if count == 1 else f"{count} shifts"


def list_changes(changes: Changes, zone: ZoneInfo) -> Iterator[str]:
    """A line for each change, as its reader sees it."""
    yield from (f"New: {say_shift(one, zone)}" for one in changes.new)
    yield from (f"No longer yours: {say_shift(one, zone)}" for one in changes.gone)
    yield from (_say_moved(pair, zone) for pair in changes.moved)


def list_changes_shortly(changes: Changes, zone: ZoneInfo) -> Iterator[str]:
    yield from (f"new {say_shortly(one, zone)}" for one in changes.new)
    yield from (f"no longer yours {say_shortly(one, zone)}" for one in changes.gone)
    for before, after in changes.moved:
        if _is_retimed(before, after):
            yield f"moved {say_shortly(before, zone)} to {say_shortly(after, zone)}"
        else:
            yield f"{say_shortly(after, zone)} now {_say_role(after)}"


def _say_moved(pair: Moved, zone: ZoneInfo) -> str:
    before, after = pair
    if _is_retimed(before, after):
        return f"Moved: {say_shift(before, zone)} is now {say_shift(after, zone)}"
    return f"Changed: {say_shift(before, zone)} is now {_say_role(after)}"


def _is_retimed(before: OwnShift, after: OwnShift) -> bool:
    return (before.starts_at, before.ends_at) != (after.starts_at, after.ends_at)


def _say_role(shift: OwnShift) -> str:
    return f"as {_clean(shift.role)}" if shift.role else "for any role"


def _say_when(shift: OwnShift, zone: ZoneInfo) -> str:
    day = shift.starts_at.astimezone(zone).date()
    return f"{render_weekday(day)} {render_date(day)} {_say_times(shift, zone)}"


def _say_times(shift: OwnShift, zone: ZoneInfo) -> str:
    starts, ends = shift.starts_at.astimezone(zone), shift.ends_at.astimezone(zone)
    return f"{starts:%H:%M}-{ends:%H:%M}"


def _clean(role: str) -> str:
    return make_harmless(role, most=LONGEST_ROLE)
