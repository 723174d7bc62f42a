"""Read and write lengths such as 40, 37.5, 37,5, 37h30 or 90 minutes.

A bare number is hours; the result is whole minutes.
"""

from __future__ import annotations

import re
from datetime import timedelta
from fractions import Fraction

from belfry.kernel.hours.calendar import parse_wait
from belfry.kernel.hours.clock_times import ReadingError
from belfry.kernel.rulebook import refuse
from belfry.kernel.sheets import Taken, Unread
from belfry.rota.rules.weeks import HOUR

MOST_HOURS = 168
EXPECTED_HOURS = "a number of hours such as 40, 37.5 or 37h30"

_NONE = frozenset({"none", "no", "nothing"})
_BARE = re.compile(r"(\d{1,6})(?:[.,](\d{1,3}))?")
_WITH_MINUTES = re.compile(r"(\d{1,3})\s*(?:h|:)\s*([0-5]\d)(?::00)?\s*(?:m|min)?", re.IGNORECASE)
_SHOWN = 60


def parse_hours(text: str) -> int:
    """The minutes that a number of hours comes to, at most those of a week; ReadingError."""
    minutes = _parse_minutes(text, text.strip().rstrip(".").rstrip())
    if minutes > MOST_HOURS * HOUR:
        raise refuse(text, 0, len(text), f"at most the {MOST_HOURS} hours of a week")
    return minutes


def read_hours(text: str) -> Taken[int] | Unread:
    try:
        return Taken(parse_hours(text))
    except ReadingError as error:
        return Unread(f"expected {error.expected}, not {text.strip()[:_SHOWN]!r}")


def say_hours(minutes: int) -> str:
    """The length in words that can be read again."""
    hours, rest = divmod(minutes, HOUR)
    parts = [f"{hours} hour" + ("" if hours == 1 else "s")] if hours else []
    if rest:
        parts.append(f"{rest} minute" + ("" if rest == 1 else "s"))
    return " ".join(parts) or "none"


def _parse_minutes(text: str, typed: str) -> int:
    if typed.casefold() in _NONE:
        return 0
    if match := _WITH_MINUTES.fullmatch(typed):
        return int(match[1]) * HOUR + int(match[2])
    if match := _BARE.fullmatch(typed):
        return _round(Fraction(f"{match[1]}.{match[2] or 0}") * HOUR)
    # The kernel's lengths have no decimal comma and, rightly, no length of nothing.
    plain = re.sub(r"(?<=\d),(?=\d)", ".", typed)
    if re.fullmatch(r"0+(?:\.0+)?\s*(?:h|hours?|hrs?|minutes?|mins?)", plain, re.IGNORECASE):
        return 0
    try:
        length = parse_wait(plain)
    except ReadingError as error:
        raise refuse(text, 0, len(text), EXPECTED_HOURS) from error
    return _round(Fraction(length // timedelta(microseconds=1), 60_000_000))


def _round(minutes: Fraction) -> int:
    return (2 * minutes.numerator + minutes.denominator) // (2 * minutes.denominator)
