"""How often a control comes round, and on which days.

A rolling repeat counts from the day the control was last done. A fixed one has days of its own: the
calendar is cut into weeks, months, quarters, half-years or years, and each of them, or every n-th,
has its picks. A pick that a short month does not have falls on its last day, in that month alone.
How to read one from words is in `parse_repeat`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from calendar import monthrange
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from functools import lru_cache
from itertools import count, pairwise

from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES

_PLACES = ("first", "second", "third", "fourth")
_ENDINGS = {1: "st", 2: "nd", 3: "rd"}


def render_day(day: date) -> str:
    """10 December 2026."""
    return f"{day.day} {MONTH_NAMES[day.month - 1]} {day.year}"


def render_date(day: int, month: int) -> str:
    """29 February, whatever the year."""
    return f"{day} {MONTH_NAMES[month - 1]}"


def render_ordinal(number: int) -> str:
    """1st, 2nd, 11th, 31st."""
    ending = "th" if 10 < number % 100 < 14 else _ENDINGS.get(number % 10, "th")
    return f"{number}{ending}"


def render_place(nth: int) -> str:
    """First to fourth in words, others in figures; anything below one is the last."""
    if nth < 1:
        return "last"
    return _PLACES[nth - 1] if nth <= len(_PLACES) else render_ordinal(nth)


def render_days(count: int) -> str:
    """1 day, 5 days."""
    return f"{count} day" + ("" if count == 1 else "s")


def render_offset(offset: int) -> str:
    """When a window opens, seen from the due date."""
    if offset == 0:
        return "on the day"
    return f"{render_days(abs(offset))} {'before' if offset < 0 else 'after'}"


def join_words(words: Sequence[str]) -> str:
    """One, two and three."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


LAST = -1


class Unit(StrEnum):
    DAY = "day"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    HALF = "half-year"
    YEAR = "year"


MONTHS = {Unit.MONTH: 1, Unit.QUARTER: 3, Unit.HALF: 6, Unit.YEAR: 12}

_OFTEN = {
    Unit.DAY: "daily",
    Unit.WEEK: "weekly",
    Unit.MONTH: "monthly",
    Unit.QUARTER: "quarterly",
    Unit.HALF: "half-yearly",
    Unit.YEAR: "yearly",
}


@dataclass(frozen=True, slots=True)
class Rolling:
    """So many days, weeks, months or years after it was last done."""

    every: int
    unit: Unit

    def render(self) -> str:
        return _render_rhythm(self.every, self.unit)


@dataclass(frozen=True, slots=True)
class Pick:
    """A day of a block of the calendar: its n-th or last day, or its n-th or last such weekday.

    Where there is a `month`, only that month of the block is looked at.
    """

    nth: int
    weekday: int | None = None
    month: int | None = None

    @property
    def is_numbered(self) -> bool:
        """Whether it is a day known by its number alone, as the 15th is."""
        return self.weekday is None and self.nth > 0

    def render(self, block: Unit) -> str:
        if block is Unit.WEEK and self.weekday is not None:
            return DAY_NAMES[self.weekday]
        if self.weekday is not None:
            text = f"{render_place(self.nth)} {DAY_NAMES[self.weekday]}"
        elif self.nth == LAST:
            text = "last day"
        elif self.month is not None:
            return render_date(self.nth, self.month)
        elif block is Unit.MONTH:
            text = render_ordinal(self.nth)
        else:
            text = f"{render_place(self.nth)} day"
        return f"the {text}" + (f" of {MONTH_NAMES[self.month - 1]}" if self.month else "")


@dataclass(frozen=True, slots=True)
class Fixed:
    """The picks of every n-th block, counted from the block that holds the anchor date."""

    every: int
    block: Unit
    picks: tuple[Pick, ...]

    def render(self) -> str:
        if self.every == 1 and self.block is Unit.WEEK and self.picks in _EVERYDAY:
            return _EVERYDAY[self.picks]
        picks = join_words([pick.render(self.block) for pick in self.picks])
        has_place = any(not pick.is_numbered or self.block in _LONG for pick in self.picks)
        has_month = any(pick.month is not None for pick in self.picks)
        if self.every == 1 and self.block is not Unit.WEEK and has_place and not has_month:
            return f"{picks.removeprefix('the ')} of the {self.block}"
        return f"{_render_rhythm(self.every, self.block)} on {picks}"


Repeat = Rolling | Fixed

DAILY = Fixed(1, Unit.WEEK, tuple(Pick(1, day) for day in range(7)))
_EVERYDAY = {DAILY.picks: "daily", DAILY.picks[:5]: "every weekday"}
_LONG = frozenset({Unit.QUARTER, Unit.HALF, Unit.YEAR})


def _render_rhythm(every: int, unit: Unit) -> str:
    return _OFTEN[unit] if every == 1 else f"every {every} {unit}s"


_DAYS = {Unit.DAY: 1, Unit.WEEK: 7}


