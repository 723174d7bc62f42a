"""How one day is named in a note: Friday, next Friday, the 24th, 4 December, 2026-12-24."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from belfry.kernel.sheets.cells import MONTH_FIRST
from belfry.rota.notes.calendar_words import (
    FEASTS,
    MONTHS,
    NEXT,
    ORDINALS,
    TENS,
    TOMORROW,
    WEEK,
    WEEKDAYS,
)
from belfry.rota.notes.tokens import Line

_UNITS = re.compile(
    r"days?|weeks?|wks?|hours?|hrs?|minutes?|mins?|months?|years?|yrs?|am|pm|o'clock|people|kids|"
    r"nights?|shifts?|of|times?|h|x"
)
# Next week I would like to have Friday off.
_BEFORE_WEEKDAY = frozenset(
    ("on", ",", "(", ":", "from", "-", "i", "need", "would", "like", "to", "have", "take", "can")
    + ("could", "please", "want", "i'd", "just", "only", "get", "the", "may")
)
_COMING = frozenset(("this", "coming", "upcoming"))
# Friday, 20 November, off: the second comma ends what the first began.
_BEHIND_COMMA = frozenset(("off", "to", "until", "till", "through", "thru"))


@dataclass(frozen=True, slots=True)
class Day:
    """What was said of one day, and nothing that was not.

    `offset` counts from today, `months_on` from this month. `which` is "next", "this week" or "next
    week" before or behind a weekday, and "this" before one with its date. `is_bare` is a number
    that means a day only beside one with a month.
    """

    weekday: int | None = None
    day: int | None = None
    month: int | None = None
    year: int | None = None
    years_on: int | None = None
    months_on: int | None = None
    offset: int | None = None
    which: str = ""
    is_bare: bool = False
    leads_with_month: bool = False
    is_ambiguous: bool = False


Found = tuple[Day, int]


def parse_day(line: Line, place: int, country: str, *, may_be_bare: bool = False) -> Found | None:
    """The day named from here on, and the place behind it."""
    for parse in (_parse_offset, _parse_week_and_weekday, _parse_weekday):
        if found := parse(line, place, country):
            return found
    if found := parse_date(line, place, country, may_be_bare=may_be_bare):
        return _with_weekday_behind(line, *found)
    return None


def _parse_offset(line: Line, place: int, country: str) -> Found | None:
    start = place + 1 if line.word(place) == "the" else place
    if line.says(start, "day", "after") and line.word(start + 2) in TOMORROW:
        named, end = Day(offset=2), start + 3
    elif line.word(place) in TOMORROW:
        named, end = Day(offset=1), place + 1
    elif line.word(place) == "today":
        named, end = Day(offset=0), place + 1
    else:
        return None
    return _with_apposition(line, named, end, country) or _with_weekday_behind(line, named, end)


def _with_apposition(line: Line, named: Day, place: int, country: str) -> Found | None:
    """Tomorrow (Thursday 12 November), or between two commas; with one it may be a list."""
    is_marked = line.word(place) in (",", "(")
    after = place + 1 if is_marked else place
    weekday = WEEKDAYS.get(line.word(after))
    dated = parse_date(line, after if weekday is None else after + 1, country)
    if dated is None:
        return None
    day, end = dated
    closed = _close(line, place, end)
    if is_marked and closed == end:
        return None
    return replace(day, weekday=weekday, offset=named.offset), closed


def _close(line: Line, opened: int, end: int) -> int:
    """The place behind the bracket or the second comma, if there is one that belongs to it."""
    if line.word(opened) == "(" and line.word(end) == ")":
        return end + 1
    is_closed = line.word(opened) == line.word(end) == "," and line.word(end + 1) in _BEHIND_COMMA
    return end + 1 if is_closed else end


def _parse_week_and_weekday(line: Line, place: int, _country: str) -> Found | None:
    """Next week on Friday."""
    which = _find_week(line, place)
    if not which:
        return None
    after = place + 2
    while line.word(after) in _BEFORE_WEEKDAY:
        after += 1
    if (weekday := WEEKDAYS.get(line.word(after))) is None:
        return None
    return Day(weekday=weekday, which=which), after + 1


def _parse_weekday(line: Line, place: int, country: str) -> Found | None:
    which, start = "", place
    if line.word(start) in ("this", "the") and line.word(start + 1) in ("coming", "upcoming"):
        start += 2
    elif line.word(start) in ("this", "coming", "upcoming", "the"):
        start += 1
    elif line.word(start) in NEXT:
        which, start = "next", start + 1
    if (weekday := WEEKDAYS.get(line.word(start))) is None:
        return None
    named = Day(weekday=weekday, which=which)
    return _with_date_behind(line, named, start + 1, country) or (named, start + 1)


def _with_date_behind(line: Line, named: Day, place: int, country: str) -> Found | None:
    """Friday 4 December, Friday the 4th, Friday of next week."""
    after = place + 1 if line.word(place) in ("of", "in") else place
    if week := _find_week(line, after):
        return replace(named, which=week), after + 2
    opened = line.word(place) in (",", "(")
    after = place + 1 if opened else place
    dated = parse_date(line, after, country, may_be_bare=not opened)
    if dated is None:
        return None
    day, end = dated
    which = named.which or ("this" if line.word(place - 2) in _COMING else "")
    return replace(day, weekday=named.weekday, which=which), _close(line, place, end)


def _with_weekday_behind(line: Line, day: Day, place: int) -> Found:
    """4 December (Friday); a comma and more weekdays behind it would be a list."""
    mark = line.word(place)
    start = place + 1 if mark in (",", "(") else place
    if line.word(start) == "a":
        start += 1
    weekday = WEEKDAYS.get(line.word(start))
    end = _close(line, place, start + 1)
    is_list = mark == "," and line.word(end) in ("and", ",", "&", "+", "to", "-")
    if weekday is None or is_list or day.is_bare:
        return day, place
    return replace(day, weekday=weekday), end


def parse_date(line: Line, place: int, country: str, *, may_be_bare: bool = False) -> Found | None:
    start = place + 1 if line.word(place) == "the" else place
    if line.kind(start) in ("iso", "date", "short"):
        return _parse_figures(line, start, country)
    if found := _parse_feast(line, start):
        return found
    if found := _parse_month_first(line, start):
        return found
    return _parse_day_first(line, start, may_be_bare=may_be_bare)


def _parse_figures(line: Line, place: int, country: str) -> Found | None:
    kind, word = line.kind(place), line.word(place)
    parts = [int(part) for part in re.split(r"[-/.]", word)]
    if kind == "iso":
        return Day(day=parts[2], month=parts[1], year=parts[0]), place + 1
    if word == "24/7":
        return None
    first, second = parts[0], parts[1]
    year = None if kind == "short" else parts[2] if parts[2] > 99 else 2000 + parts[2]
    by_dots = "." in word
    is_open = not country and not by_dots and first != second and max(first, second) <= 12
    month_first = country in MONTH_FIRST and not by_dots
    day, month = (second, first) if month_first else (first, second)
    if month > 12 >= day:
        day, month = month, day
    return Day(day=day, month=month, year=year, is_ambiguous=is_open), place + 1


def _parse_feast(line: Line, place: int) -> Found | None:
    for count in (3, 2, 1):
        words = " ".join(line.word(place + step) for step in range(count))
        if words in FEASTS:
            day, month = FEASTS[words]
            return _with_year(line, Day(day=day, month=month), place + count)
    return None


def _parse_month_first(line: Line, place: int) -> Found | None:
    month = MONTHS.get(line.word(place))
    after = place + 2 if line.word(place + 1) == "the" else place + 1
    if month is None or (found := _parse_number(line, after)) is None:
        return None
    number, end = found
    if line.kind(after) == "n" and _UNITS.fullmatch(line.word(end)):
        return None
    return _with_year(line, Day(day=number, month=month, leads_with_month=True), end)


def _parse_day_first(line: Line, place: int, *, may_be_bare: bool) -> Found | None:
    found = _parse_number(line, place)
    if found is None:
        return None
    number, end = found
    after = end + 1 if line.word(end) in ("of", "-", "/") else end
    if month := MONTHS.get(line.word(after)):
        return _with_year(line, Day(day=number, month=month), after + 1)
    is_dated = line.word(end) == "of" or line.kind(place) == "ord"
    if is_dated and (months_on := _find_month(line, after)) is not None:
        return Day(day=number, months_on=months_on), after + 2
    if line.kind(place) == "ord":
        return _with_year(line, Day(day=number), end)
    if line.kind(place) == "n" and may_be_bare and not _UNITS.fullmatch(line.word(end)):
        return _with_year(line, Day(day=number, is_bare=True), end)
    return None


def _parse_number(line: Line, place: int) -> tuple[int, int] | None:
    word = line.word(place)
    if line.kind(place) in ("n", "ord") and len(word) <= 4:
        number = int(re.sub(r"\D", "", word))
        return (number, place + 1) if number < 100 else None
    if word in TENS:
        after = place + 2 if line.word(place + 1) == "-" else place + 1
        ones = ORDINALS.get(line.word(after), 10)
        return (TENS[word] + ones, after + 1) if ones < 10 else None
    return (ORDINALS[word], place + 1) if word in ORDINALS else None


def _with_year(line: Line, day: Day, place: int) -> Found:
    after = place + 1 if line.word(place) == "," else place
    if line.kind(after) == "n" and re.fullmatch(r"20\d\d", line.word(after)):
        return replace(day, year=int(line.word(after))), after + 1
    if line.word(place) == "'" and re.fullmatch(r"\d\d", line.word(place + 1)):
        return replace(day, year=2000 + int(line.word(place + 1))), place + 2
    after = place + 1 if line.word(place) == "of" else place
    if line.word(after) in ("this", *NEXT) and line.word(after + 1) == "year":
        return replace(day, years_on=int(line.word(after) != "this")), after + 2
    return day, place


def _find_week(line: Line, place: int) -> str:
    if line.word(place + 1) not in WEEK:
        return ""
    if line.word(place) in NEXT:
        return "next week"
    return "this week" if line.word(place) == "this" else ""


def _find_month(line: Line, place: int) -> int | None:
    """The 24th of this month, of next month."""
    if line.word(place + 1) != "month" or line.word(place) not in ("this", *NEXT):
        return None
    return int(line.word(place) != "this")
