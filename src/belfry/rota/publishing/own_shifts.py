"""What a shift is to whoever has it: when, until when, as what; and how their week has changed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, time, timedelta
from typing import Any, NamedTuple
from zoneinfo import ZoneInfo

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
