"""Show the controls as cards in columns, the most urgent first.

Whole records are read only for the cards shown; controls due later are only counted.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum

from belfry.controls.chains.moves import Move, chain_of, find_horizon, find_move
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import ControlSummary
from belfry.controls.find_controls import ControlView, SearchControls
from belfry.controls.ports import Controls
from belfry.controls.reminders.reminders import make_owner_names
from belfry.workspace.people import Staff


@dataclass(frozen=True, slots=True)
class Lane:
    """One column: its first cards, and how many belong there in all."""

    name: str
    cards: tuple[ControlView, ...]
    count: int


@dataclass(frozen=True, slots=True)
class Board:
    """`resting` counts those on track and in no column, of `in_all` on the list.

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
        name_owner = make_owner_names(rules, staff)
        near = self._list_near(rules, today)
        shown = [
            control
            for control in near
            if wanted.is_met_by(control, name_owner(control.owner, control.area))
        ]
        lanes = sort_lanes(shown, wanted.by, lambda control: near[control])
        in_all = self.controls.count()
        return Board(
            today=today,
            lanes=self._fill(lanes, per_lane, today, rules, staff),
            resting=in_all - len(near),
            in_all=in_all,
            areas=tuple(
                sorted({control.area for control in near if control.area}, key=str.casefold)
            ),
            owners=tuple(
                sorted(
                    {name_owner(control.owner, control.area) for control in near}, key=str.casefold
                )
            ),
        )

    def _list_near(self, rules: Rules, today: date) -> dict[ControlSummary, Pressing]:
        """All that belong on some column, by due date."""
        until = max(find_horizon(rules, today), today + SOON)
        near: dict[ControlSummary, Pressing] = {}
        for control in self.controls.list_summaries(until=until):
            move = find_move(control.due_on, chain_of(control, rules).offsets, rules, today)
            if lane := find_lane(control, move, today):
                near[control] = lane
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
        ids = [control.id for summaries in lanes.values() for control in summaries[:per_lane]]
        views = self.search.describe(self.search.fetch(ids), today, rules, staff)
        cards = {view.control.id: view for view in views}
        return tuple(
            Lane(
                name,
                tuple(cards[shown.id] for shown in summaries[:per_lane] if shown.id in cards),
                len(summaries),
            )
            for name, summaries in lanes.items()
        )


SOON = timedelta(days=14)
NO_AREA = "No area"
MOST_LANES = 10


class Arrangement(StrEnum):
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
    """A filter of the board; `owner` is a full name."""

    by: Arrangement = Arrangement.MOVE
    area: str = ""
    owner: str = ""
    words: str = ""

    def is_met_by(self, control: ControlSummary, owner: str) -> bool:
        if self.area and control.area != self.area:
            return False
        if self.owner and owner != self.owner:
            return False
        if not self.words:
            return True
        words = self.words.casefold()
        return any(
            words in text.casefold() for text in (control.name, control.area, control.owner, owner)
        )


def find_lane(control: ControlSummary, move: Move, today: date) -> Pressing | None:
    """None for a control that is on track and not due soon."""
    if move is not Move.ON_TRACK:
        return _LANES[move]
    return Pressing.SOON if control.due_on <= today + SOON else None


def sort_lanes(
    summaries: Iterable[ControlSummary],
    by: Arrangement,
    lane_of: Callable[[ControlSummary], Pressing],
) -> Mapping[str, Sequence[ControlSummary]]:
    """The columns with what stands on each, in the order given.

    By move there are always all four; by area those that have anything, the most pressing first,
    and no more than fit on a page.
    """
    if by is Arrangement.MOVE:
        lanes: dict[str, list[ControlSummary]] = {lane: [] for lane in Pressing}
        for control in summaries:
            lanes[lane_of(control)].append(control)
        return lanes
    lanes = {}
    for control in summaries:
        lanes.setdefault(control.area or NO_AREA, []).append(control)
    return dict(list(lanes.items())[:MOST_LANES])
