"""What a reading of the wall clock is in real time, also on the nights the clocks change.

In spring some readings never come (their early offset is below the late one), in autumn some come
twice (early above late). A reading is carried as UTC, so that a reading minus its offset is the
real moment; a zone tells the offsets of a reading whatever label it carries.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo

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
