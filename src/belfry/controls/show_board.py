"""Show the controls as cards in columns, those that want somebody first.

Of the many controls that are due some other day nothing is read but how many they are. The whole
record is read only of those whose card is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from belfry.controls.chains.moves import Move, chain_of, find_horizon, find_move
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import ControlSummary
from belfry.controls.find_controls import Described, SearchControls
from belfry.controls.ports import Controls
from belfry.controls.reminders.recipients import make_naming
from belfry.workspace.staff import Staff


@dataclass(frozen=True, slots=True)
class Lane:
    """One column: its first cards, and how many belong there in all."""

    name: str
    cards: tuple[Described, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Board:
    """`resting` are on track and on no column, of `in_all` on the list.

    `areas` and `owners` are all those of the columns' controls, also where others are shown.
    """

    today: date
    lanes: tuple[Lane, ...]
    resting: int
    in_all: int
    areas: tuple[str, ...]
    owners: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ShowBoard:
    controls: Controls
    search: SearchControls

    def __call__(self, wanted: Wanted, *, per_lane: int) -> Board:
        """At most `per_lane` cards a column, the earliest due first."""
        today, rules = self.search.list_controls.find_today(), self.search.find_rules()
        staff = self.search.find_staff()
        name_owner = make_naming(rules, staff)
        near = self._list_near(rules, today)
        shown = [one for one in near if wanted.is_met_by(one, name_owner(one.owner, one.area))]
        lanes = sort_lanes(shown, wanted.by, lambda one: near[one])
        in_all = self.controls.count()
        return Board(
            today=today,
            lanes=self._fill(lanes, per_lane, today, rules, staff),
            resting=in_all - len(near),
            in_all=in_all,
            areas=tuple(sorted({one.area for one in near if one.area}, key=str.casefold)),
            owners=tuple(
                sorted({name_owner(one.owner, one.area) for one in near}, key=str.casefold)
            ),
        )

    def _list_near(self, rules: Rules, today: date) -> dict[ControlSummary, Pressing]:
        """All that belong on some column, by due date."""
        until = max(find_horizon(rules, today), today + SOON)
        near: dict[ControlSummary, Pressing] = {}
        for one in self.controls.list_summaries(until=until):
            move = find_move(one.due_on, chain_of(one, rules).offsets, today)
            if lane := find_lane(one, move, today):
                near[one] = lane
        return near

    def _fill(
        self,
        lanes: Mapping[str, Sequence[ControlSummary]],
        per_lane: int,
        today: date,
        rules: Rules,
        staff: Staff,
    ) -> tuple[Lane, ...]:
        """All cards are fetched at once, whatever their column."""
        ids = [one.id for found in lanes.values() for one in found[:per_lane]]
        told = self.search.describe(self.search.fetch(ids), today, rules, staff)
        cards = {one.control.id: one for one in told}
        return tuple(
            Lane(name, tuple(_pick(cards, found[:per_lane])), len(found))
            for name, found in lanes.items()
        )


def _pick(cards: Mapping[str, Described], wanted: Iterable[ControlSummary]) -> Iterator[Described]:
    return (cards[one.id] for one in wanted if one.id in cards)


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

    def is_met_by(self, one: ControlSummary, owner: str) -> bool:
        if self.area and one.area != self.area:
            return False
        if self.owner and owner != self.owner:
            return False
        if not self.words:
            return True
        words = self.words.casefold()
        return any(words in said.casefold() for said in (one.name, one.area, one.owner, owner))


def find_lane(one: ControlSummary, move: Move, today: date) -> Pressing | None:
    """None for a control that nobody need think of yet."""
    if move is not Move.ON_TRACK:
        return _LANES[move]
    return Pressing.SOON if one.due_on <= today + SOON else None


def sort_lanes(
    found: Iterable[ControlSummary], by: Arrangement, lane_of: Callable[[ControlSummary], Pressing]
) -> Mapping[str, Sequence[ControlSummary]]:
    """The columns with what stands on each, in the order given.

    By move there are always all four; by area those that have anything, the most pressing first,
    and no more than fit on a page.
    """
    if by is Arrangement.MOVE:
        lanes: dict[str, list[ControlSummary]] = {lane: [] for lane in Pressing}
        for one in found:
            lanes[lane_of(one)].append(one)
        return lanes
    lanes = {}
    for one in found:
        lanes.setdefault(one.area or NO_AREA, []).append(one)
    return dict(list(lanes.items())[:MOST_LANES])
