"""When a schedule fires: next, last, at this very minute, within a stretch of time.

Moments are given in any zone and answered in UTC. How a cron meets the nights the clocks change is
in `zoned.py`; a rate counts real minutes from its anchor and knows no clocks.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from belfry.kernel.cron.expressions import Cron, Rate
from belfry.kernel.cron.wall_times import EARLIEST_YEAR, LATEST_YEAR, last_wall, next_wall
from belfry.kernel.cron.zones import find_coming, find_end_of_gap, find_repeat
from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from zoneinfo import ZoneInfo

    from belfry.kernel.cron.expressions import Cron, CronExpression


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
