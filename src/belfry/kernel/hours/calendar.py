"""When a piece of work that begins now is done, counted in the shop's opening days and hours.

The count begins when the shop is next open. Whole days go over opening days and keep the time of
day; where that day is not open at that time, the count goes on at the next opening. What is left,
a part of the day it then is and any hours, is spent in open time only, from day to day.

Open is from the minute a shop opens up to the one it closes: at closing time a count does not
begin any more, but one that has just been spent may end there. Times of day are those of the wall
clock, hours are real ones, also where the clocks change while the shop is open.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime, timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from belfry.kernel.cron.fires import fix_moment
from belfry.kernel.hours.clock_times import Reader, Token
from belfry.kernel.hours.opening_hours import OpeningHours

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


_NONE_STRETCHES = Fraction(0)
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

    days: Fraction = _NONE_STRETCHES
    hours: Fraction = _NONE_STRETCHES
    weeks: Fraction = _NONE_STRETCHES

    def multiply(self, factor: Fraction) -> Stretch:
        return Stretch(self.days * factor, self.hours * factor, self.weeks * factor)

    def count_in(self, opening: OpeningHours) -> Count:
        """Rounded up to the microsecond, so that nothing is ever counted short."""
        days = self.days + self.weeks * opening.days_a_week if self.weeks else self.days
        whole = days.numerator // days.denominator
        hours = _round_up(self.hours * _HOUR) if self.hours else timedelta(0)
        return Count(whole, days - whole if days.denominator > 1 else _NONE_STRETCHES, hours)


def _round_up(microseconds: Fraction) -> timedelta:
    return timedelta(microseconds=-(-microseconds.numerator // microseconds.denominator))


def parse_stretch(text: str) -> Stretch:
    """What "half a day", "3 working days", "4 hours" or "a week" means; raises ReadingError."""
    reader, amounts = read_amounts(text)
    days = hours = weeks = _NONE_STRETCHES
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
    seconds = sum((amount.number * _IN_SECONDS[amount.unit] for amount in amounts), _NONE_STRETCHES)
    if seconds > _MOST_DAYS * _IN_SECONDS["day"]:
        raise reader.refuse(f"at most {_MOST_DAYS} days", amounts[0].token)
    return seconds


_DAY = timedelta(days=1)
_NONE = timedelta(0)
# A shop that stays closed for longer than this has no next opening.
_LONGEST_CLOSED = 2 * 366


class Day(NamedTuple):
    """One day of the shop: when it is open, in UTC, and for how long in all."""

    on: date
    spans: tuple[tuple[datetime, datetime], ...]
    length: timedelta


class Landing(NamedTuple):
    """When a count ends, and on which day of the shop: 24:00 still belongs to the day it ends."""

    at: datetime
    on: date


def _is_never(_: date) -> bool:
    return False


@dataclass(frozen=True)
class Calendar:
    """The opening hours of one place. Days are remembered once they have been looked at."""

    opening: OpeningHours
    zone: ZoneInfo
    is_holiday: Callable[[date], bool] = _is_never
    _days: dict[date, Day] = field(default_factory=dict, init=False, repr=False, compare=False)

    def get_day(self, on: date) -> Day:
        day = self._days.get(on)
        if day is None:
            day = self._days[on] = self._make_day(on)
        return day

    def find_day_of(self, moment: datetime) -> date:
        return moment.astimezone(self.zone).date()

    def find_closing(self, on: date) -> datetime | None:
        """When the shop closes for the day; None if it stays closed."""
        spans = self.get_day(on).spans
        return spans[-1][1] if spans else None

    def find_opening(self, moment: datetime) -> datetime | None:
        """The moment itself while the shop is open, else its next opening; None without one."""
        opening = self._open_from(moment, self.find_day_of(moment))
        return opening[0] if opening else None

    def add_stretch(self, start: datetime, stretch: Stretch) -> datetime | None:
        """When a stretch that starts at a moment is over; None if it never is."""
        landing = self.find_landing(start, stretch)
        return landing.at if landing else None

    def find_landing(self, start: datetime, stretch: Stretch) -> Landing | None:
        """When a stretch is over and on which day of the shop; None if it never is."""
        try:
            return self._count(start.astimezone(UTC), stretch)
        except OverflowError:
            return None

    def _count(self, start: datetime, stretch: Stretch) -> Landing | None:
        days, part, hours = count = stretch.count_in(self.opening)
        position = self._open_from(start, self.find_day_of(start))
        if position and days:
            position = self._move(*position, days)
        if position is None:
            return None
        at, day = position
        return self._spend(at, day, count.find_hours(day.length) if part else hours)

    def _move(self, at: datetime, day: Day, days: int) -> tuple[datetime, Day] | None:
        """So many opening days on, at the same time of day or the next opening after it."""
        later = self._find_later(day.on, days)
        if later is None:
            return None
        reading = at.astimezone(self.zone).replace(tzinfo=UTC)
        moved = reading + (later.on - reading.date())
        return self._open_from(fix_moment(moved, self.zone), later.on)

    def _spend(self, at: datetime, day: Day, left: timedelta) -> Landing | None:
        """Let open time go by from a moment of a day on until none is left."""
        following: Day | None = day
        while following:
            for opens, closes in following.spans:
                begins = max(at, opens)
                room = closes - begins
                if room <= _NONE:
                    continue
                if left <= room:
                    return Landing(begins + left, following.on)
                left -= room
            following = self._find_later(following.on, 1)
        return None

    def _open_from(self, moment: datetime, on: date) -> tuple[datetime, Day] | None:
        """The first open moment from this one of the day `on`, and the day it belongs to."""
        day: Day | None = self.get_day(on)
        while day:
            for opens, closes in day.spans:
                if moment < closes:
                    return max(moment, opens), day
            day = self._find_later(day.on, 1)
        return None

    def _find_later(self, on: date, count: int) -> Day | None:
        """The opening day that many opening days on."""
        closed = 0
        while closed < _LONGEST_CLOSED:
            on += _DAY
            day = self.get_day(on)
            if not day.spans:
                closed += 1
                continue
            count, closed = count - 1, 0
            if not count:
                return day
        return None

    def _make_day(self, on: date) -> Day:
        hours = () if self.is_holiday(on) else self.opening.week[on.weekday()]
        moments = [(self._at(on, opens), self._at(on, closes)) for opens, closes in hours]
        # What the clocks skip as a whole in spring is no open time.
        spans = tuple((opens, closes) for opens, closes in moments if opens < closes)
        return Day(on, spans, sum((closes - opens for opens, closes in spans), _NONE))

    def _at(self, on: date, minute: int) -> datetime:
        reading = datetime(on.year, on.month, on.day, tzinfo=UTC) + timedelta(minutes=minute)
        return fix_moment(reading, self.zone)
