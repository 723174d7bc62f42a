"""Which words, numbers and marks a note is made of, and where each stands."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

from belfry.rota.notes.calendar_words import MONTHS, WEEKDAYS

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
    found = (
        Token(match.lastgroup or "p", match[0], match.start(), match.end())
        for match in _TOKEN.finditer(lower)
    )
    return Line(tuple(found))
