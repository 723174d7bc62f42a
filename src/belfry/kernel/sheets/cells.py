"""Which day a cell means, in the order of day and month that its country writes."""

from __future__ import annotations

import re
from datetime import date, time, timedelta

from belfry.kernel.sheets.columns import Taken, Unread, restore_digits, take_repaired

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
    stripped = text.strip()
    if match := _YEAR_FIRST.fullmatch(stripped):
        return _make(stripped, int(match[1]), int(match[3]), int(match[4]))
    if match := _NUMBERS.fullmatch(stripped):
        by_dots = match[2] == "."
        first, second, year = int(match[1]), int(match[3]), _year(match[4])
        is_month_first = country in MONTH_FIRST and not by_dots
        return _read_numbers(stripped, first, second, year, is_month_first, country)
    if match := _SERIAL.fullmatch(stripped):
        return _read_serial(stripped, int(match[1]))
    return _read_named(stripped)


def _read_numbers(
    text: str, first: int, second: int, year: int, is_month_first: bool, country: str
) -> Taken[date] | Unread:
    day, month = (second, first) if is_month_first else (first, second)
    if month > 12 >= day:
        return _say(_make(text, year, day, month), text, "there is no such month the other way")
    read = _make(text, year, month, day)
    if day > 12 or day == month:
        return read
    order = "the month stands first" if is_month_first else "the day stands first"
    return _say(read, text, f"in {country} {order}")


def _read_serial(text: str, number: int) -> Taken[date] | Unread:
    if number not in _SERIALS:
        return _expected(text)
    day = _DAY_NOUGHT + timedelta(days=number)
    return _say(Taken(day), text, "spreadsheets count days like this")


def _read_named(text: str) -> Taken[date] | Unread:
    """Days with the month in letters: 17-Nov-26, Nov 17, 2026, Tuesday 17th November 2026."""
    words = " ".join(text.casefold().split())
    weekday = _DAY_NAME.match(words)
    rest = words[weekday.end() :] if weekday else words
    if match := _DAY_MONTH.fullmatch(rest):
        day, month, year = match[1], _NAMES.get(match[2]), match[3]
    elif match := _MONTH_DAY.fullmatch(rest):
        day, month, year = match[2], _NAMES.get(match[1]), match[3]
    else:
        return _expected(text)
    if month is None:
        return _expected(text)
    read = _make(text, _year(year), month, int(day))
    if weekday and isinstance(read, Taken) and _DAYS[read.value.weekday()] != weekday[1]:
        return Unread(f"{text!r} names a weekday that this date is not")
    return read


def _make(text: str, year: int, month: int, day: int) -> Taken[date] | Unread:
    try:
        return Taken(date(year, month, day))
    except ValueError:
        return Unread(f"there is no such day as {text!r}")


def _say(read: Taken[date] | Unread, text: str, why: str) -> Taken[date] | Unread:
    if isinstance(read, Unread):
        return read
    return take_repaired(read.value, text=text, shown=_spoken(read.value), why=why)


def _spoken(day: date) -> str:
    return f"{day.day} {_LONG[day.month - 1].capitalize()} {day.year}"


def _year(text: str) -> int:
    return int(text) if len(text) == 4 else _CENTURY + int(text)


def _expected(text: str) -> Unread:
    return Unread(f"expected a date like 2026-11-17, not {text!r}")


_CLOCK = re.compile(r"(\d{1,2})(?:[:.h](\d{2}))?(?::00(?:\.0+)?)?\s*(am|pm|a|p)?")
_FRACTION = re.compile(r"0[.,]\d+")
# The day on which a spreadsheet puts a time that has none.
_NO_DAY = re.compile(r"(?:1899-12-30|1899-12-31|1900-01-00|1900-01-01)[t ]+")
_NAMED = {"noon": time(12), "midday": time(12), "midnight": time(0)}
_DAY = 24 * 60


