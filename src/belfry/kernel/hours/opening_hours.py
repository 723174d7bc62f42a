"""When a shop is open, weekday by weekday."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import DAY_MINUTES
from belfry.kernel.hours.weekdays import SHORT_NAMES


class Span(NamedTuple):
    """From the minute of the day the door opens up to the one it closes; 1440 is midnight."""

    opens: int
    closes: int


Spans = tuple[Span, ...]


@dataclass(frozen=True)
class OpeningHours:
    """The spans of each weekday from Monday on, in order; none on a day that stays closed."""

    week: tuple[Spans, ...]

    def __post_init__(self) -> None:
        if len(self.week) != 7:
            raise InputError("expected opening hours for seven weekdays")
        for name, spans in zip(SHORT_NAMES, self.week, strict=True):
            if fault := find_fault(spans):
                raise InputError(f"{name}: {fault}")

    @cached_property
    def days_a_week(self) -> int:
        """How many opening days a week has: what "a week" of work means here."""
        return sum(1 for spans in self.week if spans)


def find_fault(spans: Spans) -> str | None:
    """Why these cannot be the hours of one day."""
    ends = 0
    for opens, closes in spans:
        if not 0 <= opens < closes <= DAY_MINUTES:
            return f"{render_span(opens, closes)} does not close after it opens"
        if opens < ends:
            return f"{render_span(opens, closes)} begins before the hours before it end"
        ends = closes
    return None


def render_opening_hours(opening: OpeningHours) -> str:
    """The hours as they would be written into the settings; equal neighbours are one range."""
    clauses, first = [], 0
    for day in range(7):
        spans = opening.week[day]
        if day < 6 and opening.week[day + 1] == spans:
            continue
        if spans:
            days = SHORT_NAMES[first] + (f"-{SHORT_NAMES[day]}" if day > first else "")
            clauses.append(f"{days} {', '.join(render_span(*span) for span in spans)}")
        first = day + 1
    return "; ".join(clauses) or "closed"


def render_span(opens: int, closes: int) -> str:
    return f"{opens // 60:02}:{opens % 60:02}-{closes // 60:02}:{closes % 60:02}"
