"""When a shop is open, weekday by weekday."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from belfry.kernel.errors import InputError
from belfry.kernel.hours.clock_times import (
    CLOCK_WORDS,
    DAY_MINUTES,
    EXPECTED_MARKS,
    ClockTime,
    Reader,
    Style,
    is_clock_time,
    read_clock_times,
)
from belfry.kernel.hours.weekdays import DAY_NAMES, EXPECTED_DAY, SHORT_NAMES, is_day, read_days

if TYPE_CHECKING:
    from belfry.kernel.hours.clock_times import Token
    from belfry.kernel.hours.weekdays import Choice


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


_CLOSED = frozenset({"closed", "shut"})
_PASSED_OVER = frozenset({":", "from", "open", "opens", "on"})
_BETWEEN_SPANS = frozenset({",", "and", "&", "/", "+", "from"})
_BETWEEN_CLAUSES = frozenset({",", ";", "and", "&", "."})

_SpansByDay = dict[int, tuple[int, Spans]]


def parse_opening_hours(text: str) -> OpeningHours:
    """The hours that a line of the settings means; raises ReadingError."""
    reader = Reader(text, CLOCK_WORDS)
    spans_by_day: _SpansByDay = {}
    while not reader.is_at_end:
        _read_clause(reader, spans_by_day)
        reader.skip(_BETWEEN_CLAUSES)
    if not any(spans for _, spans in spans_by_day.values()):
        raise reader.refuse("the hours of at least one day, such as Mon-Fri 9am-6pm")
    return OpeningHours(tuple(spans_by_day.get(day, (0, ()))[1] for day in range(7)))


def _read_clause(reader: Reader, spans_by_day: _SpansByDay) -> None:
    """Days with their hours, or days that are closed, said in either order."""
    reader.skip(_PASSED_OVER)
    is_closed = reader.skip(_CLOSED)
    reader.skip(_PASSED_OVER)
    token = reader.token
    if not is_day(reader):
        raise reader.refuse(EXPECTED_DAY)
    choices = read_days(reader)
    reader.skip(_PASSED_OVER)
    spans: Spans = ()
    if not is_closed and not reader.skip(_CLOSED):
        spans = _read_spans(reader)
    for choice in choices:
        _set_spans(spans_by_day, choice, spans, reader, token)


def _set_spans(
    spans_by_day: _SpansByDay, choice: Choice, spans: Spans, reader: Reader, token: Token
) -> None:
    for day in choice.days:
        rank, _ = spans_by_day.get(day, (-1, ()))
        if rank == choice.rank:
            raise reader.refuse(f"{DAY_NAMES[day]} to be named once", token)
        if rank < choice.rank:
            spans_by_day[day] = (choice.rank, spans)


def _read_spans(reader: Reader) -> Spans:
    spans = [_read_span(reader, 0)]
    while True:
        before = reader.position
        reader.skip(_BETWEEN_SPANS)
        if reader.position == before or not is_clock_time(reader.token):
            reader.position = before
            return tuple(spans)
        spans.append(_read_span(reader, spans[-1].closes))


def _read_span(reader: Reader, ends: int) -> Span:
    """The next span of a day; `ends` is when the one before it does."""
    first, second = read_clock_times(reader)
    opens, closes = first.minute % DAY_MINUTES, second.minute or DAY_MINUTES
    if _is_unclear(first, second):
        raise reader.refuse(EXPECTED_MARKS, first.token)
    if closes <= opens:
        raise reader.refuse(
            "a closing time later on the same day, such as 6pm or 18:00", second.token
        )
    if opens < ends:
        raise reader.refuse("an opening time after the hours before it", first.token)
    return Span(opens, closes)


def _is_unclear(first: ClockTime, second: ClockTime) -> bool:
    """Whether a bare time beside one with am or pm could be in either half of the day."""
    match first.style, second.style:
        case Style.BARE, Style.MARKED:
            closes = second.minute or DAY_MINUTES
            return first.minute < closes and first.other_minute < closes
        case Style.MARKED, Style.BARE:
            return first.minute < second.minute and first.minute < second.other_minute
        case _:
            return False
