"""Which days a month has, and how people and machines write it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date, timedelta

from belfry.controls.chains.progress import EARLIEST, LATEST
from belfry.kernel.errors import InputError
from belfry.kernel.hours.weekdays import MONTH_NAMES

_WRITTEN = re.compile(r"(\d{4})-(\d{2})", re.ASCII)


@dataclass(frozen=True, slots=True, order=True)
class Month:
    year: int
    number: int

    def __str__(self) -> str:
        return f"{self.year:04}-{self.number:02}"

    def __contains__(self, day: date) -> bool:
        return (day.year, day.month) == (self.year, self.number)

    @property
    def first(self) -> date:
        return date(self.year, self.number, 1)

    @property
    def last(self) -> date:
        into_next = self.first + timedelta(days=31)
        return into_next - timedelta(days=into_next.day)

    def render(self) -> str:
        """October 2026."""
        return f"{MONTH_NAMES[self.number - 1]} {self.year}"


def find_month_before(day: date) -> Month:
    """The last one that is over on that day."""
    before = day.replace(day=1) - timedelta(days=1)
    return Month(before.year, before.month)


def parse_month(text: str) -> Month:
    """2026-10; raises InputError."""
    found = _WRITTEN.fullmatch(text.strip())
    year, number = (int(found[1]), int(found[2])) if found else (0, 0)
    if not EARLIEST.year <= year <= LATEST.year or not 1 <= number <= 12:
        said = f"expected a month such as 2026-10, not {text.strip()[:20]!r}"
        raise InputError(said, field="month")
    return Month(year, number)
