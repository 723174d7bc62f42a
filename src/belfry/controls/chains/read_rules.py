"""Read the team's rules for its controls as they count now."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial

from belfry.controls.chains.rules import EXPECTED_NAME, RULES_DOC, Rules, RulesReading, read_rules
from belfry.controls.ports import Controls, list_pages
from belfry.kernel.rulebook import DocProblem
from belfry.workspace.docs import NeverRead, ReadDoc

PAGE = 1000

Names = Callable[[], "KnownNames"]
FindRules = Callable[[], Rules]


@dataclass(frozen=True, slots=True)
class KnownNames:
    controls: frozenset[str] = frozenset()
    areas: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class RulesNow:
    """`text` is what was read; `problems` as (place, text) are those of the file as it stands."""

    rules: Rules
    text: str
    problems: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class ReadRules:
    read_doc: ReadDoc
    controls: Controls
    country: str

    def __call__(self, names: Names | None = None) -> RulesNow:
        """The rules that count: Belfry's own if the team wrote none; or NeverRead.

        `names` gives those of the controls on the list, if they are not the ones that are known.
        """
        read = partial(_read, country=self.country, names=names or self._list_names)
        try:
            reading = self.read_doc(RULES_DOC, read)
        except NeverRead:
            if self.read_doc.folder.exists(RULES_DOC):
                raise
            rules, _ = _read("", self.country, KnownNames)
            assert rules is not None
            return RulesNow(rules, "")
        return RulesNow(reading.value, reading.text, reading.problems)

    def find(self) -> Rules:
        """The rules, or Belfry's own while the team's cannot be read.

        No tick goes by these. Once the team's can be read, every control is looked at anew.
        """
        try:
            return self().rules
        except NeverRead:
            return Rules()

    def _list_names(self) -> KnownNames:
        listed = [control for page in list_pages(self.controls, PAGE) for control in page]
        return KnownNames(
            frozenset(control.name for control in listed),
            frozenset(control.area for control in listed),
        )


def _read(text: str, country: str, names: Names) -> tuple[Rules | None, Sequence[DocProblem]]:
    """Only a name that looks like a setting's makes it matter what the controls are called."""
    reading = _read_alone(text, country)
    if reading.problems and all(problem.expected == EXPECTED_NAME for problem in reading.problems):
        known = names()
        reading = read_rules(text, country=country, controls=known.controls, areas=known.areas)
    return reading.rules, reading.problems


@lru_cache(maxsize=4)
def _read_alone(text: str, country: str) -> RulesReading:
    """The same text is read once."""
    return read_rules(text, country=country)
