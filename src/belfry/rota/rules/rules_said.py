"""What the rules of the rota and the team's own words were taken to mean, line by line."""

from __future__ import annotations

from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.kernel.rulebook import Entry, read_doc
from belfry.kernel.rulebook.reading import (
    DocSaid,
    LineSaid,
    Say,
    list_unsaid,
    say_entries,
    say_switch,
)
from belfry.rota.rules.hours import say_hours
from belfry.rota.rules.rule_lines import make_vocabulary
from belfry.rota.rules.rule_readings import RULES_DOC, SETTINGS
from belfry.rota.rules.voice import VOICE_DOC, read_voice, read_voice_lines


def say_rules(text: str) -> DocSaid:
    """The reading in sentences; a line that could not be read has a problem instead."""
    reading = read_doc(text, make_vocabulary(), RULES_DOC)
    unsaid = list_unsaid(SETTINGS, reading.values)
    return DocSaid(say_entries(reading, _SAY), reading.problems, unsaid=unsaid)


def say_voice(text: str) -> DocSaid:
    """Which sentences open which messages; all else is for whoever words things freely."""
    reading = read_voice_lines(text, VOICE_DOC)
    lines = [
        LineSaid(entry.line, f"Messages about \u201c{entry.hole}\u201d open with this.")
        for entry in reading.entries
    ]
    voice = read_voice(text).voice
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
    return f"Nobody hears anything from {start} to {end}; what comes up waits until {end}."


def _say_days_in_row(entry: Entry) -> str:
    if entry.value is None:
        return "People may work any number of days in a row."
    return f"Nobody works more than {_count(entry.value, 'day')} in a row."


def _count(number: int, thing: str) -> str:
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


_SAY: dict[str, Say] = {
    "max_hours": lambda entry: (
        f"Nobody works more than {say_hours(entry.value)} a week, unless staff.csv says otherwise."
    ),
    "rest": lambda entry: (
        f"Between the shifts of two days there are at least {say_hours(entry.value)} of rest."
    ),
    "margin": lambda entry: (
        f"Two people within {say_hours(entry.value)} of each other are as fair a choice."
    ),
    "shifts_a_day": lambda entry: (
        f"Nobody has more than {_count(entry.value, 'shift')} on one day."
    ),
    "days_in_row": _say_days_in_row,
    "quiet": _say_quiet,
    "ask_first": say_switch(
        "Every message waits until somebody approves it.", "Messages go out without being asked."
    ),
    "test_mode": say_switch(
        "Messages are made and shown, and nobody gets any.", "Messages go out in earnest."
    ),
}
