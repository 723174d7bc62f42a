"""Say what the rules of the controls mean, with the names that are on the list now."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from functools import lru_cache

from belfry.controls.chains.chains import render_chain
from belfry.controls.chains.read_rules import KnownNames
from belfry.controls.chains.rules import (
    RULES_DOC,
    SETTINGS,
    fold_section,
    make_vocabulary,
    read_rules,
    say_working_days,
)
from belfry.controls.tasks.sync_tasks import TASKS, list_names
from belfry.kernel.errors import InputError, NotFound
from belfry.kernel.hours.quiet import NEVER_QUIET
from belfry.kernel.hours.sentences import say_holidays
from belfry.kernel.rulebook import DocProblem, Entry, read_doc
from belfry.kernel.rulebook.reading import (
    DocSaid,
    LineSaid,
    Say,
    list_unsaid,
    say_entries,
    say_switch,
)
from belfry.ports.files import Folder
from belfry.workspace.tables import read_content


@dataclass(frozen=True, slots=True)
class SayRulesDoc:
    folder: Folder
    country: str

    def __call__(self, text: str) -> DocSaid:
        """While the list is missing or cannot be read, any name may be on it."""
        try:
            return _say(text, self.folder.read(TASKS.name).content, self.country)
        except (NotFound, InputError):
            return say_rules(text, country=self.country)


@lru_cache(maxsize=4)
def _say(text: str, content: bytes, country: str) -> DocSaid:
    """The same rules are held against the same list once."""
    names = _list_names(content)
    return say_rules(text, country=country, controls=names.controls, areas=names.areas)


@lru_cache(maxsize=2)
def _list_names(content: bytes) -> KnownNames:
    """The same list is read once."""
    return list_names(read_content(content, TASKS))


def say_rules(
    text: str,
    *,
    country: str,
    controls: Collection[str] | None = None,
    areas: Collection[str] | None = None,
) -> DocSaid:
    """The reading in sentences; a line about an unknown name has a hint.

    Without `controls` and `areas` no name is strange.
    """
    known = frozenset(fold_section(name) for name in (*(controls or ()), *(areas or ())) if name)
    reading = read_doc(text, make_vocabulary(known), RULES_DOC)
    whole = read_rules(text, country=country, controls=controls, areas=areas)
    hints = tuple(LineSaid(stranger.line, _say_stranger(stranger)) for stranger in whole.strangers)
    unsaid = list_unsaid(SETTINGS, reading.values)
    return DocSaid(say_entries(reading, _SAY), reading.problems, hints, unsaid)


def _say_stranger(problem: DocProblem) -> str:
    hint = f" Did you mean {problem.nearest}?" if problem.nearest else ""
    kind = problem.expected.removeprefix("the name of ")
    return (
        f"\u201c{problem.said}\u201d is not {kind} on the list: this line does nothing yet.{hint}"
    )


def _say_quiet(entry: Entry) -> str:
    if entry.value == NEVER_QUIET:
        return "Reminders go out at any hour."
    start, end = f"{entry.value.start:%H:%M}", f"{entry.value.end:%H:%M}"
    return f"No reminders are sent from {start} to {end}; they wait until {end}."


def _name(entry: Entry) -> str:
    return entry.name.text[slice(*(entry.setting.find_hole(entry.name.text) or (0, None)))]


_SAY: dict[str, Say] = {
    "default": lambda entry: f"All others: a reminder {render_chain(entry.value)}.",
    "chains": lambda entry: f"{_name(entry)}: a reminder {render_chain(entry.value)}.",
    "owners": lambda entry: f"{entry.value} sees to {_name(entry)} where the row names nobody.",
    "escalate_to": lambda entry: f"{entry.value} is told, too, once the last reminder was no use.",
    "targets": lambda entry: f"For {_name(entry)}, {entry.value} is told then.",
    "quiet": _say_quiet,
    "holidays": lambda entry: f"On these holidays reminders wait: {say_holidays(entry.value)}.",
    "working_days": lambda entry: f"Reminders arrive {say_working_days(entry.value)} only.",
    "ask_first": say_switch(
        "Every reminder waits for approval.", "Reminders are sent without approval."
    ),
    "test_mode": say_switch(
        "Reminders are written and shown, but not sent.", "Reminders are sent."
    ),
}
