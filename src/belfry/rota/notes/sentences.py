"""A note cut into sentences, with signs where days, lengths and words for being off stand."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass

from belfry.rota.notes.courtesies import strip_courtesies
from belfry.rota.notes.lengths import Length, mark_lengths
from belfry.rota.notes.mentions import Mention
from belfry.rota.notes.off_words import OFF, mark_off
from belfry.rota.notes.tokens import lower_letters

_END = re.compile(r"(?<=[.!?])\s+|\n\s*\n\s*")


@dataclass(frozen=True, slots=True)
class Sentence:
    """`text` has @ for each of the mentions, # for each of the lengths and ~ for being off."""

    text: str
    mentions: tuple[Mention, ...]
    lengths: tuple[Length, ...]

    @property
    def says_off(self) -> bool:
        return OFF in self.text


def cut_sentences(text: str, mentions: Sequence[Mention]) -> list[Sentence]:
    masked = _mask(lower_letters(text), mentions)
    waiting = list(mentions)
    found = []
    for said in _END.split(masked):
        own = [waiting.pop(0) for _ in range(said.count("@"))]
        marked, lengths = mark_lengths(strip_courtesies(said))
        found.append(Sentence(mark_off(marked).strip(), tuple(own), tuple(lengths)))
    return [sentence for sentence in found if sentence.text]


def _mask(text: str, mentions: Sequence[Mention]) -> str:
    parts, done = [], 0
    for mention in mentions:
        parts += [_clear(text[done : mention.start]), "@"]
        done = mention.end
    return "".join([*parts, _clear(text[done:])])


def _clear(text: str) -> str:
    return text.translate({ord("@"): " ", ord("#"): " ", ord("~"): " "})
