"""Parse how days are named in a note: Friday, the 24th, 4 December, 1-5 Feb, Mon to Wed."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace

from belfry.kernel.sheets.cells import MONTH_FIRST
from belfry.rota.notes.tokens import (
    FEASTS,
    MONTHS,
    NEXT,
    ORDINALS,
    TENS,
    TOMORROW,
    WEEK,
    WEEKDAYS,
    Line,
)

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


Named = tuple[Day, int]


def parse_day(line: Line, place: int, country: str, *, may_be_bare: bool = False) -> Named | None:
    """The day named from here on, and the place behind it."""
    for parse in (_parse_offset, _parse_week_and_weekday, _parse_weekday):
        if named := parse(line, place, country):
            return named
    dated = parse_date(line, place, country, may_be_bare=may_be_bare)
    return _with_weekday_behind(line, *dated) if dated else None


def _parse_offset(line: Line, place: int, country: str) -> Named | None:
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


def _with_apposition(line: Line, named: Day, place: int, country: str) -> Named | None:
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


def _parse_week_and_weekday(line: Line, place: int, _country: str) -> Named | None:
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


def _parse_weekday(line: Line, place: int, country: str) -> Named | None:
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


def _with_date_behind(line: Line, named: Day, place: int, country: str) -> Named | None:
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


def _with_weekday_behind(line: Line, day: Day, place: int) -> Named:
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


def parse_date(line: Line, place: int, country: str, *, may_be_bare: bool = False) -> Named | None:
    start = place + 1 if line.word(place) == "the" else place
    if line.kind(start) in ("iso", "date", "short"):
        return _parse_figures(line, start, country)
    named = _parse_feast(line, start) or _parse_month_first(line, start)
    return named or _parse_day_first(line, start, may_be_bare=may_be_bare)


def _parse_figures(line: Line, place: int, country: str) -> Named | None:
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


def _parse_feast(line: Line, place: int) -> Named | None:
    for count in (3, 2, 1):
        words = " ".join(line.word(place + step) for step in range(count))
        if words in FEASTS:
            day, month = FEASTS[words]
            return _with_year(line, Day(day=day, month=month), place + count)
    return None


def _parse_month_first(line: Line, place: int) -> Named | None:
    month = MONTHS.get(line.word(place))
    after = place + 2 if line.word(place + 1) == "the" else place + 1
    if month is None or (numbered := _parse_number(line, after)) is None:
        return None
    number, end = numbered
    if line.kind(after) == "n" and _UNITS.fullmatch(line.word(end)):
        return None
    return _with_year(line, Day(day=number, month=month, leads_with_month=True), end)


def _parse_day_first(line: Line, place: int, *, may_be_bare: bool) -> Named | None:
    numbered = _parse_number(line, place)
    if numbered is None:
        return None
    number, end = numbered
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


def _with_year(line: Line, day: Day, place: int) -> Named:
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


_TO = frozenset({"-", "to", "until", "till", "til", "thru", "through", "thro"})
_AND = frozenset({"and", "&", "+", ",", "plus", "n"})
_BEFORE_DAY = frozenset({"on", "the", "also", "then", "including"})
MOST_ITEMS = 10


@dataclass(frozen=True, slots=True)
class Chain:
    """`joins` stand between the days: "to" or "and"."""

    days: tuple[Day, ...]
    joins: tuple[str, ...] = ()


def parse_chain(line: Line, place: int, country: str) -> tuple[Chain, int] | None:
    """All the days named from here on, and the place behind the last."""
    first = parse_day(line, place, country, may_be_bare=True)
    if first is None:
        return None
    days, joins, ends = [first[0]], [""], [first[1]]
    while len(days) < MOST_ITEMS:
        joined = _parse_join(line, ends[-1])
        more = parse_day(line, joined[1], country, may_be_bare=True) if joined else None
        if joined is None or more is None:
            break
        days.append(more[0])
        joins.append(joined[0])
        ends.append(more[1])
    return _settle(line, place, days, joins, ends)


def _parse_join(line: Line, place: int) -> tuple[str, int] | None:
    join, after = "", place
    if line.word(after) in ("up", "right") and line.word(after + 1) in _TO:
        after += 1
    elif line.says(after, "as", "well", "as"):
        return "and", after + 3
    if line.word(after) in _TO:
        join, after = "to", after + 1
        if line.word(after) == "to":
            after += 1
        if line.says(after, "and", "including"):
            after += 2
    elif line.word(after) in _AND:
        join = "and"
        while line.word(after) in _AND:
            after += 1
    if not join:
        return None
    while line.word(after) in _BEFORE_DAY and line.word(after + 1) != "day":
        after += 1
    return join, after


def _settle(
    line: Line, place: int, days: list[Day], joins: list[str], ends: list[int]
) -> tuple[Chain, int] | None:
    """Without numbers at the end that turn out to be no days."""
    for count in range(len(days), 0, -1):
        shared = _share(days[:count])
        if not any(day.is_bare for day in shared):
            is_between = line.word(place - 1) == "between" and joins[1:count] == ["and"]
            settled = ("to",) if is_between else tuple(joins[1:count])
            return Chain(tuple(shared), settled), ends[count - 1]
    return None


def _share(days: Sequence[Day]) -> list[Day]:
    """Each day with the month, year or week that a neighbour names for both."""
    shared = list(days)
    for place in range(len(shared) - 2, -1, -1):
        shared[place] = _share_back(shared[place], shared[place + 1])
    for place in range(1, len(shared)):
        if shared[place - 1].leads_with_month:
            shared[place - 1 : place + 1] = _share_on(*shared[place - 1 : place + 1])
    return shared


def _share_on(before: Day, day: Day) -> tuple[Day, Day]:
    """Dec 24 and 25, 2027: the month goes on, and the year goes back."""
    if day.day is None or day.month is not None:
        return before, day
    if day.year is None:
        day = replace(day, year=before.year, years_on=before.years_on)
    elif before.year is None:
        before = replace(before, year=day.year)
    return before, replace(day, month=before.month, is_bare=False, leads_with_month=True)


def _share_back(day: Day, behind: Day) -> Day:
    if day.day is None:
        is_plain = day.weekday is not None and not day.which and day.offset is None
        in_week = behind.which in ("this week", "next week") and behind.day is None
        return replace(day, which=behind.which) if is_plain and in_week else day
    if day.month is not None or day.months_on is not None:
        return day
    if behind.months_on is not None:
        return replace(day, months_on=behind.months_on, is_bare=False)
    if behind.month is not None and not behind.leads_with_month:
        month = replace(day, month=behind.month, year=behind.year, years_on=behind.years_on)
        return replace(month, is_bare=False)
    return day
