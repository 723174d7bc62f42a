"""Where the job is, and what a sentence about it is made of."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.jobs.fence.moods import Piece


@dataclass(frozen=True)
class Standing:
    """Where the job is: the kind of its stage, of the one before and of the one of the ETA."""

    kind: str
    previous: str | None
    eta_kind: str | None
    ranks: dict[str, float]
    is_side: bool
    has_progress: bool

    def is_earlier(self, kind: str) -> bool:
        here = self.ranks.get(self.kind, 0.0)
        if self.is_side and self.previous:
            here = self.ranks.get(self.previous, here) + 0.5
        return self.ranks.get(kind, 0.0) < here


@dataclass(frozen=True)
class Sentence:
    """The pieces of one sentence, and of the part of it between two breaks that is looked at."""

    pieces: Sequence[Piece]
    is_question: bool

    def has(self, tag: str) -> bool:
        return any(piece.tag == tag for piece in self.pieces)
