"""Which words a chain of reminders may be written with, and which number some of them name."""

from __future__ import annotations

import re

from belfry.controls.repeats.repeat_words import NUMBERS, TENS
from belfry.kernel.hours.clock_times import Reader, ReadingError, Token
from belfry.kernel.rulebook import UnknownWord, find_nearest
from belfry.kernel.rulebook.reading import straighten

MOST_DAYS = 3650

EXPECTED_REMINDER = 'a reminder such as "5 days before", "on the day" or "2 days after"'
EXPECTED_SIDE = "before or after"
EXPECTED_UNIT = "days or weeks, and then before or after"
EXPECTED_GAP = 'a comma or "and" before the next reminder'
_EXPECTED_WHOLE = "whole days, and a comma between several numbers"

UNITS = {"day": 1, "days": 1, "week": 7, "weeks": 7, "fortnight": 14, "fortnights": 14}
SINGLE = frozenset({"day", "week", "fortnight"})
SIDES = {"before": -1, "after": 1}
ARTICLES = frozenset({"a", "an"})
AND = frozenset({"and", "&"})
GAPS = AND | {",", ";", "/"}
ORDINALS = frozenset({"first", "second", "third", "fourth", "fifth", "next", "last", "final"})
THEN = frozenset({"then", "again", "also", "finally", "lastly", "firstly", "secondly"})
_NOUNS = frozenset({"reminder", "reminders", "nudge", "alert", "ping", "prompt", "message"})
_SENDING = frozenset(
    {
        *("remind", "reminds", "reminding", "nudges", "nudging", "send", "sends", "sending"),
        *("notify", "chase", "follow", "up", "me", "us", "them", "owner", "please"),
    }
)
# What an article may stand before, if it is not to count for a number.
NAMED = ORDINALS | _NOUNS | {"follow", "owner"}
PASSED_OVER = ORDINALS | THEN | _NOUNS | _SENDING

_NUMBERS = {"zero": 0, **NUMBERS}
HUNDRED = "hundred"

_UNEVEN = "days or weeks, because months are not all as long as each other"
_TOO_FINE = "days or weeks, because reminders go out once a day"
_PLAIN = "plain days, because weekends and holidays count too"
_HINTS = {
    **dict.fromkeys(("month", "months", "quarter", "quarters", "year", "years"), _UNEVEN),
    **dict.fromkeys(("hour", "hours", "minute", "minutes", "hr", "hrs"), _TOO_FINE),
    **dict.fromkeys(("working", "business", "weekday", "weekdays", "workday", "workdays"), _PLAIN),
    **dict.fromkeys(("half", "halves"), _EXPECTED_WHOLE),
}
_KNOWN = (*UNITS, *SIDES, *_NUMBERS, HUNDRED, "on", "the", "same", "due", "date", "and")
_KNOWN += tuple(sorted(PASSED_OVER))
_NEAR = 0.75
_SHORTEST = 4
_FIGURES = frozenset({"number", "fraction", "grouped"})

# A hyphen within "twenty-one" or "5-before" says no more than a blank would.
_JOINING = re.compile(r"(?<=[^\W_])[-\u2010\u2011](?=[^\W\d_])")
_WORDS = re.compile(
    r"(?P<fraction>[0-9]*\.[0-9]+|[0-9]*[\u00bc-\u00be\u2150-\u215e]"
    r"|(?<![0-9/])(?:1/[2-4]|2/3|3/4)(?![0-9/]))"
    r"|(?P<grouped>[0-9]{1,3}(?:,[0-9]{3})+(?![0-9]))"
    r"|(?P<number>[0-9]+)|(?P<word>[^\W\d_]+(?:'[^\W\d_]+)*)|(?P<mark>[,;/&.])"
)


def open_reader(text: str) -> Reader:
    """A reader of the text's words; every one keeps its place."""
    return Reader(_JOINING.sub(" ", straighten(text)), _WORDS)


def refuse_token(expected: str, token: Token) -> ReadingError:
    """The error for a word: with what is wrong about it where that is known, or what it is near."""
    if token.kind in {"fraction", "grouped"}:
        expected = _EXPECTED_WHOLE
    expected = _HINTS.get(token.word, expected)
    is_strange = token.kind == "word" and token.word not in {*_KNOWN, *_HINTS}
    is_long = len(token.word) >= _SHORTEST
    nearest = find_nearest(token.word, _KNOWN, cutoff=_NEAR) if is_strange and is_long else None
    return UnknownWord(column=token.column, said=token.said, expected=expected, nearest=nearest)


def is_number(token: Token) -> bool:
    return token.kind in _FIGURES or token.word in _NUMBERS


def read_number(reader: Reader) -> int:
    """The whole number at the reader's place, in figures or words; raises ReadingError."""
    token = reader.token
    if token.kind in {"fraction", "grouped"}:
        raise refuse_token(_EXPECTED_WHOLE, token)
    if token.kind == "number":
        reader.take()
        # So many digits are too many days, whatever they are.
        number = int(token.said) if len(token.said) < 9 else MOST_DAYS + 1
    else:
        number = _read_words(reader)
    if is_number(reader.token):
        raise refuse_token("a comma between two numbers", reader.token)
    return number


def _read_words(reader: Reader) -> int:
    """One hundred twenty-one; "a hundred and one" could be two numbers and is refused."""
    number = _read_below_hundred(reader)
    if reader.token.word != HUNDRED or not 1 <= number <= 9:
        return number
    token = reader.take()
    before = reader.position
    if reader.skip(AND) and is_number(reader.token):
        raise refuse_token("a number of more than a hundred in figures", token)
    reader.position = before
    return 100 * number + (_read_below_hundred(reader) if reader.token.word in _NUMBERS else 0)


def _read_below_hundred(reader: Reader) -> int:
    token = reader.take()
    if token.word in ARTICLES:
        return 1
    ones = NUMBERS.get(reader.token.word, 0)
    if token.word in TENS and 1 <= ones <= 9:
        reader.take()
        return _NUMBERS[token.word] + ones
    return _NUMBERS[token.word]
