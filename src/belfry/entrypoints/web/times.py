"""Moments, days, lengths of time and schedules in words."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from itertools import product
from typing import NamedTuple
from zoneinfo import ZoneInfo

from jinja2 import pass_context
from jinja2.runtime import Context
from markupsafe import Markup

from belfry.controls.repeats.repeats import render_days
from belfry.kernel.cron import Cron, CronExpression, Once, Rate, parse_cron
from belfry.kernel.cron.fires import (
    EVERY_WEEKDAY,
    LAST_DAY,
    LAST_WORKDAY,
    last_weekday,
    nth_weekday,
)
from belfry.kernel.errors import InputError
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES, SHORT_NAMES

_NEAR = {-1: "yesterday", 0: "today", 1: "tomorrow"}
_NOW = timedelta(seconds=45)
_SECONDS = len("2026-11-16T12:00:00")
_MOMENT = re.compile(r"(\d{4}-\d\d-\d\d \d\d:\d\d) UTC")
_UNITS = {"s": 1, "min": 60, "h": 3600, "day": 86400}
_PART = re.compile(r"\s*(\d{1,7})\s*(seconds?|s|minutes?|mins?|m|hours?|h|days?|d)\b", re.I)


@dataclass(frozen=True, slots=True)
class TimeWords:
    """Moments as they stand on one page: seen from `now`, on the wall clock of `zone`."""

    now: datetime
    zone: ZoneInfo

    @property
    def today(self) -> str:
        local = self.now.astimezone(self.zone)
        return f"{DAY_NAMES[local.weekday()]} {local.day} {MONTH_NAMES[local.month - 1]}"

    @property
    def year(self) -> int:
        return self.now.astimezone(self.zone).year

    @property
    def clock(self) -> str:
        return _render_clock(self.now.astimezone(self.zone))

    @property
    def hands(self) -> str:
        return self.say_hands(self.now)

    def say_hands(self, moment: datetime) -> str:
        """The day and the time, as a clock with a calendar shows them."""
        local = moment.astimezone(self.zone)
        return f"{_render_short_day(local)} {_render_clock(local)}"

    def localise(self, text: str) -> str:
        """A text with its UTC moments rendered on the wall clock of `zone`."""
        return _MOMENT.sub(
            lambda match: self.say(datetime.fromisoformat(match[1]).replace(tzinfo=UTC)), text
        )

    def full(self, moment: datetime, zone: ZoneInfo | None = None) -> str:
        """The moment to the second, with its date and zone."""
        return _render_full(moment, zone or self.zone)

    def say(self, moment: datetime, zone: ZoneInfo | None = None) -> str:
        zone = zone or self.zone
        return _render_near(moment.astimezone(zone), self.now.astimezone(zone).date())

    def stamp(self, moment: datetime, zone: ZoneInfo | None = None) -> Markup:
        """The moment as markup: short, and in full as its title."""
        zone = zone or self.zone
        return _render_stamp(moment, zone, self.now.astimezone(zone).date())

    def away(self, moment: datetime) -> str:
        """How far off it is: "in 5 min", "2 h ago"."""
        gap = moment - self.now
        if abs(gap) < _NOW:
            return "any moment" if gap > timedelta(0) else "just now"
        rough = render_rough(abs(gap))
        return f"in {rough}" if gap > timedelta(0) else f"{rough} ago"


def render_utc(moment: datetime) -> str:
    return f"{moment.astimezone(UTC).isoformat()[:_SECONDS]}Z"


@lru_cache(maxsize=4096)
def _render_full(moment: datetime, zone: ZoneInfo) -> str:
    """Cached: pages mostly show the same moments."""
    local = moment.astimezone(zone)
    day = f"{DAY_NAMES[local.weekday()]} {local.day} {MONTH_NAMES[local.month - 1]} {local.year}"
    return f"{day}, {_render_clock(local)}:{local.second:02} ({zone.key})"


@lru_cache(maxsize=4096)
def _render_stamp(moment: datetime, zone: ZoneInfo, today: date) -> Markup:
    """Cached: it is the same all day, and pages mostly show the same moments."""
    local = moment.astimezone(zone)
    full, near = _render_full(moment, zone), _render_near(local, today)
    return Markup(f'<time datetime="{render_utc(moment)}" title="{full}">{near}</time>')


def _render_near(local: datetime, today: date) -> str:
    """As short as can be for a reader who knows today's date."""
    near = _NEAR.get(local.toordinal() - today.toordinal())
    day = near or _render_short_day(local)
    if local.year != today.year and not near:
        day += f" {local.year}"
    return f"{day} {_render_clock(local)}"


