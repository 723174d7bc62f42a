"""How long a piece of work takes, in the shop's own days and hours.

A stretch has no length of its own: what two days are is decided by the calendar they are counted
in, and a week is as many opening days as that shop's week has.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from fractions import Fraction
from typing import TYPE_CHECKING, NamedTuple

from belfry.kernel.hours.amounts import Amount, read_amounts

if TYPE_CHECKING:
    from belfry.kernel.hours.opening_hours import OpeningHours
    from belfry.kernel.hours.readings import Reader

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
