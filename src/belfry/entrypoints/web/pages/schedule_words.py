"""What a schedule says, in words for people who never saw a cron.

Only schedules that can be said in one short sentence are put into words; for the others the
expression itself must do. Nothing is ever said that is not exactly so.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

from belfry.kernel.cadence import Cadence, Cron, Once, Rate, parse_cadence
from belfry.kernel.cadence.days import (
    EVERY_WEEKDAY,
    LAST_DAY,
    LAST_WORKDAY,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.errors import InputError

_WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")
_MONTHS = (
    *("", "January", "February", "March", "April", "May", "June"),
    *("July", "August", "September", "October", "November", "December"),
)
_NTH = ("", "first", "second", "third", "fourth", "fifth")
_EVERY_DAY = (1 << 32) - 2
_EVERY_MONTH = (1 << 13) - 2
_MOST_TIMES, _MOST_DAYS = 4, 4


@lru_cache(maxsize=1024)
def render_schedule(text: str | None) -> str:
    """One sentence without its full stop; empty where the expression must speak for itself."""
    if text is None:
        return "Only when somebody asks"
    try:
        said = _say(parse_cadence(text))
    except InputError:
        return ""
    return said[:1].upper() + said[1:]


def _say(cadence: Cadence) -> str:
    match cadence:
        case Rate(minutes=minutes):
            return f"every {minutes} minutes, counted from when it was set"
        case Once(day=day, clock=clock):
            return f"once, on {day.day} {_MONTHS[day.month]} {day.year} at {clock:%H:%M}"
        case Cron():
            return _say_cron(cadence)


def _say_cron(cron: Cron) -> str:
    clock, days = _say_clock(cron), _say_days(cron)
    if not clock or days is None or cron.years is not None:
        return ""
    if clock.startswith("at "):
        return f"{days or 'every day'} {clock}"
    return f"{clock}, {days}" if days else clock


def _say_clock(cron: Cron) -> str:
    minutes, hours = _bits(cron.minutes), _bits(cron.hours)
    if len(minutes) * len(hours) <= _MOST_TIMES:
        return "at " + _join([f"{hour:02}:{minute:02}" for hour, minute in product(hours, minutes)])
    if len(minutes) == 1:
        return _say_hours(hours, minutes[0])
    step = _find_step(minutes, 60)
    if not step or not _is_row(hours):
        return ""
    said = "every minute" if step == 1 else f"every {step} minutes"
    if len(hours) == 24:
        return said
    return f"{said} from {hours[0]:02}:00 to {hours[-1]:02}:{minutes[-1]:02}"


def _say_hours(hours: list[int], minute: int) -> str:
    past = f" at {minute} past" if minute else ""
    step = _find_step(hours, 24)
    if step:
        return f"every hour{past or ' on the hour'}" if step == 1 else f"every {step} hours{past}"
    if not _is_row(hours):
        return ""
    return f"every hour from {hours[0]:02}:{minute:02} to {hours[-1]:02}:{minute:02}"


def _say_days(cron: Cron) -> str | None:
    """The days and months; empty for every day, None where words fail."""
    months = "" if cron.months == _EVERY_MONTH else _join([_MONTHS[m] for m in _bits(cron.months)])
    any_day, any_weekday = cron.days == _EVERY_DAY, cron.weekdays == EVERY_WEEKDAY
    if any_day and any_weekday and cron.needs_both:
        return f"every day in {months}" if months else ""
    dates, weekdays = _say_dates(cron.days, months), _say_weekdays(cron.weekdays, months)
    if any_day and cron.needs_both:
        return weekdays
    if any_weekday and cron.needs_both:
        return dates
    both = dates and weekdays and not cron.needs_both
    return f"{dates} and {weekdays}" if both else None


def _say_dates(days: int, months: str) -> str | None:
    said = [_ordinal(day) for day in _bits(days & _EVERY_DAY)]
    said += ["last day"] if days & LAST_DAY else []
    said += ["last workday"] if days & LAST_WORKDAY else []
    if len(said) > _MOST_DAYS:
        return None
    return f"on the {_join(said)} of {months or 'the month'}"


def _say_weekdays(weekdays: int, months: str) -> str | None:
    within = f" in {months}" if months else ""
    if weekdays <= EVERY_WEEKDAY:
        days = sorted((day - 1) % 7 for day in _bits(weekdays))
        names = [_WEEK[(day + 1) % 7] for day in days]
        is_row = len(days) > 2 and _is_row(days)
        said = f"{names[0]} to {names[-1]}" if is_row else f"every {_join(names)}"
        return said + within
    special = [
        *((nth_weekday(day, nth), _NTH[nth], day) for nth in range(1, 6) for day in range(7)),
        *((last_weekday(day), "last", day) for day in range(7)),
    ]
    names = [f"{which} {_WEEK[day]}" for bit, which, day in special if weekdays & bit]
    if weekdays & EVERY_WEEKDAY or len(names) > _MOST_DAYS:
        return None
    return f"on the {_join(names)} of {months or 'the month'}"


def _bits(mask: int) -> list[int]:
    return [bit for bit in range(mask.bit_length()) if mask >> bit & 1]


def _find_step(values: list[int], size: int) -> int | None:
    """The step of values that go round the whole clock evenly, from 0 on."""
    step, rest = divmod(size, len(values))
    return step if not rest and values == list(range(0, size, step)) else None


def _is_row(values: list[int]) -> bool:
    return len(values) > 1 and values == list(range(values[0], values[-1] + 1))


def _ordinal(day: int) -> str:
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def _join(words: list[str]) -> str:
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), words[-1]])
