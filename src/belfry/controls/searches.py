"""Whether a control is one of those that somebody wants to see."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum

from belfry.controls.chains.moves import Move
from belfry.controls.reports.glimpses import Glimpse

LATELY = timedelta(days=7)


class Shown(StrEnum):
    """Which controls: all, those with one move today, or those that were done of late."""

    ALL = "all"
    ESCALATED = "escalated"
    OVERDUE = "overdue"
    DUE = "due"
    ON_TRACK = "on-track"
    DONE = "done"


_MOVES = {
    Shown.ESCALATED: Move.ESCALATE,
    Shown.OVERDUE: Move.OVERDUE,
    Shown.DUE: Move.DUE_NOW,
    Shown.ON_TRACK: Move.ON_TRACK,
}


@dataclass(frozen=True, slots=True)
class Search:
    """`words` are a part of a name, an area or an owner."""

    shown: Shown = Shown.ALL
    words: str = ""

    @property
    def wants_all(self) -> bool:
        return self.shown is Shown.ALL and not self.words

    @property
    def move(self) -> Move | None:
        """The one that a control must have today; None if any will do."""
        return _MOVES.get(self.shown)

    def is_met_by(self, one: Glimpse, find_move: Callable[[Glimpse], Move]) -> bool:
        """Whether its words and its move are those wanted; `find_move` tells today's."""
        words = self.words.casefold()
        if not any(words in said.casefold() for said in (one.name, one.area, one.owner)):
            return False
        return self.move is None or find_move(one) is self.move
