"""Which week or weekend a note names as a whole: next week, the week of 4 May, this weekend."""

from __future__ import annotations

from datetime import date, timedelta

from belfry.rota.notes.calendar_words import NEXT, WEEK
from belfry.rota.notes.days import Day, parse_day
from belfry.rota.notes.readings import Kind, Unread
from belfry.rota.notes.resolving import resolve_day, start_of_week
from belfry.rota.notes.spans import Span
from belfry.rota.notes.tokens import Line

_DAYS = timedelta(days=1)
_HOLDING = frozenset({"of"})
_BEGINNING = frozenset({"commencing", "beginning", "starting", "comm", "com"})
_SATURDAY = 5


def parse_week(
    line: Line, place: int, country: str, today: date
) -> tuple[Span | Unread, int] | None:
    """The whole week named from here on, and the place behind it."""
    start = _skip_all(line, place)
    monday = start_of_week(today)
    if line.word(start) in NEXT and line.word(start + 1) in WEEK:
        return _week_from(monday + 7 * _DAYS), start + 2
    if (
        line.word(start) in WEEK
        and line.word(start + 1) == "after"
        and line.word(start + 2) in NEXT
    ):
        return _week_from(monday + 14 * _DAYS), start + 3
    return _parse_weekend(line, start, today) or _parse_week_of(line, start, country, today)


def _skip_all(line: Line, place: int) -> int:
    while line.word(place) in ("all", "the", "whole", "entire", "full"):
        place += 2 if line.word(place + 1) == "of" else 1
    return place


def _parse_weekend(line: Line, place: int, today: date) -> tuple[Span | Unread, int] | None:
    start = place + 1 if line.word(place + 1) == "coming" else place
    if line.word(start + 1) not in ("weekend", "wkend"):
        return None
    saturday = start_of_week(today) + _SATURDAY * _DAYS
    if line.word(place) in NEXT:
        saturday += 7 * _DAYS
    elif line.word(place) not in ("this", "coming"):
        return None
    elif today >= saturday:
        unclear = Unread("it is not clear which weekend is meant", Kind.AMBIGUOUS)
        return unclear, start + 2
    return Span(saturday, saturday + _DAYS), start + 2


def _parse_week_of(
    line: Line, place: int, country: str, today: date
) -> tuple[Span | Unread, int] | None:
    """The week of 4 May holds it; one commencing 4 May begins with it."""
    how, after = _parse_how(line, place)
    if not how:
        return None
    while line.word(after) in ("on", "the", ":"):
        after += 1
    found = parse_day(line, after, country)
    if found is None:
        return None
    return _make_week(how, found[0], today), found[1]


def _parse_how(line: Line, place: int) -> tuple[str, int]:
    if line.says(place, "w", "/", "c"):
        return "from", place + 3
    if line.word(place) == "wc":
        return "from", place + 1
    if line.word(place) not in WEEK:
        return "", place
    how = line.word(place + 1)
    if how in _HOLDING:
        return "of", place + 2
    return ("from", place + 2) if how in _BEGINNING else ("", place)


def _make_week(how: str, named: Day, today: date) -> Span | Unread:
    day = resolve_day(named, today)
    if isinstance(day, Unread):
        return day
    if how == "from" and day.weekday() != 0:
        return Unread("the week it names does not begin on a Monday", Kind.CONTRADICTION)
    return _week_from(start_of_week(day))


def _week_from(monday: date) -> Span:
    return Span(monday, monday + 6 * _DAYS)
