"""Resolve named days to dates, as seen from the day the note was written.

A weekday is the first after today; "next" puts it into the next week from Monday to Sunday. A date
without a year is the next such date.
"""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from belfry.kernel.hours.weekdays import DAY_NAMES
from belfry.rota.notes.days import Chain, Day
from belfry.rota.notes.readings import Kind, Unread

DAY = timedelta(days=1)
WEEK = timedelta(days=7)
_A_YEAR = timedelta(days=366)
_MONTHS_TO_LOOK = 12


def resolve_day(day: Day, today: date, *, after: date | None = None) -> date | Unread:
    """`after` is the day named before it in the same breath, which it does not precede."""
    if day.is_ambiguous:
        return Unread("day and month could be meant either way around", Kind.AMBIGUOUS)
    resolved = _resolve(day, today, after)
    if isinstance(resolved, Unread):
        return resolved
    is_twice = day.offset is not None and day.day is not None
    if is_twice and _find_date(day, today, today) != resolved:
        return Unread("the date it gives is of another day than it says", Kind.CONTRADICTION)
    return _check_weekday(day, resolved, today)


def start_of_week(day: date) -> date:
    return day - timedelta(days=day.weekday())


def _resolve(day: Day, today: date, after: date | None) -> date | Unread:
    if day.offset is not None:
        return today + timedelta(days=day.offset)
    since = max(after, today) if after else today
    if day.day is not None:
        return _find_date(day, today, since)
    assert day.weekday is not None
    return _find_weekday(day.weekday, day.which, today, after or today)


def _find_weekday(weekday: int, which: str, today: date, since: date) -> date:
    monday = start_of_week(today)
    if which in ("next", "next week"):
        return monday + WEEK + timedelta(days=weekday)
    if which == "this week":
        return monday + timedelta(days=weekday)
    return since + timedelta(days=(weekday - since.weekday() - 1) % 7 + 1)


