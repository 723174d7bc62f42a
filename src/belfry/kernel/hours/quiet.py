"""Quiet hours, and when a message may be sent instead.

Quiet hours begin the first time the wall clock shows their start and end the first time it shows
their end. If the clocks skip that time, the first minute after the gap counts. Days off last from
midnight to midnight by the same rule.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from typing import TYPE_CHECKING

from belfry.kernel.cron.fires import fix_moment
from belfry.kernel.hours.clock_times import (
    CLOCK_WORDS,
    DAY_MINUTES,
    EXPECTED_MARKS,
    Reader,
    Style,
    read_clock_times,
)

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

_DAY = timedelta(days=1)
_MIDNIGHT = time(0)
_NONE = frozenset({"none", "never", "no", "off"})
_PASSED_OVER = frozenset({"from", "between"})
_JOINED_BY = frozenset({"to", "till", "til", "until", "and"})
# Hours that leave one minute open can lose it to a clock change, but not on two nights running.
_MOST_NIGHTS = 3
# After a longer row of days off nothing is held back any more.
_MOST_DAYS_OFF = 366


@dataclass(frozen=True, slots=True)
class QuietHours:
    """Quiet from `start` up to `end`, over midnight if need be; never if they are equal."""

    start: time
    end: time


NEVER_QUIET = QuietHours(time(0), time(0))
DEFAULT_QUIET = QuietHours(time(20), time(9))


def parse_quiet_hours(text: str) -> QuietHours:
    """What "8pm to 9am", "20:00-09:00" or "none" means; raises ReadingError."""
    reader = Reader(text, CLOCK_WORDS)
    if reader.skip(_NONE):
        _insist_on_end(reader)
        return NEVER_QUIET
    reader.skip(_PASSED_OVER)
    first, second = read_clock_times(reader, _JOINED_BY)
    _insist_on_end(reader)
    if Style.BARE in (first.style, second.style) and Style.FULL not in (first.style, second.style):
        raise reader.refuse(EXPECTED_MARKS, first.token)
    quiet = QuietHours(_time_of(first.minute), _time_of(second.minute))
    if quiet.start == quiet.end:
        raise reader.refuse("two different times, or none", second.token)
    return quiet


def is_quiet(moment: datetime, quiet: QuietHours, zone: ZoneInfo) -> bool:
    """Whether a moment is in the quiet hours of a person in `zone`."""
    return _find_end(moment, quiet, zone) is not None


def find_release(
    moment: datetime,
    quiet: QuietHours,
    zone: ZoneInfo,
    is_day_off: Callable[[date], bool] | None = None,
) -> datetime:
    """The first moment, in UTC, from this one on that is outside the quiet hours.

    With `is_day_off`, never on a day off.
    """
    release = _pass_quiet(moment.astimezone(UTC), quiet, zone)
    if is_day_off is None:
        return release
    return _pass_days_off(release, quiet, zone, is_day_off)


def _pass_quiet(moment: datetime, quiet: QuietHours, zone: ZoneInfo) -> datetime:
    for _ in range(_MOST_NIGHTS):
        end = _find_end(moment, quiet, zone)
        if end is None:
            break
        moment = end
    return moment


def _pass_days_off(
    moment: datetime, quiet: QuietHours, zone: ZoneInfo, is_day_off: Callable[[date], bool]
) -> datetime:
    """The first moment outside quiet hours on a day that is not off; else the moment itself."""
    release = moment
    for _ in range(_MOST_DAYS_OFF):
        day, tomorrow = _find_day(release, zone)
        if not is_day_off(day):
            return release
        release = _pass_quiet(tomorrow, quiet, zone)
    return moment


def _find_day(moment: datetime, zone: ZoneInfo) -> tuple[date, datetime]:
    """The day that a moment lies in, and when the next one begins."""
    day = moment.astimezone(zone).date()
    tomorrow = _at(day + _DAY, _MIDNIGHT, zone)
    if tomorrow > moment:
        return day, tomorrow
    # The clocks went back over midnight: the day before is not begun again.
    return day + _DAY, _at(day + 2 * _DAY, _MIDNIGHT, zone)


def _find_end(moment: datetime, quiet: QuietHours, zone: ZoneInfo) -> datetime | None:
    """When the quiet hours end that a moment lies in; None if it lies in none."""
    if quiet.start == quiet.end:
        return None
    today = moment.astimezone(zone).date()
    lasts = _DAY if quiet.end < quiet.start else timedelta(0)
    # Where clocks go back over midnight, tomorrow's may have begun.
    for day in (today - _DAY, today, today + _DAY):
        if _at(day, quiet.start, zone) <= moment < (end := _at(day + lasts, quiet.end, zone)):
            return end
    return None


@lru_cache(maxsize=1024)
def _at(day: date, reading: time, zone: ZoneInfo) -> datetime:
    """Cached: messages mostly wait for the same few ends of quiet hours."""
    return fix_moment(datetime.combine(day, reading, UTC), zone)


def _time_of(minute: int) -> time:
    return time(minute % DAY_MINUTES // 60, minute % 60)


def _insist_on_end(reader: Reader) -> None:
    reader.skip(frozenset({"."}))
    if not reader.is_at_end:
        raise reader.refuse("nothing more; write it like 8pm to 9am, or none")
