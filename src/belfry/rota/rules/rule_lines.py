"""What a manager can write into the rules of the rota, line by line."""

from __future__ import annotations

import re

from belfry.kernel.hours.said import make_quiet_line
from belfry.kernel.rulebook import Setting, Vocabulary, refuse
from belfry.kernel.rulebook.readers import make_switch
from belfry.rota.rules.hours import parse_hours, say_hours

MOST_SHIFTS_A_DAY = 10
MOST_DAYS_IN_ROW = 31

_NO_LIMIT = frozenset({"no limit", "none", "no", "unlimited", "any"})
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT = re.compile(r"(\d{1,3}|[a-z]+)(?:\s+(?:shifts?|days?))?", re.IGNORECASE)


def make_vocabulary() -> Vocabulary:
    """All the lines of the rules."""
    return Vocabulary((*_list_lengths(), *_list_counts(), *_list_manners()))


def parse_shifts_a_day(text: str) -> int:
    """How many shifts one person may have on one day."""
    return _parse_count(text, MOST_SHIFTS_A_DAY)


def parse_days_in_row(text: str) -> int | None:
    """How many days running one person may work; None for no limit."""
    if _tidy(text) in _NO_LIMIT:
        return None
    return _parse_count(text, MOST_DAYS_IN_ROW, or_else=", or no limit")


def say_days_in_row(days: int | None) -> str:
    return "no limit" if days is None else str(days)


def _list_lengths() -> list[Setting]:
    return [
        Setting(
            name="Max hours",
            field="max_hours",
            read=parse_hours,
            does="How long somebody may work in a week whose row in staff.csv does not say.",
            example="40",
            default="40 hours",
            show=say_hours,
        ),
        Setting(
            name="Rest gap",
            field="rest",
            read=parse_hours,
            does="How long somebody rests between the shifts of different days.",
            example="11 hours",
            default="11 hours",
            show=say_hours,
        ),
        Setting(
            name="Fairness margin",
            field="margin",
            read=parse_hours,
            does="How near two people must be for a shift to be as fair with either of them.",
            example="2 hours",
            default="2 hours",
            show=say_hours,
        ),
    ]


def _list_counts() -> list[Setting]:
    return [
        Setting(
            name="Shifts a day",
            field="shifts_a_day",
            read=parse_shifts_a_day,
            does="How many shifts that start on one day somebody may have.",
            example="1",
            default="1",
        ),
        Setting(
            name="Days in a row",
            field="days_in_row",
            read=parse_days_in_row,
            does="How many days running somebody may work.",
            example="6",
            default="no limit",
            show=say_days_in_row,
        ),
    ]


def _list_manners() -> list[Setting]:
    return [
        make_quiet_line(
            "When nobody is disturbed; messages wait until they end.", example="9pm to 8am"
        ),
        make_switch("Ask me first", "ask_first", "Whether every message waits for your approval."),
        make_switch("Test mode", "test_mode", "Whether messages are made and shown, but not sent."),
    ]


def _parse_count(text: str, most: int, *, or_else: str = "") -> int:
    match = _COUNT.fullmatch(_tidy(text))
    word = match[1] if match else ""
    count = int(word) if word.isdecimal() else _WORDS.index(word) + 1 if word in _WORDS else 0
    if not 1 <= count <= most:
        raise refuse(text, 0, len(text), f"a whole number from 1 to {most}{or_else}")
    return count


def _tidy(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".").rstrip()
