"""When a schedule fires: next, last, at this very minute, within a stretch of time.

Moments are given in any zone and answered in UTC. A rate counts real
minutes from its anchor; the clock changes do not matter to it.
"""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

from belfry.kernel.cron.expressions import FIRST_YEAR, Cron, Rate
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.kernel.cron.expressions import Cron, CronExpression


EARLIEST_YEAR = 2
LATEST_YEAR = 9998


def next_wall(cron: Cron, wall: datetime) -> datetime | None:
    """The first matching minute after the one of `wall`."""
    year, month, day, hour = wall.year, wall.month, wall.day, wall.hour
    hours, minutes = cron.hours, cron.minutes
    days = _days_now(cron, year, month)
    if days >> day & 1:
        rest = minutes >> wall.minute + 1
        if rest and hours >> hour & 1:
            minute = wall.minute + (rest & -rest).bit_length()
            return datetime(year, month, day, hour, minute, tzinfo=UTC)
        rest = hours >> hour + 1
        if rest:
            hour += (rest & -rest).bit_length()
            return datetime(year, month, day, hour, _lowest(minutes), tzinfo=UTC)
    days &= -2 << day
    if not days:
        later = _next_month(cron, year, month)
        if later is None:
            return None
        year, month, days = later
    return datetime(year, month, _lowest(days), _lowest(hours), _lowest(minutes), tzinfo=UTC)


def last_wall(cron: Cron, wall: datetime) -> datetime | None:
    """The latest matching minute up to and including the one of `wall`."""
    year, month, day, hour = wall.year, wall.month, wall.day, wall.hour
    hours, minutes = cron.hours, cron.minutes
    days = _days_now(cron, year, month)
    if days >> day & 1:
        rest = minutes & (2 << wall.minute) - 1
        if rest and hours >> hour & 1:
            return datetime(year, month, day, hour, _highest(rest), tzinfo=UTC)
        rest = hours & (1 << hour) - 1
        if rest:
            return datetime(year, month, day, _highest(rest), _highest(minutes), tzinfo=UTC)
    days &= (1 << day) - 1
    if not days:
        earlier = _last_month(cron, year, month)
        if earlier is None:
            return None
        year, month, days = earlier
    return datetime(year, month, _highest(days), _highest(hours), _highest(minutes), tzinfo=UTC)


def _days_now(cron: Cron, year: int, month: int) -> int:
    if cron.months >> month & 1 and _has_year(cron.years, year):
        return find_days(cron, year, month)
    return 0


def _next_month(cron: Cron, year: int, month: int) -> tuple[int, int, int] | None:
    """The first month after this one with matching days, and those days."""
    rest = cron.months >> month + 1 if _has_year(cron.years, year) else 0
    while True:
        if rest:
            month += _lowest(rest) + 1
        else:
            year, month = _next_year(cron.years, year), _lowest(cron.months)
            if year > LATEST_YEAR:
                return None
        if days := find_days(cron, year, month):
            return year, month, days
        rest = cron.months >> month + 1


def _last_month(cron: Cron, year: int, month: int) -> tuple[int, int, int] | None:
    """The latest month before this one with matching days, and those days."""
    rest = cron.months if _has_year(cron.years, year) else 0
    while True:
        rest &= (1 << month) - 1
        if not rest:
            year, rest = _last_year(cron.years, year), cron.months
            if year < EARLIEST_YEAR:
                return None
        month = _highest(rest)
        if days := find_days(cron, year, month):
            return year, month, days


def _has_year(years: int | None, year: int) -> bool:
    if years is None:
        return EARLIEST_YEAR <= year <= LATEST_YEAR
    return year >= FIRST_YEAR and bool(years >> year - FIRST_YEAR & 1)


def _next_year(years: int | None, year: int) -> int:
    if years is None:
        return year + 1
    from_year = max(year + 1, FIRST_YEAR)
    rest = years >> from_year - FIRST_YEAR
    return from_year + _lowest(rest) if rest else LATEST_YEAR + 1


def _last_year(years: int | None, year: int) -> int:
    if years is None:
        return year - 1
    rest = years & (1 << max(year - FIRST_YEAR, 0)) - 1
    return FIRST_YEAR + _highest(rest) if rest else EARLIEST_YEAR - 1


def _lowest(bits: int) -> int:
    return (bits & -bits).bit_length() - 1


def _highest(bits: int) -> int:
    return bits.bit_length() - 1


LAST_DAY = 1 << 32
LAST_WORKDAY = 1 << 33
EVERY_WEEKDAY = 0x7F

