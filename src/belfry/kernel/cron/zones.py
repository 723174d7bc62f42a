"""Which time zone a name means; a name nobody knows is an error, never quietly UTC."""

from __future__ import annotations

import re
from difflib import get_close_matches
from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from belfry.kernel.errors import InputError

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
