"""How much time somebody means by "half a day", "90 minutes" or "a day and a half"."""

from __future__ import annotations

import re
from fractions import Fraction
from typing import NamedTuple

from belfry.kernel.hours.readings import Reader, Token

EXPECTED_AMOUNT = "a length of time such as 2 days, half a day or 90 minutes"

_AMOUNT_WORDS = re.compile(
    r"(?P<number>[0-9]{1,6}(?:\.[0-9]{1,4}|/[1-9][0-9]?)?(?![0-9])|[\u00bc-\u00be])"
    r"|(?P<word>[^\W\d_]+)|(?P<mark>[-,&+.])"
)
_UNITS = {
    **dict.fromkeys(("second", "seconds", "sec", "secs"), "second"),
    **dict.fromkeys(("minute", "minutes", "min", "mins"), "minute"),
    **dict.fromkeys(("hour", "hours", "hr", "hrs", "h"), "hour"),
    **dict.fromkeys(("day", "days", "d"), "day"),
    **dict.fromkeys(("week", "weeks", "wk", "wks"), "week"),
    **dict.fromkeys(("fortnight", "fortnights"), "fortnight"),
}
_ORDER = ("fortnight", "week", "day", "hour", "minute", "second")
_SIGNS = {"\u00bc": Fraction(1, 4), "\u00bd": Fraction(1, 2), "\u00be": Fraction(3, 4)}
_PARTS = {"half": Fraction(1, 2), "quarter": Fraction(1, 4)}
_ONES = (
    *("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven"),
    *("twelve", "thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_NUMBERS = {word: number for number, word in enumerate(_ONES, 1)}
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_NUMBERS |= {word: 10 * number for number, word in enumerate(_TENS, 2)}
_ARTICLES = frozenset({"a", "an"})
_OF_A = _ARTICLES | {"of", "-"}
_OPENING = frozenset({"working", "opening", "business", "open"})
_WHOLE = frozenset({"full", "whole", "-"})
_BETWEEN = frozenset({"and", ",", "&", "+", "plus"})


class Amount(NamedTuple):
    """So many of a unit; `token` is where they stand, `is_opening` whether "working" was said."""

    number: Fraction
    unit: str
    is_opening: bool
    token: Token


def read_amounts(text: str) -> tuple[Reader, list[Amount]]:
    """Every amount of a text, from the largest unit to the smallest; raises ReadingError."""
    reader = Reader(text, _AMOUNT_WORDS)
    amounts = [_read_amount(reader)]
    while not reader.is_at_end:
        if reader.skip(frozenset({"."})) and reader.is_at_end:
            break
        reader.skip(_BETWEEN)
        amount = _read_amount(reader)
        if _ORDER.index(amount.unit) <= _ORDER.index(amounts[-1].unit):
            raise reader.refuse("the longest unit first, and each of them once", amount.token)
        amounts.append(amount)
    if not sum(amount.number for amount in amounts):
        raise reader.refuse("more than none", amounts[0].token)
    return reader, amounts


def _read_amount(reader: Reader) -> Amount:
    token = reader.token
    count = _read_count(reader)
    if _skip_and_a_half(reader):
        count += Fraction(1, 2)
    reader.skip(_WHOLE)
    is_opening = reader.skip(_OPENING)
    if reader.token.word not in _UNITS:
        raise reader.refuse("minutes, hours, days or weeks")
    unit = _UNITS[reader.take().word]
    before = reader.position
    if _skip_and_a_half(reader):
        if reader.token.word in _UNITS or reader.token.word in _OF_A:
            reader.position = before
        else:
            count += Fraction(1, 2)
    return Amount(count, unit, is_opening, token)


def _read_count(reader: Reader) -> Fraction:
    token = reader.token
    if token.kind == "number":
        return _read_number(reader)
    if token.word in _ARTICLES:
        reader.take()
        return _read_count(reader) if reader.token.word in _PARTS else Fraction(1)
    if token.word in _PARTS:
        reader.take()
        reader.skip(_OF_A)
        return _PARTS[token.word]
    if token.word not in _NUMBERS:
        raise reader.refuse(EXPECTED_AMOUNT)
    reader.take()
    return Fraction(_NUMBERS[token.word] + (_read_ones(reader) if token.word in _TENS else 0))


def _read_number(reader: Reader) -> Fraction:
    """1, 1.5, 1/2, and a part behind a whole number: 1 1/2."""
    count = _value_of(reader.take())
    if reader.token.kind == "number" and count.denominator == 1:
        part = _value_of(reader.token)
        if part >= 1:
            raise reader.refuse("minutes, hours, days or weeks")
        reader.take()
        count += part
    return count


def _value_of(token: Token) -> Fraction:
    return _SIGNS[token.said] if token.said in _SIGNS else Fraction(token.said)


def _read_ones(reader: Reader) -> int:
    """What follows twenty in twenty-one; 0 if nothing does."""
    before = reader.position
    reader.skip(frozenset({"-"}))
    ones = _NUMBERS.get(reader.token.word, 10)
    if ones > 9:
        reader.position = before
        return 0
    reader.take()
    return ones


def _skip_and_a_half(reader: Reader) -> bool:
    before = reader.position
    if reader.skip(frozenset({"and"})):
        reader.skip(_ARTICLES)
        if reader.token.word == "half":
            reader.take()
            return True
    reader.position = before
    return False