# Quicker than strftime: a page has many moments.
def _render_short_day(day: date) -> str:
    return f"{SHORT_NAMES[day.weekday()]} {day.day} {MONTH_NAMES[day.month - 1][:3]}"


def _render_clock(local: datetime) -> str:
    return f"{local.hour:02}:{local.minute:02}"


def render_rough(span: timedelta) -> str:
    seconds = span.total_seconds()
    if seconds < 90:
        return f"{round(seconds)} s"
    if seconds < 90 * 60:
        return f"{round(seconds / 60)} min"
    if seconds < 36 * 3600:
        return f"{round(seconds / 3600)} h"
    return f"{round(seconds / 86400)} days"


def render_duration(span: timedelta) -> str:
    seconds = span.total_seconds()
    if seconds < 1:
        return f"{seconds * 1000:.0f} ms"
    if seconds < 10:
        return f"{seconds:.1f} s"
    return render_span(timedelta(seconds=round(seconds)))


def render_span(span: timedelta) -> str:
    """The span exactly, as `parse_span` reads it back: "1 h 30 min"."""
    left = int(span.total_seconds())
    parts = []
    for unit, size in reversed(_UNITS.items()):
        count, left = divmod(left, size)
        if count:
            parts.append(f"{count} {unit}{'s' if unit == 'day' and count > 1 else ''}")
    return " ".join(parts) or "0 s"


def parse_span(text: str, *, field: str) -> timedelta:
    """A span as people write it, or InputError at `field`."""
    total, place = 0, 0
    while part := _PART.match(text, place):
        unit = part[2].lower()
        total += int(part[1]) * next(size for name, size in _UNITS.items() if name[0] == unit[0])
        place = part.end()
    if not place or text[place:].strip():
        raise InputError("write it like 30 s, 5 min, 2 h or 1 day", field=field)
    return timedelta(seconds=total)


def render_day(day: date, this_year: int | None = None) -> str:
    """Thu 10 Dec; of another year than this one, Thu 10 Dec 2027."""
    text = _render_short_day(day)
    return text if day.year == this_year else f"{text} {day.year}"


@pass_context
def render_day_here(context: Context, day: date) -> str:
    return render_day(day, context.get("this_year"))


class NearDay(NamedTuple):
    """A day for machines, for people, and seen from today."""

    iso: str
    text: str
    away: str


@lru_cache(maxsize=1024)
def render_near_day(day: date, today: date, this_year: int) -> NearDay:
    """Cached: a page of controls shows few days, each of them often."""
    return NearDay(day.isoformat(), render_day(day, this_year), render_days_away(day, today))


def render_days_away(day: date, today: date) -> str:
    """Today, tomorrow, in 5 days, 3 days ago."""
    days = (day - today).days
    if days in _NEAR:
        return _NEAR[days]
    return f"in {render_days(days)}" if days > 0 else f"{render_days(-days)} ago"


_WEEK = (DAY_NAMES[-1], *DAY_NAMES[:-1])
_NTH = ("", "first", "second", "third", "fourth", "fifth")
_EVERY_DAY = (1 << 32) - 2
_EVERY_MONTH = (1 << 13) - 2
_MOST_TIMES, _MOST_DAYS = 4, 4


@lru_cache(maxsize=1024)
def render_schedule(text: str | None) -> str:
    """A schedule in words, without a full stop; empty if the expression is too complex for that."""
    if text is None:
        return "Only on request"
    try:
        sentence = _render_expression(parse_cron(text))
    except InputError:
        return ""
    return sentence[:1].upper() + sentence[1:]


