"""Whether a text is a schedule that EventBridge takes, and if not, where it is wrong.

What its guide describes is taken, and nothing else: a range that runs backwards, `L-3`, or `L` in a
list may work or not, and one would learn it late. Whether a schedule ever fires is not asked here.
https://docs.aws.amazon.com/scheduler/latest/UserGuide/schedule-types.html
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timedelta

from belfry.kernel.cron.expressions import FIRST_YEAR
from belfry.kernel.errors import InputError

LAST_YEAR = 2199
WEEK = ("SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT")

_MONTHS = ("JAN", "FEB", "MAR", "APR", "MAY", "JUN", "JUL", "AUG", "SEP", "OCT", "NOV", "DEC")
_NUMBER = re.compile(r"[0-9]{1,4}")
_SHOWN = 24


@dataclass(frozen=True, slots=True)
class FieldGrammar:
    """One field: its numbers and names, whether it has steps, and what may stand there alone."""

    name: str
    low: int
    high: int
    allowed: str
    names: Mapping[str, int] = field(default_factory=dict)
    has_steps: bool = True
    alone: re.Pattern[str] = re.compile(r"\*")

    def find_fault(self, text: str) -> str | None:
        """What is wrong with a field's text; None if nothing is."""
        if self.alone.fullmatch(text):
            return None
        faults = (self._find_item_fault(item) for item in text.split(","))
        fault = next((fault for fault in faults if fault), None)
        return f"{self.name}: {fault}; allowed: {self.allowed}" if fault else None

    def _find_item_fault(self, item: str) -> str | None:
        body, slash, step = item.partition("/")
        if slash and not self.has_steps:
            return f"found {quote(item)}, there are no steps here"
        if slash and not (bool(_NUMBER.fullmatch(step)) and 0 < int(step) <= self.high):
            return f"the step in {quote(item)} is not a whole number from 1 to {self.high}"
        if slash and body == "*":
            return None
        return self._find_span_fault(item, body)

    def _find_span_fault(self, item: str, body: str) -> str | None:
        first_text, dash, last_text = body.partition("-")
        first, last = self._read(first_text), self._read(last_text)
        if first is None or (dash and last is None):
            lone = bool(self.alone.fullmatch(item)) and item != "?"
            return f"{quote(item)} stands alone, not in a list" if lone else f"found {quote(item)}"
        if last is not None and first > last:
            return f"the range {quote(body)} runs backwards"
        return None

    def _read(self, word: str) -> int | None:
        value = int(word) if _NUMBER.fullmatch(word) else self.names.get(word, -1)
        return value if self.low <= value <= self.high else None


def quote(text: str) -> str:
    """What was found, short enough to print."""
    return repr(text if len(text) <= _SHOWN else text[:_SHOWN] + "...")


def _count(names: Sequence[str]) -> dict[str, int]:
    return {name: number for number, name in enumerate(names, start=1)}


MINUTE = FieldGrammar("minute", 0, 59, "0-59, *")
HOUR = FieldGrammar("hour", 0, 23, "0-23, *")
DAY = FieldGrammar(
    "day-of-month",
    1,
    31,
    "1-31, *, ?, L (last day), LW (last workday), 3W (workday nearest to the 3rd)",
    alone=re.compile(r"[*?]|LW?|0?([1-9]|[12][0-9]|3[01])W"),
)
MONTH = FieldGrammar("month", 1, 12, "1-12 or JAN-DEC, *", _count(_MONTHS))
WEEKDAY = FieldGrammar(
    "day-of-week",
    1,
    7,
    "1-7 (1 is Sunday) or SUN-SAT, *, ?, L (Saturday), 6L (last Friday), 6#2 (second Friday)",
    _count(WEEK),
    has_steps=False,
    alone=re.compile(rf"[*?]|L|([1-7]|{'|'.join(WEEK)})(L|#[1-5])"),
)
YEAR = FieldGrammar("year", FIRST_YEAR, LAST_YEAR, f"{FIRST_YEAR}-{LAST_YEAR}, *")

