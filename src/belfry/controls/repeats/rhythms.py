"""How often a control comes round, and on which days.

A rolling repeat counts from the day the control was last done. A fixed one has days of its own: the
calendar is cut into weeks, months, quarters, half-years or years, and each of them, or every n-th,
has its picks. A pick that a short month does not have falls on its last day, in that month alone.
How to read one from words is in `repeats`, which dates come out of it in `due_dates`.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

from belfry.controls.repeats.day_words import (
    join_words,
    render_date,
    render_ordinal,
    render_place,
)
from belfry.kernel.hours.weekdays import DAY_NAMES, MONTH_NAMES

LAST = -1


class Unit(StrEnum):
    """What repeats are counted in."""

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
            said = f"{render_place(self.nth)} {DAY_NAMES[self.weekday]}"
        elif self.nth == LAST:
            said = "last day"
        elif self.month is not None:
            return render_date(self.nth, self.month)
        elif block is Unit.MONTH:
            said = render_ordinal(self.nth)
        else:
            said = f"{render_place(self.nth)} day"
        return f"the {said}" + (f" of {MONTH_NAMES[self.month - 1]}" if self.month else "")


@dataclass(frozen=True, slots=True)
class Fixed:
    """The picks of every n-th block; which blocks those are is known from one date, the anchor."""

    every: int
    block: Unit
    picks: tuple[Pick, ...]

    def render(self) -> str:
        if (self.every, self.block, self.picks) == (1, Unit.WEEK, _WORKING_WEEK):
            return "every weekday"
        picks = join_words([pick.render(self.block) for pick in self.picks])
        has_place = any(not pick.is_numbered or self.block in _LONG for pick in self.picks)
        has_month = any(pick.month is not None for pick in self.picks)
        if self.every == 1 and self.block is not Unit.WEEK and has_place and not has_month:
            return f"{picks.removeprefix('the ')} of the {self.block}"
        return f"{_render_rhythm(self.every, self.block)} on {picks}"


Repeat = Rolling | Fixed

_WORKING_WEEK = tuple(Pick(1, day) for day in range(5))
_LONG = frozenset({Unit.QUARTER, Unit.HALF, Unit.YEAR})


def _render_rhythm(every: int, unit: Unit) -> str:
    return _OFTEN[unit] if every == 1 else f"every {every} {unit}s"
