"""The words, numbers and marks of a note, and the spellings of days, months and numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES

WEEKDAYS = {
    spelling: number
    for number, name in enumerate(DAY_NAMES)
    for spelling in (name.lower(), name[:3].lower())
} | {
    **dict.fromkeys(("tues", "teusday", "tuseday"), 1),
    **dict.fromkeys(("weds", "wensday", "wednsday", "wendesday"), 2),
    **dict.fromkeys(("thur", "thurs", "thrusday", "thurday", "thursdsay"), 3),
    **dict.fromkeys(("firday", "friady", "frday"), 4),
    **dict.fromkeys(("satuday", "saterday", "staurday"), 5),
}
MONTHS = {
    spelling: number
    for number, name in enumerate(MONTH_NAMES, 1)
    for spelling in (name.lower(), name[:3].lower())
} | {
    **dict.fromkeys(("janurary", "januray"), 1),
    **dict.fromkeys(("febuary", "feburary", "febr"), 2),
    **dict.fromkeys(("sept", "setpember"), 9),
    **dict.fromkeys(("novemeber",), 11),
    **dict.fromkeys(("decemeber", "decmber"), 12),
}
# Days of the year whose name is their date everywhere; Easter and the like are not.
FEASTS = {
    **dict.fromkeys(("christmas eve", "xmas eve"), (24, 12)),
    **dict.fromkeys(("christmas day", "xmas day"), (25, 12)),
    "boxing day": (26, 12),
    **dict.fromkeys(("new year's eve", "new years eve", "nye"), (31, 12)),
    **dict.fromkeys(("new year's day", "new years day"), (1, 1)),
}
TOMORROW = frozenset(
    ("tomorrow", "tmrw", "tmr", "tmrrw", "tmro", "tmoro", "tomoz", "2moro", "2morrow")
    + ("tommorow", "tommorrow", "tomorow", "tomorro", "tomorrrow")
)
NEXT = frozenset(("next", "nxt"))
WEEK = frozenset(("week", "wk"))
_ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
    "twenty",
)
NUMBERS = {word: number for number, word in enumerate(_ONES, 1)}
_PLACES = (
    *("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth"),
    *("tenth", "eleventh", "twelfth", "thirteenth", "fourteenth", "fifteenth", "sixteenth"),
    *("seventeenth", "eighteenth", "nineteenth", "twentieth"),
)
ORDINALS = {word: number for number, word in enumerate(_PLACES, 1)} | {"thirtieth": 30}
TENS = {"twenty": 20, "thirty": 30}


# A line this long was broken by a mail program and not by its writer.
_WRAPPED = re.compile(r"(?m)(?<=[^\n]{50})\n(?=[^\n])")
_MONTHS = "|".join(sorted(MONTHS, key=len, reverse=True))
_SHORT = "|".join(sorted((*MONTHS, *WEEKDAYS), key=len, reverse=True))
# Full stops that end no sentence: Dec. 24, 24. Dec.
_STOP_AFTER_NAME = re.compile(rf"\b({_SHORT})\.(?=\s*(?:\d|-|to\b))")
_STOP_AFTER_DAY = re.compile(rf"\b(\d{{1,2}})\.(?=\s*(?:{_MONTHS})\b)")
_TOKEN = re.compile(
    r"(?P<iso>(?<![\d/.-])\d{4}([-/.])\d{1,2}\2\d{1,2}(?![\d/-]))"
    r"|(?P<date>(?<![\d/.-])\d{1,2}([-/.])\d{1,2}\4(?:\d{4}|\d{2})(?![\d/-]))"
    r"|(?P<short>(?<![\d/.])\d{1,2}/\d{1,2}(?![\d/]))"
    r"|(?P<ord>\d{1,2}(?:st|nd|rd|th)\b)"
    r"|(?P<n>\d+)"
    r"|(?P<w>(?:2m[or]+ow?\b)|[^\W\d_]+(?:'[^\W\d_]+)*)"
    r"|(?P<p>\n+|\S)"
)


class Token(NamedTuple):
    kind: str
    word: str
    start: int
    end: int


@dataclass(frozen=True)
class Line:
    """Tokens that can be asked about beyond their end."""

    tokens: Sequence[Token]

    def kind(self, place: int) -> str:
        return self.tokens[place].kind if 0 <= place < len(self.tokens) else "end"

    def word(self, place: int) -> str:
        return self.tokens[place].word if 0 <= place < len(self.tokens) else ""

    def says(self, place: int, *words: str) -> bool:
        return all(self.word(place + step) == word for step, word in enumerate(words))


def tidy_stops(shown: str) -> str:
    """The note with the same number of signs: lines joined that belong together, stops gone."""
    joined = _WRAPPED.sub(" ", shown)
    lower = lower_letters(joined)
    for pattern in (_STOP_AFTER_NAME, _STOP_AFTER_DAY):
        for match in pattern.finditer(lower):
            joined = f"{joined[: match.end() - 1]} {joined[match.end() :]}"
    return joined


def lower_letters(text: str) -> str:
    """In small letters, sign for sign."""
    return "".join(sign.lower() if len(sign.lower()) == 1 else sign for sign in text)


def list_tokens(lower: str) -> Line:
    return Line(
        tuple(
            Token(match.lastgroup or "p", match[0], match.start(), match.end())
            for match in _TOKEN.finditer(lower)
        )
    )
