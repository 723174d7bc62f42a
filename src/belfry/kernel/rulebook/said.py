"""What a doc was taken to say, line by line and in sentences, beside what it does not say."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from belfry.kernel.rulebook.problems import DocProblem
from belfry.kernel.rulebook.reading import Entry, Reading
from belfry.kernel.rulebook.vocabulary import Setting

Say = Callable[[Entry], str | Iterable[str]]


class LineSaid(NamedTuple):
    """What one line means; lines count from 1."""

    line: int
    words: str


class Unsaid(NamedTuple):
    """A setting that the doc leaves out, and what holds instead."""

    name: str
    default: str


@dataclass(frozen=True, slots=True)
class DocSaid:
    """`hints` are lines that can be read and count for nothing as things stand."""

    lines: tuple[LineSaid, ...] = ()
    problems: tuple[DocProblem, ...] = ()
    hints: tuple[LineSaid, ...] = ()
    unsaid: tuple[Unsaid, ...] = ()

    @property
    def is_whole(self) -> bool:
        return not self.problems


def say_entries(reading: Reading, say: Mapping[str, Say]) -> tuple[LineSaid, ...]:
    """Every line that was understood, in sentences; a field without a saying is shown as set."""
    found = []
    for entry in reading.entries:
        words = say.get(entry.setting.field, _say_setting)(entry)
        each = [words] if isinstance(words, str) else words
        found += [LineSaid(entry.line, one) for one in each]
    return tuple(sorted(found, key=lambda one: one.line))


def list_unsaid(settings: Iterable[Setting], values: Mapping[str, Any]) -> tuple[Unsaid, ...]:
    """What holds because the doc is silent, where that can be said at all."""
    return tuple(
        Unsaid(one.name, one.default)
        for one in settings
        if one.default and not one.read_hole and one.field not in values
    )


def say_switch(yes: str, no: str) -> Say:
    """The saying of a line that is only switched on or off."""
    return lambda entry: yes if entry.value else no


def _say_setting(entry: Entry) -> str:
    return f"{entry.setting.name}: {entry.setting.show(entry.value)}."
