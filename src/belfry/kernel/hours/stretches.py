"""How long a piece of work takes, in the shop's own days and hours.

A stretch has no length of its own: what two days are is decided by the calendar they are counted
in, and a week is as many opening days as that shop's week has.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from belfry.kernel.hours.clock_times import Reader, Token

if TYPE_CHECKING:
    from belfry.kernel.hours.clock_times import Reader
    from belfry.kernel.hours.opening_hours import OpeningHours


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


_NONE = Fraction(0)
_MICROSECOND = timedelta(microseconds=1)
_HOUR = timedelta(hours=1) // _MICROSECOND
_MOST_DAYS = 1000
_IN_HOURS = {"minute": Fraction(1, 60), "hour": Fraction(1)}
_IN_WEEKS = {"week": 1, "fortnight": 2}
_IN_SECONDS = {"second": 1, "minute": 60, "hour": 3600, "day": 86_400}
_IN_SECONDS |= {"week": 7 * 86_400, "fortnight": 14 * 86_400}


class Count(NamedTuple):
    """A stretch made ready for counting: whole days, a fraction of one more, and hours."""

    days: int
    part: Fraction
    hours: timedelta

    def find_hours(self, day: timedelta) -> timedelta:
        """What is left after the whole days, if the day it starts in is open this long."""
        if not self.part:
            return self.hours
        return self.hours + _round_up(self.part * (day // _MICROSECOND))


@dataclass(frozen=True, slots=True)
class Stretch:
    """Opening days and opening hours; `weeks` become days when it is known whose they are."""

    days: Fraction = _NONE
    hours: Fraction = _NONE
    weeks: Fraction = _NONE

    def multiply(self, factor: Fraction) -> Stretch:
        return Stretch(self.days * factor, self.hours * factor, self.weeks * factor)

    def count_in(self, opening: OpeningHours) -> Count:
        """Rounded up to the microsecond, so that nothing is ever counted short."""
        days = self.days + self.weeks * opening.days_a_week if self.weeks else self.days
        whole = days.numerator // days.denominator
        hours = _round_up(self.hours * _HOUR) if self.hours else timedelta(0)
        return Count(whole, days - whole if days.denominator > 1 else _NONE, hours)


def _round_up(microseconds: Fraction) -> timedelta:
    return timedelta(microseconds=-(-microseconds.numerator // microseconds.denominator))


def parse_stretch(text: str) -> Stretch:
    """What "half a day", "3 working days", "4 hours" or "a week" means; raises ReadingError."""
    reader, amounts = read_amounts(text)
    days = hours = weeks = _NONE
    for amount in amounts:
        if amount.unit == "second":
            raise reader.refuse("minutes, hours, days or weeks", amount.token)
        if amount.unit == "day":
            days += amount.number
        elif amount.unit in _IN_WEEKS:
            weeks += amount.number * _IN_WEEKS[amount.unit]
        else:
            hours += amount.number * _IN_HOURS[amount.unit]
    _insist_on_measure(reader, amounts)
    return Stretch(days, hours, weeks)


def parse_wait(text: str) -> timedelta:
    """What "2 minutes" or "14 days" means by the clock, day and night; raises ReadingError."""
    reader, amounts = read_amounts(text)
    for amount in amounts:
        if amount.is_opening:
            raise reader.refuse("plain days or hours: this is counted day and night", amount.token)
    return timedelta(seconds=float(_insist_on_measure(reader, amounts)))


def _insist_on_measure(reader: Reader, amounts: list[Amount]) -> Fraction:
    """The seconds of all amounts by the clock, refused if they are beyond all use."""
    seconds = sum((amount.number * _IN_SECONDS[amount.unit] for amount in amounts), _NONE)
    if seconds > _MOST_DAYS * _IN_SECONDS["day"]:
        raise reader.refuse(f"at most {_MOST_DAYS} days", amounts[0].token)
    return seconds
