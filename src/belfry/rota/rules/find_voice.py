"""Find how the team wants its people spoken to about the rota."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.kernel.rulebook import DocProblem
from belfry.rota.rules.voice import VOICE_DOC, Voice, read_voice
from belfry.workspace.docs.read_doc import NeverRead, ReadDoc


@dataclass(frozen=True, slots=True)
class FindVoice:
    read_doc: ReadDoc

    def __call__(self) -> Voice:
        """Plain words while the team has none of its own that could be read."""
        try:
            return self.read_doc(VOICE_DOC, _read).value
        except NeverRead:
            return Voice()

    def list_problems(self) -> tuple[tuple[str, str], ...]:
        """What is wrong with the file as it stands, as (place, text); a team needs none."""
        if not self.read_doc.folder.exists(VOICE_DOC):
            return ()
        try:
            return self.read_doc(VOICE_DOC, _read).problems
        except NeverRead as error:
            return error.problems


def _read(text: str) -> tuple[Voice | None, Sequence[DocProblem]]:
    reading = read_voice(text)
    return reading.voice, reading.problems
