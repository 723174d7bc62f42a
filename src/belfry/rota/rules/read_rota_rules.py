"""Read the team's rules and voice docs for the rota as they count now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from belfry.kernel.rulebook import DocProblem
from belfry.rota.rules.rules_doc import RULES_DOC, read_rules
from belfry.rota.rules.voice import VOICE_DOC, Voice, read_voice
from belfry.rota.rules.weeks import Rules
from belfry.workspace.read_docs import NeverRead, ReadDoc


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
        """The rules that count: Belfry's own if the team wrote none; NeverRead if nobody can tell.

        While the file has a mistake, its last whole reading goes on.
        """
        try:
            reading = self.read_doc(RULES_DOC, _read)
        except NeverRead:
            if self.read_doc.folder.exists(RULES_DOC):
                raise
            return RulesNow(Rules())
        return RulesNow(reading.value, reading.text, reading.problems)


@lru_cache(maxsize=4)
def _read(text: str) -> tuple[Rules | None, Sequence[DocProblem]]:
    """The same text is read once."""
    return read_rules(text)


@dataclass(frozen=True, slots=True)
class FindVoice:
    read_doc: ReadDoc

    def __call__(self) -> Voice:
        """Plain words while the team has none of its own that could be read."""
        try:
            return self.read_doc(VOICE_DOC, _read_voice_doc).value
        except NeverRead:
            return Voice()

    def list_problems(self) -> tuple[tuple[str, str], ...]:
        """What is wrong with the file as it stands, as (place, text); a team needs none."""
        if not self.read_doc.folder.exists(VOICE_DOC):
            return ()
        try:
            return self.read_doc(VOICE_DOC, _read_voice_doc).problems
        except NeverRead as error:
            return error.problems


def _read_voice_doc(text: str) -> tuple[Voice | None, Sequence[DocProblem]]:
    reading = read_voice(text)
    return reading.voice, reading.problems
