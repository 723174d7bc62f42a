"""Which stretch of days was named, once every day in it is a date."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from belfry.rota.notes.chains import Chain
from belfry.rota.notes.days import Day
from belfry.rota.notes.readings import Kind, Unread
from belfry.rota.notes.resolving import DAY, resolve_day

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
    for days in _split(chain):
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


def _split(chain: Chain) -> list[list[Day]]:
    parts = [[chain.days[0]]]
    for join, day in zip(chain.joins, chain.days[1:], strict=True):
        if join == "to":
            parts[-1].append(day)
        else:
            parts.append([day])
    return parts


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
    # Whoever names "Wednesday and Thursday" on a Wednesday may mean this week or the next, but
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
    said = (day.year, day.years_on, day.months_on, day.offset)
    return any(part is not None for part in said)