FIELDS = (MINUTE, HOUR, DAY, MONTH, WEEKDAY, YEAR)


LONGEST_EXPRESSION = 256

_FORM = re.compile(r"(cron|rate|at)\(([^()]*)\)")
_RATE = re.compile(r"([1-9][0-9]{0,8}) (minute|hour|day)(s?)")
_AT = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}")


class ExpressionError(InputError):
    """A text that EventBridge would not take as a schedule."""

    def __init__(self, message: str) -> None:
        super().__init__(message, field="schedule_expression")


@dataclass(frozen=True, slots=True)
class CronExpression:
    """The six fields, as they are written, in capitals."""

    minute: str
    hour: str
    day: str
    month: str
    weekday: str
    year: str


@dataclass(frozen=True, slots=True)
class RateExpression:
    """A steady beat."""

    every: timedelta


@dataclass(frozen=True, slots=True)
class AtExpression:
    """One reading of the wall clock in the schedule's zone, which the text does not name."""

    reading: datetime


Expression = CronExpression | RateExpression | AtExpression


def check_expression(text: str) -> str | None:
    """What is wrong with an expression, in one sentence; None if EventBridge takes it."""
    try:
        parse_expression(text)
    except ExpressionError as error:
        return str(error)
    return None


def parse_expression(text: str) -> Expression:
    """Read `cron(…)`, `rate(…)` or `at(…)`; raises ExpressionError."""
    if not 0 < len(text) <= LONGEST_EXPRESSION:
        raise ExpressionError(f"found {len(text)} characters; allowed: 1-{LONGEST_EXPRESSION}")
    matched = _FORM.fullmatch(text)
    if not matched:
        raise ExpressionError(f"found {quote(text)}; allowed: cron(…), rate(…) or at(…)")
    return _READERS[matched[1]](matched[2])


def _read_cron(inner: str) -> CronExpression:
    words = inner.upper().split(" ")
    if len(words) != len(FIELDS):
        named = " ".join(field.name for field in FIELDS)
        description = f"found {len(words)} field{'s' if len(words) > 1 else ''}"
        raise ExpressionError(f"{description}; allowed: six ({named}), one blank apart")
    for grammar, word in zip(FIELDS, words, strict=True):
        if fault := grammar.find_fault(word):
            raise ExpressionError(fault)
    cron = CronExpression(*words)
    if (cron.day == "?") == (cron.weekday == "?"):
        description = f"found {quote(cron.day)} here and {quote(cron.weekday)} in day-of-week"
        raise ExpressionError(f"{DAY.name}: {description}; allowed: '?' in exactly one of the two")
    return cron


def _read_rate(inner: str) -> RateExpression:
    matched = _RATE.fullmatch(inner)
    if not matched:
        allowed = "a whole number from 1 up, a blank, and minutes, hours or days"
        raise ExpressionError(f"rate: found {quote(inner)}; allowed: {allowed}")
    count, unit, plural = int(matched[1]), matched[2], matched[3]
    if (count == 1) == bool(plural):
        right = f"rate({count} {unit}{'' if count == 1 else 's'})"
        raise ExpressionError(f"rate: found {quote(inner)}; write {right}")
    return RateExpression(timedelta(**{f"{unit}s": count}))


def _read_at(inner: str) -> AtExpression:
    allowed = "yyyy-mm-ddThh:mm:ss, without a zone"
    if not _AT.fullmatch(inner):
        raise ExpressionError(f"at: found {quote(inner)}; allowed: {allowed}")
    try:
        reading = datetime.fromisoformat(inner)
    except ValueError as error:
        raise ExpressionError(f"at: found {quote(inner)}; {error}") from error
    if not FIRST_YEAR <= reading.year <= LAST_YEAR:
        description = f"the year {reading.year}"
        raise ExpressionError(f"at: found {description}; allowed: {FIRST_YEAR}-{LAST_YEAR}")
    return AtExpression(reading)


_READERS: Mapping[str, Callable[[str], Expression]] = {
    "cron": _read_cron,
    "rate": _read_rate,
    "at": _read_at,
}