def _render_expression(expression: CronExpression) -> str:
    match expression:
        case Rate(minutes=minutes):
            return f"every {minutes} minutes, counted from when it was set"
        case Once(day=day, clock=clock):
            return f"once, on {day.day} {MONTH_NAMES[day.month - 1]} {day.year} at {clock:%H:%M}"
        case Cron():
            return _render_cron(expression)


def _render_cron(cron: Cron) -> str:
    clock, days = _render_cron_clock(cron), _render_cron_days(cron)
    if not clock or days is None or cron.years is not None:
        return ""
    if clock.startswith("at "):
        return f"{days or 'every day'} {clock}"
    return f"{clock}, {days}" if days else clock


def _render_cron_clock(cron: Cron) -> str:
    minutes, hours = _bits(cron.minutes), _bits(cron.hours)
    if len(minutes) * len(hours) <= _MOST_TIMES:
        return "at " + _join([f"{hour:02}:{minute:02}" for hour, minute in product(hours, minutes)])
    if len(minutes) == 1:
        return _render_cron_hours(hours, minutes[0])
    step = _find_step(minutes, 60)
    if not step or not _is_range(hours):
        return ""
    every = "every minute" if step == 1 else f"every {step} minutes"
    if len(hours) == 24:
        return every
    return f"{every} from {hours[0]:02}:00 to {hours[-1]:02}:{minutes[-1]:02}"


def _render_cron_hours(hours: list[int], minute: int) -> str:
    past = f" at {minute} past" if minute else ""
    step = _find_step(hours, 24)
    if step:
        return f"every hour{past or ' on the hour'}" if step == 1 else f"every {step} hours{past}"
    if not _is_range(hours):
        return ""
    return f"every hour from {hours[0]:02}:{minute:02} to {hours[-1]:02}:{minute:02}"


def _render_cron_days(cron: Cron) -> str | None:
    """The days and months; empty for every day, None if too complex."""
    months = (
        ""
        if cron.months == _EVERY_MONTH
        else _join([MONTH_NAMES[month - 1] for month in _bits(cron.months)])
    )
    any_day, any_weekday = cron.days == _EVERY_DAY, cron.weekdays == EVERY_WEEKDAY
    if any_day and any_weekday and cron.needs_both:
        return f"every day in {months}" if months else ""
    dates, weekdays = _render_dates(cron.days, months), _render_weekdays(cron.weekdays, months)
    if any_day and cron.needs_both:
        return weekdays
    if any_weekday and cron.needs_both:
        return dates
    both = dates and weekdays and not cron.needs_both
    return f"{dates} and {weekdays}" if both else None


def _render_dates(days: int, months: str) -> str | None:
    names = [_ordinal(day) for day in _bits(days & _EVERY_DAY)]
    names += ["last day"] if days & LAST_DAY else []
    names += ["last workday"] if days & LAST_WORKDAY else []
    if len(names) > _MOST_DAYS:
        return None
    return f"on the {_join(names)} of {months or 'the month'}"


def _render_weekdays(weekdays: int, months: str) -> str | None:
    within = f" in {months}" if months else ""
    if weekdays <= EVERY_WEEKDAY:
        days = sorted((day - 1) % 7 for day in _bits(weekdays))
        names = [_WEEK[(day + 1) % 7] for day in days]
        is_range = len(days) > 2 and _is_range(days)
        return (f"{names[0]} to {names[-1]}" if is_range else f"every {_join(names)}") + within
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
    """The step of values that divide the clock evenly, from 0 on."""
    step, rest = divmod(size, len(values))
    return step if not rest and values == list(range(0, size, step)) else None


def _is_range(values: list[int]) -> bool:
    return len(values) > 1 and values == list(range(values[0], values[-1] + 1))


def _ordinal(day: int) -> str:
    ending = "th" if 10 < day < 14 else {1: "st", 2: "nd", 3: "rd"}.get(day % 10, "th")
    return f"{day}{ending}"


def _join(words: list[str]) -> str:
    return " and ".join([*([", ".join(words[:-1])] if len(words) > 1 else []), words[-1]])
