"""Read times of day: 9am, 17:30, 9.30, noon.

Without am or pm a time is read on a clock of 24 hours. Where that leaves two readings, as in
"8 to 9am", the caller that reads the pair has to refuse it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from enum import Enum

from belfry.kernel.errors import InputError

_SHOWN = 40
_RUN = re.compile(r"\s+|\S+")


class ReadingError(InputError):
    """A text that cannot be understood: never guessed at, always shown with its place.

    `column` counts from 0 in the text that was read; `text` is what stands there, empty where the
    text has ended; `expected` is what could have stood there instead.
    """

    def __init__(self, *, column: int, text: str, expected: str) -> None:
        description = f"found {text[:_SHOWN]!r}" if text else "it ends too early"
        super().__init__(f"{description}; expected {expected}")
        self.column = column
        self.text = text
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Token:
    """A word, number or mark as it stands in a text; `kind` is "end" behind the last one."""

    kind: str
    said: str
    column: int

    @property
    def word(self) -> str:
        return self.said.lower()


class Reader:
    """Goes through a text token by token; `pattern` has a named group for each kind of token."""

    def __init__(self, text: str, pattern: re.Pattern[str]) -> None:
        self._tokens = _scan(text, pattern)
        self.position = 0

    @property
    def token(self) -> Token:
        return self._tokens[self.position]

    @property
    def is_at_end(self) -> bool:
        return self.token.kind == "end"

    def take(self) -> Token:
        """The present token; the reader moves on to the next."""
        token = self.token
        self.position = min(self.position + 1, len(self._tokens) - 1)
        return token

    def skip(self, words: frozenset[str]) -> bool:
        """Pass over any number of these words and marks; whether there was one."""
        start = self.position
        while self.token.word in words:
            self.take()
        return self.position > start

    def refuse(self, expected: str, token: Token | None = None) -> ReadingError:
        """The error for a token, the present one unless another is given."""
        at = token or self.token
        return ReadingError(column=at.column, text=at.said, expected=expected)


def _scan(text: str, pattern: re.Pattern[str]) -> list[Token]:
    tokens, column, length = [], 0, len(text.rstrip())
    while column < length:
        match = pattern.match(text, column)
        run = match or _RUN.match(text, column)
        text_run = run[0] if run else text[column:]
        kind = match.lastgroup if match and match.lastgroup else "stranger"
        if not text_run.isspace():
            tokens.append(Token(kind, text_run, column))
        column += len(text_run)
    return [*tokens, Token("end", "", length)]


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
