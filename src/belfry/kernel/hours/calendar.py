"""When a piece of work that begins now is done, counted in the shop's opening days and hours.

The count begins when the shop is next open. Whole days go over opening days and keep the time of
day; where that day is not open at that time, the count goes on at the next opening. What is left,
a part of the day it then is and any hours, is spent in open time only, from day to day.

Open is from the minute a shop opens up to the one it closes: at closing time a count does not
begin any more, but one that has just been spent may end there. Times of day are those of the wall
clock, hours are real ones, also where the clocks change while the shop is open.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.cron.fires import fix_moment
from belfry.kernel.hours.opening_hours import OpeningHours

if TYPE_CHECKING:
    from belfry.kernel.hours.stretches import Stretch

_DAY = timedelta(days=1)
_NONE = timedelta(0)
# A shop that stays closed for longer than this has no next opening.
_LONGEST_CLOSED = 2 * 366


class Day(NamedTuple):
    """One day of the shop: when it is open, in UTC, and for how long in all."""

    on: date
    spans: tuple[tuple[datetime, datetime], ...]
    length: timedelta


class Landing(NamedTuple):
    """When a count ends, and on which day of the shop: 24:00 still belongs to the day it ends."""

    at: datetime
    on: date


def _is_never(_: date) -> bool:
    return False


@dataclass(frozen=True)
class Calendar:
    """The opening hours of one place. Days are remembered once they have been looked at."""

    opening: OpeningHours
    zone: ZoneInfo
    is_holiday: Callable[[date], bool] = _is_never
    _days: dict[date, Day] = field(default_factory=dict, init=False, repr=False, compare=False)

    def get_day(self, on: date) -> Day:
        day = self._days.get(on)
        if day is None:
            day = self._days[on] = self._make_day(on)
        return day

    def find_day_of(self, moment: datetime) -> date:
        return moment.astimezone(self.zone).date()

    def find_closing(self, on: date) -> datetime | None:
        """When the shop closes for the day; None if it stays closed."""
        spans = self.get_day(on).spans
        return spans[-1][1] if spans else None

    def find_opening(self, moment: datetime) -> datetime | None:
        """The moment itself while the shop is open, else its next opening; None without one."""
        found = self._open_from(moment, self.find_day_of(moment))
        return found[0] if found else None

    def add_stretch(self, start: datetime, stretch: Stretch) -> datetime | None:
        """When a stretch that starts at a moment is over; None if it never is."""
        landing = self.find_landing(start, stretch)
        return landing.at if landing else None

    def find_landing(self, start: datetime, stretch: Stretch) -> Landing | None:
        """When a stretch is over and on which day of the shop; None if it never is."""
        try:
            return self._count(start.astimezone(UTC), stretch)
        except OverflowError:
            return None

    def _count(self, start: datetime, stretch: Stretch) -> Landing | None:
        days, part, hours = count = stretch.count_in(self.opening)
        found = self._open_from(start, self.find_day_of(start))
        if found and days:
            found = self._move(*found, days)
        if found is None:
            return None
        at, day = found
        return self._spend(at, day, count.find_hours(day.length) if part else hours)

    def _move(self, at: datetime, day: Day, days: int) -> tuple[datetime, Day] | None:
        """So many opening days on, at the same time of day or the next opening after it."""
        later = self._find_later(day.on, days)
        if later is None:
            return None
        reading = at.astimezone(self.zone).replace(tzinfo=UTC)
        moved = reading + (later.on - reading.date())
        return self._open_from(fix_moment(moved, self.zone), later.on)

    def _spend(self, at: datetime, day: Day, left: timedelta) -> Landing | None:
        """Let open time go by from a moment of a day on until none is left."""
        following: Day | None = day
        while following:
            for opens, closes in following.spans:
                begins = max(at, opens)
                room = closes - begins
                if room <= _NONE:
                    continue
                if left <= room:
                    return Landing(begins + left, following.on)
                left -= room
            following = self._find_later(following.on, 1)
        return None

    def _open_from(self, moment: datetime, on: date) -> tuple[datetime, Day] | None:
        """The first open moment from this one of the day `on`, and the day it belongs to."""
        day: Day | None = self.get_day(on)
        while day:
            for opens, closes in day.spans:
                if moment < closes:
                    return max(moment, opens), day
            day = self._find_later(day.on, 1)
        return None

    def _find_later(self, on: date, count: int) -> Day | None:
        """The opening day that many opening days on."""
        closed = 0
        while closed < _LONGEST_CLOSED:
            on += _DAY
            day = self.get_day(on)
            if not day.spans:
                closed += 1
                continue
            count, closed = count - 1, 0
            if not count:
                return day
        return None

    def _make_day(self, on: date) -> Day:
        hours = () if self.is_holiday(on) else self.opening.week[on.weekday()]
        moments = [(self._at(on, opens), self._at(on, closes)) for opens, closes in hours]
        # What the clocks skip as a whole in spring is no open time.
        spans = tuple((opens, closes) for opens, closes in moments if opens < closes)
        return Day(on, spans, sum((closes - opens for opens, closes in spans), _NONE))

    def _at(self, on: date, minute: int) -> datetime:
        reading = datetime(on.year, on.month, on.day, tzinfo=UTC) + timedelta(minutes=minute)
        return fix_moment(reading, self.zone)
