"""What a reading of the wall clock is in real time, also on the nights the clocks change.

In spring some readings never come (early offset below the late one), in autumn some come twice
(early above late). Readings are carried as UTC, so a reading minus its offset is the real moment.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

MINUTE = timedelta(minutes=1)


def find_offsets(wall: datetime, zone: ZoneInfo) -> tuple[timedelta, timedelta]:
    """The zone's offset for the first and for the second coming of a reading; mostly equal."""
    local = wall.replace(tzinfo=zone, fold=0)
    return local.utcoffset() or timedelta(0), local.replace(fold=1).utcoffset() or timedelta(0)


def find_repeat(wall: datetime, zone: ZoneInfo) -> timedelta:
    """By how much the clocks go back, if this reading comes twice; else zero."""
    early, late = find_offsets(wall, zone)
    return max(early - late, timedelta(0))


def find_first(wall: datetime, zone: ZoneInfo) -> datetime:
    """The moment a reading first comes; one that is skipped comes right after the gap."""
    early, late = find_offsets(wall, zone)
    return wall - early if early >= late else _end_gap(wall, zone, early, late)


def _end_gap(wall: datetime, zone: ZoneInfo, early: timedelta, late: timedelta) -> datetime:
    """The first whole minute after the gap that swallows `wall`."""
    before, after = wall - late, wall - early
    while after - before > timedelta(seconds=1):
        middle = before + timedelta(seconds=(after - before) // timedelta(seconds=2))
        if read_wall(middle, zone) > wall:
            after = middle
        else:
            before = middle
    seconds = read_wall(after, zone).second
    return after + timedelta(seconds=-seconds % 60)


def read_wall(moment: datetime, zone: ZoneInfo) -> datetime:
    """What the wall clock shows, carried as UTC; `fold` tells a second coming."""
    return moment.astimezone(zone).replace(tzinfo=UTC)
