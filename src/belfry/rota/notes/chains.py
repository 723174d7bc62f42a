"""Which days are named in one breath: 1-5 Feb, Mon to Wed, Thursday and Friday, 24, 25 and 26."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from belfry.rota.notes.days import Day, parse_day
from belfry.rota.notes.tokens import Line

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
    found = parse_day(line, place, country, may_be_bare=True)
    if found is None:
        return None
    days, joins, ends = [found[0]], [""], [found[1]]
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
