"""Which day a cell means, in the order of day and month that its country writes."""

from __future__ import annotations

import re
from datetime import date, timedelta

from belfry.kernel.sheets.taken import Taken, Unread, take_repaired

MONTH_FIRST = frozenset({"AS", "FM", "GU", "MH", "MP", "PH", "PR", "PW", "US", "VI"})

_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_LONG = (
    *("january", "february", "march", "april", "may", "june", "july", "august"),
    *("september", "october", "november", "december"),
)
_NAMES = {name: place % 12 + 1 for place, name in enumerate(_MONTHS + _LONG)} | {"sept": 9}
_DAYS = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")

_MIDNIGHT = r"(?:[T ]00:00(?::00(?:\.0+)?)?Z?)?"
_YEAR_FIRST = re.compile(rf"(\d{{4}})([-/.])(\d{{1,2}})\2(\d{{1,2}}){_MIDNIGHT}")
_NUMBERS = re.compile(rf"(\d{{1,2}})([-/.])(\d{{1,2}})\2(\d{{4}}|\d{{2}}){_MIDNIGHT}")
_DAY_NAME = re.compile(
    r"(mon|tue|wed|thu|fri|sat|sun)(?:day|sday|nesday|rsday|urday|s|rs|r)?[., ]+"
)
_DAY_MONTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)?[-/ .]*(?:of )?([a-z]+)\.?[-/ ,.]*(\d{4}|\d{2})")
_MONTH_DAY = re.compile(r"([a-z]+)\.?[-/ ]*(\d{1,2})(?:st|nd|rd|th)?[-/ ,]+(\d{4}|\d{2})")
# Spreadsheets count days from here; a number outside these is more likely something else.
_DAY_NOUGHT = date(1899, 12, 30)
_SERIAL = re.compile(r"(\d{5})(?:[.,]\d+)?")
_SERIALS = range(25_000, 75_000)
_CENTURY = 2000


def read_date(text: str, *, country: str) -> Taken[date] | Unread:
    """The day; what could be read two ways is read the country's way, and said."""
    found = text.strip()
    if match := _YEAR_FIRST.fullmatch(found):
        return _make(found, int(match[1]), int(match[3]), int(match[4]))
    if match := _NUMBERS.fullmatch(found):
        by_dots = match[2] == "."
        first, second, year = int(match[1]), int(match[3]), _year(match[4])
        is_month_first = country in MONTH_FIRST and not by_dots
        return _read_numbers(found, first, second, year, is_month_first, country)
    if match := _SERIAL.fullmatch(found):
        return _read_serial(found, int(match[1]))
    return _read_named(found)


def _read_numbers(
    found: str, first: int, second: int, year: int, is_month_first: bool, country: str
) -> Taken[date] | Unread:
    day, month = (second, first) if is_month_first else (first, second)
    if month > 12 >= day:
        return _say(_make(found, year, day, month), found, "there is no such month the other way")
    read = _make(found, year, month, day)
    if day > 12 or day == month:
        return read
    order = "the month stands first" if is_month_first else "the day stands first"
    return _say(read, found, f"in {country} {order}")


def _read_serial(found: str, number: int) -> Taken[date] | Unread:
    if number not in _SERIALS:
        return _expected(found)
    day = _DAY_NOUGHT + timedelta(days=number)
    return _say(Taken(day), found, "spreadsheets count days like this")


def _read_named(found: str) -> Taken[date] | Unread:
    """Days with the month in letters: 17-Nov-26, Nov 17, 2026, Tuesday 17th November 2026."""
    words = " ".join(found.casefold().split())
    weekday = _DAY_NAME.match(words)
    rest = words[weekday.end() :] if weekday else words
    if match := _DAY_MONTH.fullmatch(rest):
        day, month, year = match[1], _NAMES.get(match[2]), match[3]
    elif match := _MONTH_DAY.fullmatch(rest):
        day, month, year = match[2], _NAMES.get(match[1]), match[3]
    else:
        return _expected(found)
    if month is None:
        return _expected(found)
    read = _make(found, _year(year), month, int(day))
    if weekday and isinstance(read, Taken) and _DAYS[read.value.weekday()] != weekday[1]:
        return Unread(f"{found!r} names a weekday that this date is not")
    return read


def _make(found: str, year: int, month: int, day: int) -> Taken[date] | Unread:
    try:
        return Taken(date(year, month, day))
    except ValueError:
        return Unread(f"there is no such day as {found!r}")


def _say(read: Taken[date] | Unread, found: str, why: str) -> Taken[date] | Unread:
    if isinstance(read, Unread):
        return read
    return take_repaired(read.value, found=found, shown=_spoken(read.value), why=why)


def _spoken(day: date) -> str:
    return f"{day.day} {_LONG[day.month - 1].capitalize()} {day.year}"


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else _CENTURY + int(text)


def _expected(found: str) -> Unread:
    return Unread(f"expected a date like 2026-11-17, not {found!r}")
