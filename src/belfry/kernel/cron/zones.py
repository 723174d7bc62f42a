"""Which time zone a name means; a name nobody knows is an error, never quietly UTC."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from difflib import get_close_matches
from functools import cache
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, available_timezones

from belfry.kernel.errors import InputError

if TYPE_CHECKING:
    from zoneinfo import ZoneInfo


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
    found = get_close_matches(wanted, known, n=1, cutoff=0.7)
    return known[found[0]] if found else None


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