def _find_date(day: Day, today: date, since: date) -> date | Unread:
    assert day.day is not None
    if day.months_on is not None:
        months = today.month - 1 + day.months_on
        return _make(today.year + months // 12, months % 12 + 1, day.day) or _no_such_day()
    if day.month is None:
        return _find_in_months(day.day, since)
    year = today.year + day.years_on if day.years_on is not None else day.year
    if year is not None:
        return _make(year, day.month, day.day) or _no_such_day()
    # A 29 February years ahead is more likely a slip.
    for later in (since.year, since.year + 1):
        made = _make(later, day.month, day.day)
        if made and since <= made <= since + _A_YEAR:
            return made
    return _no_such_day()


def _find_in_months(number: int, since: date) -> date | Unread:
    for step in range(_MONTHS_TO_LOOK):
        months = since.month - 1 + step
        made = _make(since.year + months // 12, months % 12 + 1, number)
        if made and made >= since:
            return made
    return _no_such_day()


def _make(year: int, month: int, day: int) -> date | None:
    if not 1 <= month <= 12 or not 2000 <= year <= 2999:
        return None
    return date(year, month, day) if 1 <= day <= calendar.monthrange(year, month)[1] else None


def _check_weekday(day: Day, on: date, today: date) -> date | Unread:
    if day.weekday is None:
        return on
    if on.weekday() != day.weekday:
        return Unread(f"{on.isoformat()} is no {DAY_NAMES[day.weekday]}", Kind.CONTRADICTION)
    # "Next Friday the 20th" says the same twice, and must say the same.
    is_today = day.which == "this" and on == today
    if day.which and not is_today and on != _find_weekday(day.weekday, day.which, today, today):
        return Unread(f"{on.isoformat()} is in another week than it says", Kind.CONTRADICTION)
    return on


def _no_such_day() -> Unread:
    return Unread("there is no such day in the calendar", Kind.IMPOSSIBLE)


SEVERAL = "it is about several separate stretches of days"


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """Both days count."""

    first_on: date
    last_on: date

    def holds(self, other: Span) -> bool:
        return self.first_on <= other.first_on and other.last_on <= self.last_on

    @property
    def days(self) -> int:
        return (self.last_on - self.first_on).days + 1


def resolve_chain(chain: Chain, today: date) -> Span | Unread:
    spans: list[Span] = []
    led_by: Day | None = None
    ranges = [[chain.days[0]]]
    for join, day in zip(chain.joins, chain.days[1:], strict=True):
        if join == "to":
            ranges[-1].append(day)
        else:
            ranges.append([day])
    for days in ranges:
        before = (led_by, spans[-1].last_on) if led_by else None
        span = _resolve_range(days, today, before)
        # In "next Thursday, Friday and Saturday" the first leads both of the others.
        if led_by is None or _is_plain_weekday(led_by) or not _is_plain_weekday(days[-1]):
            led_by = days[-1]
        if isinstance(span, Unread):
            return span
        spans.append(span)
    return join_spans(spans)


def join_spans(spans: Sequence[Span]) -> Span | Unread:
    """One stretch without a gap, or several."""
    whole, *others = sorted(spans)
    for span in others:
        if span.first_on > whole.last_on + DAY:
            return Unread(SEVERAL, Kind.SEVERAL)
        whole = Span(whole.first_on, max(whole.last_on, span.last_on))
    return whole


def _resolve_range(days: list[Day], today: date, before: tuple[Day, date] | None) -> Span | Unread:
    if len(days) > 2:
        return Unread("it is not clear which days are meant", Kind.AMBIGUOUS)
    first = _resolve_first(days, today, before)
    if isinstance(first, Unread):
        return first
    if len(days) == 1:
        return Span(first, first)
    return _resolve_last(days, first, today)


def _resolve_first(days: list[Day], today: date, before: tuple[Day, date] | None) -> date | Unread:
    day = days[0]
    if len(days) == 2 and _has_year(days[1]) and day.month and not _has_year(day):
        return _find_last_before(day, days[1], today)
    alone = resolve_day(day, today)
    if before is None or isinstance(alone, Unread):
        return alone
    led_by, eve = before
    follows = resolve_day(day, today, after=eve)
    # "Wednesday and Thursday", written on a Wednesday, may mean this week or the next, but
    # "next Wednesday and Thursday" leaves no doubt.
    is_led = _is_plain_weekday(day) and not _is_plain_weekday(led_by) and follows == eve + DAY
    if follows != alone and not is_led:
        return _find_doubt(eve, alone, follows)
    return follows


def _find_doubt(eve: date, alone: date, follows: date | Unread) -> Unread:
    """Apart however they are meant, or adjoining in one of two ways."""
    adjoins = follows == eve + DAY or abs(alone - eve) <= DAY
    if isinstance(follows, Unread) or adjoins:
        return Unread("it is not clear in which order the days come", Kind.AMBIGUOUS)
    return Unread(SEVERAL, Kind.SEVERAL)


def _resolve_last(days: list[Day], first: date, today: date) -> Span | Unread:
    begin, end = days
    if end.which == "next" and _is_plain_weekday(begin):
        return Unread("it is not clear which week the last day is in", Kind.AMBIGUOUS)
    last = resolve_day(end, today, after=first)
    if isinstance(last, Unread):
        return last
    if last < first:
        return Unread("it ends before it begins", Kind.CONTRADICTION)
    # "Friday - 20 November" may be one day and its date.
    if _is_plain_weekday(begin) and end.weekday is None and first.weekday() == last.weekday():
        return Unread("it may be about one day, or a week and a day", Kind.AMBIGUOUS)
    if end.day is not None and not _has_year(end) and not _has_year(begin):
        alone = resolve_day(end, today)
        if isinstance(alone, date) and alone < first:
            return Unread("it may be about days that have begun, or a year on", Kind.AMBIGUOUS)
    if end.day is None and begin.day is None and (last - first).days >= 7 and not end.which:
        return Unread("it is not clear which week the last day is in", Kind.AMBIGUOUS)
    return Span(first, last)


def _find_last_before(day: Day, end: Day, today: date) -> date | Unread:
    """28 Dec - 3 Jan 2027: the last such date before the end, whose year is known."""
    last = resolve_day(end, today)
    if isinstance(last, Unread):
        return last
    floor = last - timedelta(days=364)
    return resolve_day(day, floor) if not day.which else resolve_day(day, today)


def _is_plain_weekday(day: Day) -> bool:
    return day.weekday is not None and day.day is None and day.offset is None and not day.which


def _has_year(day: Day) -> bool:
    parts = (day.year, day.years_on, day.months_on, day.offset)
    return any(part is not None for part in parts)
