"""The rules doc of the rota: the lines it may have, how they are read, and what they mean.

A doc with a line that cannot be read gives no rules at all, so that half of a change never counts.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.kernel.hours.sentences import make_quiet_line
from belfry.kernel.rulebook import DocProblem, Entry, Setting, Vocabulary, read_doc, refuse
from belfry.kernel.rulebook.readers import make_switch
from belfry.kernel.rulebook.reading import (
    DocSaid,
    LineSaid,
    Say,
    list_unsaid,
    say_entries,
    say_switch,
)
from belfry.rota.rules.hours import parse_hours, say_hours
from belfry.rota.rules.voice import VOICE_DOC, Voice, read_voice, read_voice_lines
from belfry.rota.rules.weeks import Rules
from belfry.workspace.docs import NeverRead, ReadDoc

MOST_SHIFTS_A_DAY = 10
MOST_DAYS_IN_ROW = 31

_NO_LIMIT = frozenset({"no limit", "none", "no", "unlimited", "any"})
_WORDS = ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_COUNT = re.compile(r"(\d{1,3}|[a-z]+)(?:\s+(?:shifts?|days?))?", re.IGNORECASE)


def parse_shifts_a_day(text: str) -> int:
    return _parse_count(text, MOST_SHIFTS_A_DAY)


def parse_days_in_row(text: str) -> int | None:
    """How many days running one person may work; None for no limit."""
    if _tidy(text) in _NO_LIMIT:
        return None
    return _parse_count(text, MOST_DAYS_IN_ROW, or_else=", or no limit")


def say_days_in_row(days: int | None) -> str:
    return "no limit" if days is None else str(days)


def parse_longest_day(text: str) -> int | None:
    """The minutes that a day of several shifts may have; None for no limit."""
    if _tidy(text) in _NO_LIMIT:
        return None
    if minutes := parse_hours(text):
        return minutes
    raise refuse(text, 0, len(text), "a number of hours such as 13, or no limit")


def say_longest_day(minutes: int | None) -> str:
    return "no limit" if minutes is None else say_hours(minutes)


def _parse_count(text: str, most: int, *, or_else: str = "") -> int:
    match = _COUNT.fullmatch(_tidy(text))
    word = match[1] if match else ""
    count = int(word) if word.isdecimal() else _WORDS.index(word) + 1 if word in _WORDS else 0
    if not 1 <= count <= most:
        raise refuse(text, 0, len(text), f"a whole number from 1 to {most}{or_else}")
    return count


def _tidy(text: str) -> str:
    return " ".join(text.casefold().split()).rstrip(".").rstrip()


RULES_DOC = "rota/rules.txt"
SETTINGS: tuple[Setting, ...] = (
    Setting(
        name="Max hours",
        field="max_hours",
        read=parse_hours,
        does="The weekly maximum of a person for whom staff.csv sets none.",
        example="40",
        default="40 hours",
        show=say_hours,
    ),
    Setting(
        name="Rest gap",
        field="rest",
        read=parse_hours,
        does="The minimum rest between two shifts, unless both lie within the same day.",
        example="11 hours",
        default="11 hours",
        show=say_hours,
    ),
    Setting(
        name="Fairness margin",
        field="margin",
        read=parse_hours,
        does="How close two people must be for a shift to be as fair with either.",
        example="2 hours",
        default="2 hours",
        show=say_hours,
    ),
    Setting(
        name="Shifts a day",
        field="shifts_a_day",
        read=parse_shifts_a_day,
        does="How many shifts that start on one day a person may have.",
        example="1",
        default="1",
    ),
    Setting(
        name="Longest day",
        field="longest_day",
        read=parse_longest_day,
        does="From the start to the end of two shifts of a day, unless the rest gap is between.",
        example="13 hours",
        default="13 hours",
        show=say_longest_day,
    ),
    Setting(
        name="Days in a row",
        field="days_in_row",
        read=parse_days_in_row,
        does="How many days in a row a person may work.",
        example="6",
        default="no limit",
        show=say_days_in_row,
    ),
    make_quiet_line(
        "When no messages are sent; they wait until quiet hours end.", example="9pm to 8am"
    ),
    make_switch("Ask me first", "ask_first", "Whether every message waits for your approval."),
    make_switch("Test mode", "test_mode", "Whether messages are only shown, not sent."),
)
_VOCABULARY = Vocabulary(SETTINGS)


def read_rules(text: str, *, doc: str = RULES_DOC) -> tuple[Rules | None, Sequence[DocProblem]]:
    """The rules that a doc describes, or what is wrong with it."""
    reading = read_doc(text, _VOCABULARY, doc)
    if reading.problems:
        return None, reading.problems
    return Rules(**reading.values), ()


def write_rules_reading(rules: Rules) -> list[str]:
    """What was understood, one line each, in words that can be read again."""
    return [
        f"{setting.name}: {setting.show(getattr(rules, setting.field))}" for setting in SETTINGS
    ]


def say_rules(text: str) -> DocSaid:
    """The reading in sentences; a line that could not be read has a problem instead."""
    reading = read_doc(text, _VOCABULARY, RULES_DOC)
    unsaid = list_unsaid(SETTINGS, reading.values)
    return DocSaid(say_entries(reading, _SAY), reading.problems, unsaid=unsaid)


def say_voice(text: str) -> DocSaid:
    """Which sentences open which messages; all other lines are for the model."""
    reading = read_voice_lines(text, VOICE_DOC)
    lines = [
        LineSaid(entry.line, f"Messages about \u201c{entry.hole}\u201d open with this.")
        for entry in reading.entries
    ]
    voice, _ = read_voice(text)
    if voice and voice.prose:
        first = voice.prose.partition("\n")[0]
        listed = enumerate(text.splitlines(), 1)
        at = next((number for number, line in listed if line.strip() == first), 1)
        lines.append(LineSaid(at, "This is for the model: how messages sound in general."))
    return DocSaid(tuple(sorted(lines)), reading.problems)


def _say_quiet(entry: Entry) -> str:
    if entry.value == NEVER_QUIET:
        return "Messages go out at any hour."
    start, end = f"{entry.value.start:%H:%M}", f"{entry.value.end:%H:%M}"
    return f"No messages are sent from {start} to {end}; they wait until {end}."


def _say_days_in_row(entry: Entry) -> str:
    if entry.value is None:
        return "People may work any number of days in a row."
    return f"Nobody works more than {_count(entry.value, 'day')} in a row."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


_SAY: dict[str, Say] = {
    "max_hours": lambda entry: (
        f"Nobody works more than {say_hours(entry.value)} a week, unless staff.csv says otherwise."
    ),
    "rest": lambda entry: (
        f"Between two shifts there are at least {say_hours(entry.value)} of rest, unless both lie"
        " within the same day."
    ),
    "margin": lambda entry: (
        f"Two people within {say_hours(entry.value)} of each other are as fair a choice."
    ),
    "shifts_a_day": lambda entry: (
        f"Nobody has more than {_count(entry.value, 'shift')} on one day."
    ),
    "longest_day": lambda entry: (
        f"Two shifts of a day last at most {say_hours(entry.value)} together, breaks included."
        if entry.value is not None
        else "Two shifts of a day may last any time together."
    ),
    "days_in_row": _say_days_in_row,
    "quiet": _say_quiet,
    "ask_first": say_switch(
        "Every message waits for approval.", "Messages are sent without approval."
    ),
    "test_mode": say_switch("Messages are written and shown, but not sent.", "Messages are sent."),
}


@dataclass(frozen=True, slots=True)
class RulesNow:
    """`text` is what was read; `problems` as (place, text) are those of the file as it stands."""

    rules: Rules
    text: str = ""
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadRotaRules:
    read_doc: ReadDoc

    def __call__(self) -> RulesNow:
        """The current rules: Belfry's own if the team wrote none; NeverRead if none could be read.

        While the file has a mistake, its last whole reading goes on.
        """
        try:
            reading = self.read_doc(RULES_DOC, _read)
        except NeverRead:
            if self.read_doc.folder.exists(RULES_DOC):
                raise
            return RulesNow(Rules())
        return RulesNow(reading.value, reading.text, reading.problems)


# The same text is read once.
_read = lru_cache(maxsize=4)(read_rules)
_read_voice = lru_cache(maxsize=4)(read_voice)


@dataclass(frozen=True, slots=True)
class FindVoice:
    read_doc: ReadDoc

    def __call__(self) -> Voice:
        """Plain words while the team has none of its own that could be read."""
        try:
            return self.read_doc(VOICE_DOC, _read_voice).value
        except NeverRead:
            return Voice()

    def list_problems(self) -> tuple[tuple[str, str], ...]:
        """What is wrong with the file as it stands, as (place, text); a team needs none."""
        if not self.read_doc.folder.exists(VOICE_DOC):
            return ()
        try:
            return self.read_doc(VOICE_DOC, _read_voice).problems
        except NeverRead as error:
            return error.problems
