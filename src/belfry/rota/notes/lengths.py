"""How many days a note says it is about: a day off, three days, two weeks, a few days."""

from __future__ import annotations

import re
from dataclasses import dataclass

from belfry.rota.notes.calendar_words import NUMBERS

_NUMBER = "|".join((*NUMBERS, r"\d{1,2}"))
_LENGTH = re.compile(
    rf"\b(?:(?P<count>{_NUMBER}|an?|a couple of|couple of|couple|both|a few|few|several|some)\s+)?"
    r"(?P<kind>(?:working|business|week)\s+|(?:whole|full|calendar|more|consecutive|entire)\s+)?"
    r"(?<!this )(?<!last )(?P<unit>days?|weeks?|wks?|fortnight)\b(?:'s?)?"
    r"(?!\s+(?:of the week|trip|care|centre))"
)
_DAYS = {"day": 1, "week": 7, "wk": 7, "fortnight": 14}
_ARTICLES = ("the ", "that ", "one ", "my ", "single ")
_VAGUE = frozenset({"a few", "few", "several", "some"})


@dataclass(frozen=True, slots=True)
class Length:
    """`days` is nothing where only more than one is said."""

    days: int | None
    unit: str
    is_workdays: bool = False
    is_counted: bool = True

    def fits(self, days: int) -> bool:
        if not self.is_counted and self.unit == "day":
            return days <= 2  # "day off Friday and Saturday", but never all of next week
        if self.days is None:
            return days > 1
        # A week off may be counted without its weekend.
        return days == self.days or (self.unit != "day" and days == self.days - 2)


def mark_lengths(text: str) -> tuple[str, list[Length]]:
    """The words with a sign in place of each length, and the lengths in order."""
    found = list(_LENGTH.finditer(text))
    return _LENGTH.sub("#", text), [_read(match) for match in found]


def _read(match: re.Match[str]) -> Length:
    unit = match["unit"].rstrip("s")
    is_workdays = (match["kind"] or "").strip() in ("working", "business", "week")
    is_counted = bool(match["count"]) or match.string[: match.start("unit")].endswith(_ARTICLES)
    count = match["count"] or ("" if match["unit"].endswith("s") else "a")
    if not count or count in _VAGUE:
        return Length(None, unit, is_workdays)
    if count in ("both", "couple", "couple of", "a couple of"):
        number = 2
    else:
        number = 1 if count in ("a", "an") else NUMBERS.get(count) or int(count)
    return Length(number * _DAYS[unit], unit, is_workdays, is_counted)