_LAST_WEEKDAYS = 8  # bits 8-14: 0L to 6L
_NTH_WEEKDAYS = 16  # bits 16-22: 0#1 to 6#1, bits 23-29: 0#2 to 6#2, ...
_FIVE_WEEKS = 0x10204081  # a bit every seventh place
_EARLY_DAYS = (1 << 29) - 2  # 1 to 28, which every month has
_LENGTHS = (0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_ALL_OF = tuple((2 << length) - 2 for length in range(32))


def last_weekday(weekday: int) -> int:
    """The bit of `5L`."""
    return 1 << _LAST_WEEKDAYS + weekday


def nth_weekday(weekday: int, nth: int) -> int:
    """The bit of `5#2`."""
    return 1 << _NTH_WEEKDAYS + 7 * (nth - 1) + weekday


def find_days(cron: Cron, year: int, month: int) -> int:
    """The days of a month that match the two day fields, as bits 1 to 31."""
    length = _LENGTHS[month]
    if month == 2 and not year % 4 and (year % 100 or not year % 400):
        length = 29
    if cron.weekdays == EVERY_WEEKDAY and cron.needs_both and cron.days < LAST_DAY:
        return cron.days & _ALL_OF[length]
    return _match_days(cron, date(year, month, 1).toordinal() % 7, length)


def can_fire(cron: Cron) -> bool:
    """Whether any day of the calendar matches."""
    if cron.years is not None:
        return any(find_days(cron, year, month) for year, month in _list_months(cron))
    if not cron.needs_both or (cron.days & _EARLY_DAYS and cron.weekdays & EVERY_WEEKDAY):
        return True
    return any(
        _match_days(cron, first, length)
        for month in range(1, 13)
        if cron.months >> month & 1
        for length in {_LENGTHS[month], 29 if month == 2 else _LENGTHS[month]}
        for first in range(7)
    )


def _list_months(cron: Cron) -> Iterator[tuple[int, int]]:
    years = cron.years or 0
    for year in range(years.bit_length()):
        if years >> year & 1:
            yield from ((FIRST_YEAR + year, m) for m in range(1, 13) if cron.months >> m & 1)


def _match_days(cron: Cron, first: int, length: int) -> int:
    """The days that match in a month of `length` days whose first is weekday `first`."""
    days = cron.days & _ALL_OF[length]
    if cron.days >= LAST_DAY:
        days |= _match_last(cron.days, first, length)
    weekdays = _spread(cron.weekdays, first)
    if cron.weekdays > EVERY_WEEKDAY:
        weekdays |= _match_special(cron.weekdays, first, length)
    weekdays &= _ALL_OF[length]
    return days & weekdays if cron.needs_both else days | weekdays


def _spread(weekdays: int, first: int) -> int:
    """Those weekdays all through a month that begins with weekday `first`."""
    week = weekdays & EVERY_WEEKDAY
    return ((week | week << 7) >> first & EVERY_WEEKDAY) * _FIVE_WEEKS << 1


def _match_last(days: int, first: int, length: int) -> int:
    matched_days = 1 << length if days & LAST_DAY else 0
    if days & LAST_WORKDAY:
        weekday = (first + length - 1) % 7
        matched_days |= 1 << length - {6: 1, 0: 2}.get(weekday, 0)
    return matched_days


def _match_special(weekdays: int, first: int, length: int) -> int:
    matched_days = _spread(weekdays >> _LAST_WEEKDAYS, first) & ~_ALL_OF[length - 7]
    for week in range(5):
        nth = _spread(weekdays >> _NTH_WEEKDAYS + 7 * week, first)
        matched_days |= nth & EVERY_WEEKDAY << 1 + 7 * week
    return matched_days


# Files beside the zones that are none: this machine's own zone, a zone of no place, and the same
# zones again counted with leap seconds.
_NO_ZONES = frozenset({"localtime", "posixrules", "Factory"})
_SHAPE = re.compile(r"(?!posix/|right/)[A-Za-z][A-Za-z0-9_+-]*(/[A-Za-z0-9_+-]+){0,2}", re.ASCII)
_LONGEST_NAME = 64


def find_zone(name: str) -> ZoneInfo:
    """The zone of a name from the IANA database, such as Europe/London; raises InputError."""
    if len(name) <= _LONGEST_NAME and _SHAPE.fullmatch(name) and name not in _NO_ZONES:
        try:
            return ZoneInfo(name)
        except (KeyError, ValueError, OSError):  # unknown, not a zone file, a folder
            pass
    shown = repr(name[:_LONGEST_NAME])
    nearest = _find_nearest(name[:_LONGEST_NAME])
    hint = f"did you mean {nearest}?" if nearest else "write it like Europe/London"
    raise InputError(f"timezone: {shown} is not a known zone; {hint}", field="timezone")


def _find_nearest(name: str) -> str | None:
    known = _known_names()
    wanted = name.strip().lower().replace(" ", "_")
    close_matches = get_close_matches(wanted, known, n=1, cutoff=0.7)
    return known[close_matches[0]] if close_matches else None


@cache
def _known_names() -> dict[str, str]:
    """Every zone under its name and its place alone, in small letters."""
    zones = sorted(available_timezones() - _NO_ZONES)
    places = {zone.rpartition("/")[2].lower(): zone for zone in reversed(zones)}
    return places | {zone.lower(): zone for zone in zones}


_NONE = timedelta(0)
_SECOND = timedelta(seconds=1)


def find_offset(reading: datetime, zone: ZoneInfo) -> timedelta:
    """How far the zone is ahead of UTC at a reading, in the coming that its `fold` names."""
    return zone.utcoffset(reading) or _NONE


def find_repeat(reading: datetime, zone: ZoneInfo) -> timedelta:
    """How long after its first coming a reading comes again; zero if it comes once or never."""
    other = find_offset(reading.replace(fold=1 - reading.fold), zone)
    change = find_offset(reading, zone) - other
    return max(-change if reading.fold else change, _NONE)


def find_coming(wall: datetime, zone: ZoneInfo) -> datetime | None:
    """The moment a reading first comes; None when the clocks skip it."""
    early = find_offset(wall, zone)
    moment = wall - early
    return moment if moment.astimezone(zone).utcoffset() == early else None


def find_end_of_gap(wall: datetime, zone: ZoneInfo) -> datetime:
    """The first whole minute after the gap that swallows a reading."""
    before = wall - find_offset(wall.replace(fold=1), zone)
    after = wall - find_offset(wall, zone)
    while after - before > _SECOND:
        middle = before + (after - before) // (2 * _SECOND) * _SECOND
        if _read(middle, zone) > wall:
            after = middle
        else:
            before = middle
    return after + -_read(after, zone).second % 60 * _SECOND


def _read(moment: datetime, zone: ZoneInfo) -> datetime:
    return moment.astimezone(zone).replace(tzinfo=UTC)


_UTC_KEYS = frozenset({"UTC", "Etc/UTC", "UCT", "Etc/UCT", "Zulu", "Etc/Zulu"})
_EARLIEST = datetime(EARLIEST_YEAR - 1, 12, 30, tzinfo=UTC)  # before it no zone has a fire
_LATEST = datetime(LATEST_YEAR + 1, 1, 2, tzinfo=UTC)


def next_fire(
    expression: CronExpression, zone: ZoneInfo, after: datetime, anchor: datetime | None = None
) -> datetime | None:
    """The first fire strictly after a moment; None when there is none any more."""
    after = _as_utc(after, "after")
    if isinstance(expression, Cron):
        if zone.key in _UTC_KEYS:
            return next_wall(expression, after)
        find = next_fixed if expression.is_fixed else next_real
        return find(expression, zone, after)
    if isinstance(expression, Rate):
        return _next_beat(expression, after, anchor)
    fire = fix_moment(expression.wall, zone)
    return fire if fire > after else None


def last_fire(
    expression: CronExpression, zone: ZoneInfo, until: datetime, anchor: datetime | None = None
) -> datetime | None:
    """The latest fire up to and including a moment; None when there was none yet."""
    until = _as_utc(until, "until")
    if isinstance(expression, Cron):
        if zone.key in _UTC_KEYS:
            return last_wall(expression, until)
        find = last_fixed if expression.is_fixed else last_real
        return find(expression, zone, until)
    if isinstance(expression, Rate):
        return _last_beat(expression, until, anchor)
    fire = fix_moment(expression.wall, zone)
    return fire if fire <= until else None


def is_fire(
    expression: CronExpression, zone: ZoneInfo, at: datetime, anchor: datetime | None = None
) -> bool:
    """Whether the schedule fires at exactly this moment."""
    return last_fire(expression, zone, _as_utc(at, "at"), anchor) == at


def list_fires(
    expression: CronExpression,
    zone: ZoneInfo,
    after: datetime,
    until: datetime,
    anchor: datetime | None = None,
) -> Iterator[datetime]:
    """Every fire after one moment, up to and including another, oldest first."""
    until = _as_utc(until, "until")
    return _list_from(next_fire(expression, zone, after, anchor), expression, zone, until, anchor)


def _list_from(
    fire: datetime | None,
    expression: CronExpression,
    zone: ZoneInfo,
    until: datetime,
    anchor: datetime | None,
) -> Iterator[datetime]:
    while fire is not None and fire <= until:
        yield fire
        fire = next_fire(expression, zone, fire, anchor)


def _next_beat(rate: Rate, after: datetime, anchor: datetime | None) -> datetime | None:
    start = _read_anchor(anchor)
    wait = (max((after - start) // rate.every, 0) + 1) * rate.every
    return start + wait if wait <= _LATEST - start else None


def _last_beat(rate: Rate, until: datetime, anchor: datetime | None) -> datetime | None:
    start = _read_anchor(anchor)
    count = (until - start) // rate.every
    return start + count * rate.every if count >= 1 else None


def _read_anchor(anchor: datetime | None) -> datetime:
    if anchor is None:
        raise InputError("a rate counts from an anchor, and none is given", field="anchor")
    return _as_utc(anchor, "anchor").replace(second=0, microsecond=0)


def _as_utc(moment: datetime, name: str) -> datetime:
    """The moment in UTC, brought inside the years that schedules are counted in."""
    if moment.tzinfo is not UTC and moment.utcoffset() is None:
        raise InputError(f"{name}: {moment.isoformat()} names no zone", field=name)
    if not EARLIEST_YEAR <= moment.year <= LATEST_YEAR:
        moment = min(max(moment, _EARLIEST), _LATEST)
    return moment if moment.tzinfo is UTC else moment.astimezone(UTC)


_MINUTE = timedelta(minutes=1)


def fix_moment(wall: datetime, zone: ZoneInfo) -> datetime:
    """The moment a fixed schedule fires for a reading of the wall clock."""
    return find_coming(wall, zone) or find_end_of_gap(wall, zone)


def next_fixed(cron: Cron, zone: ZoneInfo, after: datetime) -> datetime | None:
    """The first fire after a moment, of a cron with fixed hours."""
    wall = next_wall(cron, after.astimezone(zone))
    while wall is not None:
        fire = fix_moment(wall, zone)
        if fire > after:
            return fire
        wall = next_wall(cron, wall)
    return None


def last_fixed(cron: Cron, zone: ZoneInfo, until: datetime) -> datetime | None:
    """The latest fire up to a moment, of a cron with fixed hours."""
    start = until.astimezone(zone)
    if start.fold:
        # In the second coming of an hour, readings still ahead have been there before.
        start = start.replace(tzinfo=UTC) + find_repeat(start, zone)
    wall = last_wall(cron, start)
    while wall is not None:
        fire = fix_moment(wall, zone)
        if fire <= until:
            return fire
        wall = last_wall(cron, wall - _MINUTE)
    return None


def next_real(cron: Cron, zone: ZoneInfo, after: datetime) -> datetime | None:
    """The first fire after a moment, of a cron that follows real time."""
    start = after.astimezone(zone)
    fire = _first_coming(cron, zone, start, after)
    repeat = timedelta(0) if start.fold else find_repeat(start, zone)
    if not repeat:
        return fire
    # In the first coming of an hour, readings already passed will come again.
    again = _first_coming(cron, zone, start.replace(tzinfo=UTC) - repeat, after)
    return min((at for at in (fire, again) if at), default=None)


def last_real(cron: Cron, zone: ZoneInfo, until: datetime) -> datetime | None:
    """The latest fire up to a moment, of a cron that follows real time."""
    start = until.astimezone(zone)
    fire = _latest_coming(cron, zone, start, until)
    if not start.fold:
        return fire
    ahead = start.replace(tzinfo=UTC) + find_repeat(start, zone)
    before = _latest_coming(cron, zone, ahead, until)
    return max((at for at in (fire, before) if at), default=None)


def _first_coming(cron: Cron, zone: ZoneInfo, start: datetime, after: datetime) -> datetime | None:
    """The first moment after `after` at which one of the readings after `start` comes."""
    wall = next_wall(cron, start)
    while wall is not None:
        fire = find_coming(wall, zone)
        if fire is not None:
            if fire > after:
                return fire
            fire += find_repeat(wall, zone)
            if fire > after:
                return fire
        wall = next_wall(cron, wall)
    return None


def _latest_coming(cron: Cron, zone: ZoneInfo, start: datetime, until: datetime) -> datetime | None:
    """The latest moment up to `until` at which one of the readings up to `start` comes."""
    wall = last_wall(cron, start)
    while wall is not None:
        fire = find_coming(wall, zone)
        if fire is not None:
            again = fire + find_repeat(wall, zone)
            if again <= until:
                return again
            if fire <= until:
                return fire
        wall = last_wall(cron, wall - _MINUTE)
    return None
