"""Which time of day a cell means."""

from __future__ import annotations

import re
from datetime import time

from belfry.kernel.sheets.taken import Taken, Unread, take_repaired

_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(?::00(?:\.0+)?)?\s*(am|pm|a|p)?")
_FRACTION = re.compile(r"0[.,]\d+")
# The day on which a spreadsheet puts a time that has none.
_NO_DAY = re.compile(r"(?:1899-12-30|1899-12-31|1900-01-00|1900-01-01)[t ]+")
_NAMED = {"noon": time(12), "midday": time(12), "midnight": time(0)}
_DAY = 24 * 60


def read_time(text: str) -> Taken[time] | Unread:
    """The time, by the minute: 9:00, 09:00:00, 9am, 5.30 pm, noon, or a part of a day."""
    found = text.strip()
    word = found.casefold().replace(".m.", "m")
    if word in _NAMED:
        return Taken(_NAMED[word])
    if _FRACTION.fullmatch(word):
        return _read_fraction(found, word)
    bare = _NO_DAY.sub("", word)
    match = _CLOCK.fullmatch(bare)
    if match is None:
        return _expected(found)
    read = _read_clock(found, int(match[1]), int(match[2] or 0), match[3])
    if isinstance(read, Taken) and read.repair is None and (bare != word or bare.isdigit()):
        return _say(read.value, found, "nothing else is said")
    return read


def _read_clock(found: str, hour: int, minute: int, half: str | None) -> Taken[time] | Unread:
    if half is not None:
        if not 1 <= hour <= 12:
            return _expected(found)
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    if (hour, minute) == (24, 0):
        return _say(time(0), found, "a day ends where the next begins")
    if hour > 23 or minute > 59:
        return _expected(found)
    return Taken(time(hour, minute))


def _read_fraction(found: str, word: str) -> Taken[time] | Unread:
    minutes = round(float(word.replace(",", ".")) * _DAY)
    value = time(*divmod(minutes % _DAY, 60))
    return _say(value, found, "spreadsheets write a time as a part of the day")


def _say(value: time, found: str, why: str) -> Taken[time]:
    return take_repaired(value, found=found, shown=f"{value:%H:%M}", why=why)


def _expected(found: str) -> Unread:
    return Unread(f"expected a time like 09:00, not {found!r}")
