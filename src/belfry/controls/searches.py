"""Whether a control is one of those that somebody wants to see."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from belfry.controls.controls import Control
from belfry.controls.moves import Decision, Move

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

    def is_met_by(self, control: Control, decision: Decision, today: date) -> bool:
        if self.shown is Shown.DONE and not is_done_lately(control, today):
            return False
        if self.shown in _MOVES and decision.move is not _MOVES[self.shown]:
            return False
        words = self.words.casefold()
        return any(words in one.casefold() for one in (control.name, control.area, control.owner))


def is_done_lately(control: Control, today: date) -> bool:
    return control.last_done_on is not None and control.last_done_on > today - LATELY