def find_first_due(
    repeat: Repeat, *, first_seen_on: date, first_due_on: date | None = None
) -> date:
    """When a control that was never done is due: on `first_due_on`, if it is given."""
    if first_due_on is not None:
        return first_due_on
    if isinstance(repeat, Rolling):
        return _step(repeat, first_seen_on)
    return find_scheduled(repeat, after=first_seen_on - timedelta(days=1))


def find_next_due(repeat: Repeat, *, credited_on: date, done_on: date, anchor_on: date) -> date:
    """The due date that follows the closed cycle, which was due on `credited_on`.

    A rolling repeat counts from the done date, whenever the cycle was due.
    """
    if isinstance(repeat, Rolling):
        return _step(repeat, done_on)
    return find_scheduled(repeat, after=credited_on, anchor_on=anchor_on)


def list_passed(repeat: Repeat, *, due_on: date, until: date, anchor_on: date) -> tuple[date, ...]:
    """The due date of an open cycle, and those of a fixed repeat that passed since."""
    passed = [due_on]
    if isinstance(repeat, Rolling):
        return tuple(passed)
    while (day := find_scheduled(repeat, after=passed[-1], anchor_on=anchor_on)) <= until:
        passed.append(day)
    return tuple(passed)


def find_scheduled(repeat: Fixed, *, after: date, anchor_on: date | None = None) -> date:
    """The first day of a fixed repeat after another day; without an anchor every block counts."""
    for days in _list_blocks(repeat, after, anchor_on, steps=1):
        if (place := bisect_right(days, after)) < len(days):
            return days[place]
    raise AssertionError("the calendar has no end")


def find_scheduled_before(repeat: Fixed, *, before: date, anchor_on: date) -> date:
    """The last day of a fixed repeat before another day."""
    for days in _list_blocks(repeat, before, anchor_on, steps=-1):
        if place := bisect_left(days, before):
            return days[place - 1]
    raise AssertionError("the calendar has no beginning")


def _list_blocks(
    repeat: Fixed, day: date, anchor_on: date | None, *, steps: int
) -> Iterator[tuple[date, ...]]:
    """The days of the block that holds a day, or of the nearest that counts, and so on."""
    every, phase = (1, 0) if anchor_on is None else (repeat.every, _index(repeat.block, anchor_on))
    index = _index(repeat.block, day)
    index += steps * (steps * (phase - index) % every)
    for number in count(index, steps * every):
        yield _list_days(repeat.block, number, repeat.picks)


_LOOKED_AHEAD = 24


def find_shortest_cycle(repeat: Repeat, from_on: date) -> int:
    """The fewest days from one due date to the next."""
    if isinstance(repeat, Rolling):
        starts = (date(2026, month, 1) for month in range(1, 13))
        return min((_step(repeat, start) - start).days for start in starts)
    days_on = [find_scheduled(repeat, after=from_on, anchor_on=from_on)]
    while len(days_on) <= _LOOKED_AHEAD:
        days_on.append(find_scheduled(repeat, after=days_on[-1], anchor_on=from_on))
    return min((later - earlier).days for earlier, later in pairwise(days_on))


def _index(block: Unit, day: date) -> int:
    """The number of the block a day is in, counted from the year 1, whose first day is a Monday."""
    if block is Unit.WEEK:
        return (day.toordinal() - 1) // 7
    return (day.year * 12 + day.month - 1) // MONTHS[block]


@lru_cache(maxsize=4096)
def _list_days(block: Unit, index: int, picks: tuple[Pick, ...]) -> tuple[date, ...]:
    """The days of one block, in order; two picks on one day are one."""
    if block is Unit.WEEK:
        first = date.fromordinal(index * 7 + 1)
        return tuple(sorted({_find_day(pick, first, first + timedelta(days=6)) for pick in picks}))
    span = MONTHS[block]
    return tuple(sorted({_find_in_months(pick, index * span, span) for pick in picks}))


def _find_in_months(pick: Pick, month: int, span: int) -> date:
    """The picked day of a block that begins in a month, counted from the year 0."""
    if pick.month is not None:
        month, span = month + pick.month - 1, 1
    year, place = divmod(month + span - 1, 12)
    last = date(year, place + 1, monthrange(year, place + 1)[1])
    return _find_day(pick, date(month // 12, month % 12 + 1, 1), last)


def _find_day(pick: Pick, first: date, last: date) -> date:
    if pick.weekday is None:
        return min(first + timedelta(days=pick.nth - 1), last) if pick.nth > 0 else last
    if pick.nth > 0:
        ahead = (pick.weekday - first.weekday()) % 7 + 7 * (pick.nth - 1)
        return first + timedelta(days=ahead)
    return last - timedelta(days=(last.weekday() - pick.weekday) % 7)


def _step(repeat: Rolling, day: date) -> date:
    if repeat.unit in _DAYS:
        return day + timedelta(days=_DAYS[repeat.unit] * repeat.every)
    month = day.year * 12 + day.month - 1 + MONTHS[repeat.unit] * repeat.every
    year, place = divmod(month, 12)
    return date(year, place + 1, min(day.day, monthrange(year, place + 1)[1]))
