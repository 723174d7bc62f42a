"""What may stand in each of the six fields of an EventBridge cron."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from belfry.kernel.cron.expressions import FIRST_YEAR

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
        if slash and not self._is_step(step):
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

    def _is_step(self, step: str) -> bool:
        return bool(_NUMBER.fullmatch(step)) and 0 < int(step) <= self.high


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
