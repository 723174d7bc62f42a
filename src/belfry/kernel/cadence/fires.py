"""When a schedule fires: next, last, at this minute, in this stretch of time.

One rule for the nights the clocks change. A cron whose hour begins with `*` follows real time:
every matching minute the clock shows, twice in autumn, none in the spring gap. Any other is fixed:
what the gap swallows becomes one fire right after it, what comes twice fires the first time only.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from belfry.kernel.cadence.cadences import Cron, Rate
from belfry.kernel.cadence.changes import MINUTE, find_first, find_offsets, find_repeat, read_wall
from belfry.kernel.cadence.walls import EARLIEST_YEAR, LATEST_YEAR, last_wall, next_wall
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.kernel.cadence.cadences import Cadence

_UTC_KEYS = frozenset({"UTC", "Etc/UTC", "UCT", "Etc/UCT", "Zulu", "Etc/Zulu"})
_EARLIEST = datetime(EARLIEST_YEAR, 1, 2, tzinfo=UTC)
_LATEST = datetime(LATEST_YEAR, 12, 30, tzinfo=UTC)


def next_fire(
    cadence: Cadence, zone: ZoneInfo, after: datetime, anchor: datetime | None = None
) -> datetime | None:
    """The first fire strictly after a moment, in UTC; None when there is none any more."""
    after = _as_utc(after, "after")
    if isinstance(cadence, Cron):
        if zone.key in _UTC_KEYS:
            return next_wall(cadence, after)
        if cadence.is_fixed:
            return _next_fixed(cadence, zone, after)
        return _next_real(cadence, zone, after)
    if isinstance(cadence, Rate):
        start = _start(anchor)
        wait = (max((after - start) // cadence.every, 0) + 1) * cadence.every
        return start + wait if wait <= _LATEST - start else None
    at = find_first(cadence.wall, zone)
    return at if at > after else None


def last_fire(
    cadence: Cadence, zone: ZoneInfo, until: datetime, anchor: datetime | None = None
) -> datetime | None:
    """The latest fire up to and including a moment, in UTC; None when there was none yet."""
    until = _as_utc(until, "until")
    if isinstance(cadence, Cron):
        if zone.key in _UTC_KEYS:
            return last_wall(cadence, until)
        if cadence.is_fixed:
            return _last_fixed(cadence, zone, until)
        return _last_real(cadence, zone, until)
    if isinstance(cadence, Rate):
        start = _start(anchor)
        count = (until - start) // cadence.every
        return start + count * cadence.every if count >= 1 else None
    at = find_first(cadence.wall, zone)
    return at if at <= until else None


def is_fire(cadence: Cadence, zone: ZoneInfo, at: datetime, anchor: datetime | None = None) -> bool:
    """Whether the schedule fires at exactly this moment."""
    return last_fire(cadence, zone, at, anchor) == at


def list_fires(
    cadence: Cadence,
    zone: ZoneInfo,
    after: datetime,
    until: datetime,
    anchor: datetime | None = None,
) -> Iterator[datetime]:
    """Every fire after one moment, up to and including another, oldest first."""
    until = _as_utc(until, "until")
    fire = next_fire(cadence, zone, after, anchor)
    while fire is not None and fire <= until:
        yield fire
        fire = next_fire(cadence, zone, fire, anchor)


def _next_fixed(cron: Cron, zone: ZoneInfo, after: datetime) -> datetime | None:
    wall: datetime | None = read_wall(after, zone)
    while wall and (wall := next_wall(cron, wall)):
        fire = find_first(wall, zone)
        if fire > after:
            return fire
    return None


def _last_fixed(cron: Cron, zone: ZoneInfo, until: datetime) -> datetime | None:
    start = read_wall(until, zone)
    wall = last_wall(cron, start + find_repeat(start, zone) if start.fold else start)
    while wall:
        fire = find_first(wall, zone)
        if fire <= until:
            return fire
        wall = last_wall(cron, wall - MINUTE)
    return None


def _next_real(cron: Cron, zone: ZoneInfo, after: datetime) -> datetime | None:
    wall = read_wall(after, zone)
    fire = _first_coming(cron, zone, wall, after)
    repeat = timedelta(0) if wall.fold else find_repeat(wall, zone)
    if not repeat:
        return fire
    # In the first coming of an hour that comes twice: readings already passed come again.
    again = _first_coming(cron, zone, wall - repeat, after)
    return min((at for at in (fire, again) if at), default=None)


def _last_real(cron: Cron, zone: ZoneInfo, until: datetime) -> datetime | None:
    wall = read_wall(until, zone)
    fire = _latest_coming(cron, zone, wall, until)
    if not wall.fold:
        return fire
    # In the second coming of an hour: readings that are still ahead have been there before.
    before = _latest_coming(cron, zone, wall + find_repeat(wall, zone), until)
    return max((at for at in (fire, before) if at), default=None)


def _first_coming(
    cron: Cron, zone: ZoneInfo, wall: datetime | None, after: datetime
) -> datetime | None:
    """The first real moment after `after` of the readings that follow `wall`."""
    while wall and (wall := next_wall(cron, wall)):
        early, late = find_offsets(wall, zone)
        if early >= late:
            if wall - early > after:
                return wall - early
            if wall - late > after:
                return wall - late
    return None


def _latest_coming(cron: Cron, zone: ZoneInfo, start: datetime, until: datetime) -> datetime | None:
    """The latest real moment up to `until` of the readings up to `start`."""
    wall = last_wall(cron, start)
    while wall:
        early, late = find_offsets(wall, zone)
        if early >= late:
            if wall - late <= until:
                return wall - late
            if wall - early <= until:
                return wall - early
        wall = last_wall(cron, wall - MINUTE)
    return None


def _as_utc(moment: datetime, name: str) -> datetime:
    if moment.tzinfo is not UTC:
        if moment.utcoffset() is None:
            raise InputError(f"{name}: the time {moment.isoformat()} names no zone", field=name)
        if EARLIEST_YEAR < moment.year < LATEST_YEAR:
            return moment.astimezone(UTC)
    if EARLIEST_YEAR < moment.year < LATEST_YEAR:
        return moment
    return min(max(moment, _EARLIEST), _LATEST).astimezone(UTC)


def _start(anchor: datetime | None) -> datetime:
    if anchor is None:
        raise InputError("a rate counts from an anchor, and none is given", field="anchor")
    return _as_utc(anchor, "anchor").replace(second=0, microsecond=0)
