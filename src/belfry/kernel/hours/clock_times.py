"""Which time of day somebody means by 9am, 17:30, 9.30 or noon.

Without am or pm a time is read on a clock of 24 hours. Where that leaves two readings, as in
"8 to 9am", whoever reads the pair has to refuse it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from belfry.kernel.hours.readings import Reader, Token

# Words, times and marks; am and pm belong to their time.
CLOCK_WORDS = re.compile(
    r"(?P<clock>[0-9]{1,2}(?:[:.][0-9]{2})?(?:\s*[ap]\.?m\b\.?)?(?![0-9]))"
    r"|(?P<word>[^\W\d_]+)|(?P<dash>[-\u2010-\u2015\u2212])|(?P<mark>[,;:&/+.])",
    re.IGNORECASE,
)
DAY_MINUTES = 24 * 60
EXPECTED_TIME = "a time such as 9am, 9.30am or 17:30"
EXPECTED_MARKS = "am or pm after both times, or both as 09:00 and 21:00"

_PARTS = re.compile(r"([0-9]+)(?:[:.]([0-9]{2}))?\s*([ap])?", re.IGNORECASE)
_NAMED = {"noon": 12 * 60, "midday": 12 * 60, "midnight": DAY_MINUTES}
_HALF_DAY = 12 * 60
_TO = frozenset({"to", "till", "til", "until"})


class Style(Enum):
    """How a time was written: with am or pm, as only 24 hours have it, or as either might."""

    MARKED = "marked"
    FULL = "full"
    BARE = "bare"


@dataclass(frozen=True, slots=True)
class ClockTime:
    """`minute` of the day, up to 1440 for midnight at its end."""

    minute: int
    style: Style
    token: Token

    @property
    def other_minute(self) -> int:
        """What a bare time would be in the other half of the day."""
        return (self.minute + _HALF_DAY) % DAY_MINUTES


def is_clock_time(token: Token) -> bool:
    return token.kind == "clock" or token.word in _NAMED


def read_clock_time(reader: Reader) -> ClockTime:
    """The time at the reader's place; raises ReadingError."""
    token = reader.token
    if token.word in _NAMED:
        return ClockTime(_NAMED[token.word], Style.MARKED, reader.take())
    match = _PARTS.match(token.said) if token.kind == "clock" else None
    if match is None:
        raise reader.refuse(EXPECTED_TIME)
    hour, minute, half = int(match[1]), int(match[2] or 0), (match[3] or "").lower()
    most = 12 if half else 24
    if minute > 59 or hour > most or hour * 60 + minute > DAY_MINUTES or (half and hour == 0):
        raise reader.refuse(EXPECTED_TIME)
    if half:
        minute_of_day = hour % 12 * 60 + minute + (_HALF_DAY if half == "p" else 0)
        return ClockTime(minute_of_day, Style.MARKED, reader.take())
    is_bare = 1 <= hour <= 11 and not token.said.startswith("0")
    return ClockTime(hour * 60 + minute, Style.BARE if is_bare else Style.FULL, reader.take())


def read_clock_times(
    reader: Reader, joined_by: frozenset[str] = _TO
) -> tuple[ClockTime, ClockTime]:
    """Two times with a dash or a word between them; raises ReadingError."""
    start = read_clock_time(reader)
    if reader.token.kind != "dash" and reader.token.word not in joined_by:
        raise reader.refuse("a dash or 'to', and a second time")
    reader.take()
    return start, read_clock_time(reader)
