"""What a schedule can be: a cron, a steady rate, or one single time."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta

FIRST_YEAR = 1970


@dataclass(frozen=True, slots=True)
class Cron:
    """The minutes of the wall clock that match every field.

    Each field is a set of bits, one per value: bit 30 of `minutes` is half past. `days` and
    `weekdays` carry L, LW, 5L and 5#2 in higher bits (see `find_days`); Sunday is bit 0. `years`
    is None for every year, else bit 0 is 1970. `needs_both` says that a day must match both day
    fields, not either of them; `is_fixed` that the hours are named, not `*` (see `fix_moment`).
    """

    text: str
    minutes: int
    hours: int
    days: int
    months: int
    weekdays: int
    needs_both: bool
    is_fixed: bool
    years: int | None = None


@dataclass(frozen=True, slots=True)
class Rate:
    """Every so many minutes of real time, counted from an anchor."""

    minutes: int

    @property
    def every(self) -> timedelta:
        return timedelta(minutes=self.minutes)

    @property
    def text(self) -> str:
        sizes = ((1440, "day"), (60, "hour"), (1, "minute"))
        size, unit = next(each for each in sizes if self.minutes % each[0] == 0)
        count = self.minutes // size
        return f"rate({count} {unit}{'' if count == 1 else 's'})"


@dataclass(frozen=True, slots=True)
class Once:
    """One minute of one day, on the wall clock of the schedule's zone."""

    day: date
    clock: time

    @property
    def wall(self) -> datetime:
        """The reading of the wall clock, carried as UTC so that sums on it are plain."""
        return datetime.combine(self.day, self.clock, UTC)

    @property
    def text(self) -> str:
        return f"at({self.day.isoformat()}T{self.clock.isoformat()})"


CronExpression = Cron | Rate | Once