def read_time(text: str) -> Taken[time] | Unread:
    """The time, by the minute: 9:00, 09:00:00, 9am, 5.30 pm, noon, or a part of a day."""
    stripped = text.strip()
    word = stripped.casefold().replace(".m.", "m")
    if word in _NAMED:
        return Taken(_NAMED[word])
    if _FRACTION.fullmatch(word):
        return _read_fraction(stripped, word)
    bare = _NO_DAY.sub("", word)
    match = _CLOCK.fullmatch(bare)
    if match is None:
        return _expected_time(stripped)
    read = _read_clock(stripped, int(match[1]), int(match[2] or 0), match[3])
    if isinstance(read, Taken) and read.repair is None and (bare != word or bare.isdigit()):
        return _say_time(read.value, stripped, "nothing else is said")
    return read


def _read_clock(text: str, hour: int, minute: int, half: str | None) -> Taken[time] | Unread:
    if half is not None:
        if not 1 <= hour <= 12:
            return _expected_time(text)
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    if (hour, minute) == (24, 0):
        return _say_time(time(0), text, "a day ends where the next begins")
    if hour > 23 or minute > 59:
        return _expected_time(text)
    return Taken(time(hour, minute))


def _read_fraction(text: str, word: str) -> Taken[time] | Unread:
    minutes = round(float(word.replace(",", ".")) * _DAY)
    value = time(*divmod(minutes % _DAY, 60))
    return _say_time(value, text, "spreadsheets write a time as a part of the day")


def _say_time(value: time, text: str, why: str) -> Taken[time]:
    return take_repaired(value, text=text, shown=f"{value:%H:%M}", why=why)


def _expected_time(text: str) -> Unread:
    return Unread(f"expected a time like 09:00, not {text!r}")


_YES = frozenset({"yes", "y", "true", "t", "1", "x", "on", "ja", "oui", "si", "sí", "✓", "✔", "☑"})
_NO = frozenset({"no", "n", "false", "f", "0", "off", "nein", "non", "-", "✗", "✘", "☐"})
_NEVER = r"\s@<>,;:\"()\u200b\ufeff"
_LABEL = rf"[^{_NEVER}'.]+"
_EMAIL = re.compile(rf"(?!')[^{_NEVER}]+@{_LABEL}(?:\.{_LABEL})+")
_YES_OR_NO_NAMED = re.compile(r"[^<>]*<\s*([^<>]*?)\s*>")
_LONGEST_EMAIL = 254


def read_yes_no(text: str) -> Taken[bool] | Unread:
    word = text.strip().casefold().rstrip(".!")
    if word in _YES or word in _NO:
        return Taken(word in _YES)
    if (digits := restore_digits(word)) in ("0", "1"):
        shown = "yes" if digits == "1" else "no"
        return take_repaired(digits == "1", text=text, shown=shown, why="a number for yes or no")
    return Unread(f"expected yes or no, not {text.strip()!r}")


def read_email(text: str) -> Taken[str] | Unread:
    """One address, without what mail programs and fingers put around it."""
    stripped = text.strip()
    if _is_email(stripped):
        return Taken(stripped)
    named = _YES_OR_NO_NAMED.fullmatch(stripped)
    bare = (named[1] if named else stripped).strip(" '\"")
    bare = re.sub(r"(?i)^mailto:", "", bare).rstrip(",;.")
    bare = re.sub(r"[\s\u200b\ufeff]+", "", bare) if bare.count("@") == 1 else bare
    if not _is_email(bare):
        return Unread(f"expected an e-mail address like name@example.com, not {stripped!r}")
    return take_repaired(bare, text=stripped, shown=bare, why="the rest is no part of an address")


def read_id(text: str) -> Taken[str] | Unread:
    """The name or number of a thing, as a person would write it."""
    stripped = text.strip()
    bare = stripped.removeprefix("'")
    if not bare:
        return Unread("expected a name or a number, and found nothing")
    match restore_digits(bare):
        case str(digits):
            why = "a spreadsheet turned it into a number"
            return take_repaired(digits, text=stripped, shown=digits, why=why)
        case Unread() as unread:
            return unread
        case None:
            return Taken(" ".join(bare.split()))


def _is_email(text: str) -> bool:
    return len(text) <= _LONGEST_EMAIL and _EMAIL.fullmatch(text) is not None
