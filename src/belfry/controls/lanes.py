"""On which column of the board a control stands, and which columns there are.

By how pressing it is, or by area. What is on track and not due soon stands on none of them: it is
counted, so that the board stays as short as the day.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from belfry.controls.chains.moves import Move
from belfry.controls.reports.glimpses import Glimpse

SOON = timedelta(days=14)
NO_AREA = "No area"
MOST_LANES = 10


class Arrangement(StrEnum):
    """What the columns are made of."""

    MOVE = "move"
    AREA = "area"


class Pressing(StrEnum):
    """The columns by move, the most pressing first."""

    ESCALATED = "escalated"
    OVERDUE = "overdue"
    DUE = "due"
    SOON = "soon"


_LANES = {
    Move.ESCALATE: Pressing.ESCALATED,
    Move.OVERDUE: Pressing.OVERDUE,
    Move.DUE_NOW: Pressing.DUE,
}


@dataclass(frozen=True, slots=True)
class Wanted:
    """What somebody wants on the board; `owner` is whoever is reminded, by their whole name."""

    by: Arrangement = Arrangement.MOVE
    area: str = ""
    owner: str = ""
    words: str = ""

    def is_met_by(self, one: Glimpse, owner: str) -> bool:
        if self.area and one.area != self.area:
            return False
        if self.owner and owner != self.owner:
            return False
        if not self.words:
            return True
        words = self.words.casefold()
        return any(words in said.casefold() for said in (one.name, one.area, one.owner, owner))


def find_lane(one: Glimpse, move: Move, today: date) -> Pressing | None:
    """None for a control that nobody need think of yet."""
    if move is not Move.ON_TRACK:
        return _LANES[move]
    return Pressing.SOON if one.due_on <= today + SOON else None


def sort_lanes(
    found: Iterable[Glimpse], by: Arrangement, lane_of: Callable[[Glimpse], Pressing]
) -> Mapping[str, Sequence[Glimpse]]:
    """The columns with what stands on each, in the order given.

    By move there are always all four; by area those that have anything, the most pressing first,
    and no more than fit on a page.
    """
    if by is Arrangement.MOVE:
        lanes: dict[str, list[Glimpse]] = {lane: [] for lane in Pressing}
        for one in found:
            lanes[lane_of(one)].append(one)
        return lanes
    lanes = {}
    for one in found:
        lanes.setdefault(one.area or NO_AREA, []).append(one)
    return dict(list(lanes.items())[:MOST_LANES])
