"""When a cron fires in a zone whose clocks change.

A cron whose hour begins with `*` follows real time: every matching minute the clock shows, twice in
autumn, none in the spring gap. Any other is fixed: what the gap swallows becomes one fire right
after it, and what comes twice fires the first time only.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

from belfry.kernel.cron.changes import find_coming, find_end_of_gap, find_repeat
from belfry.kernel.cron.walls import last_wall, next_wall

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

    from belfry.kernel.cron.expressions import Cron

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
