"""Which controls there are, the most pressing first, and where each stands today."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from zoneinfo import ZoneInfo

from belfry.controls.chains.find_rules import FindRules
from belfry.controls.chains.moves import Decision, Move, decide_move
from belfry.controls.chains.rules import Rules
from belfry.controls.control_states import chain_of, standing_of
from belfry.controls.controls import Control
from belfry.controls.ports import Controls
from belfry.controls.reports.glimpses import Glimpse, find_horizon, find_move
from belfry.controls.searches import LATELY
from belfry.kernel.errors import InputError
from belfry.ports.clock import Clock

# Looking through more would keep a page waiting; those left out are the last to come due.
MOST_COUNTED = 5000
PAGE = 500


@dataclass(frozen=True, slots=True)
class ControlLine:
    """A control, and what today brings for it."""

    control: Control
    decision: Decision


@dataclass(frozen=True, slots=True)
class ControlPage:
    """As many as were asked for; `following` is where the next page goes on, if there is one."""

    today: date
    lines: tuple[ControlLine, ...]
    following: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """How many controls stand where today: each is counted under one move.

    `done_lately` are those that were last done in these seven days.
    """

    on_track: int
    due_now: int
    overdue: int
    escalated: int
    done_lately: int


@dataclass(frozen=True, slots=True)
class ListControls:
    """Never reads more controls than it gives, but for one that tells whether there are more."""

    controls: Controls
    clock: Clock
    find_rules: FindRules
    zone: ZoneInfo

    def __call__(self, *, after: str = "", limit: int) -> ControlPage:
        """By due date; `after` is the `following` of the page before."""
        today, rules = self.find_today(), self.find_rules()
        found = self.controls.list_page(after=read_place(after), limit=limit + 1)
        shown = found[:limit]
        lines = tuple(_stand(control, rules, today) for control in shown)
        return ControlPage(today, lines, write_place(shown[-1]) if len(found) > limit else "")

    def count(self, rules: Rules | None = None) -> Counts:
        """A little is read of those that may be spoken of today; all others are on track."""
        today, rules = self.find_today(), rules or self.find_rules()
        near = self.controls.list_glimpses(until=find_horizon(rules, today))
        moves = Counter(find_move(one.due_on, chain_of(one, rules).offsets, today) for one in near)
        return Counts(
            on_track=moves[Move.ON_TRACK] + self.controls.count() - len(near),
            due_now=moves[Move.DUE_NOW],
            overdue=moves[Move.OVERDUE],
            escalated=moves[Move.ESCALATE],
            done_lately=self.controls.count(done_after=today - LATELY),
        )

    def find_today(self) -> date:
        return self.clock.now().astimezone(self.zone).date()


def _stand(control: Control, rules: Rules, today: date) -> ControlLine:
    standing = standing_of(control, chain_of(control, rules).offsets)
    return ControlLine(control, decide_move(standing, today))


def write_place(control: Control | Glimpse) -> str:
    """Where a page goes on that comes after this control."""
    return f"{control.due_on.isoformat()}/{control.id}"


def read_place(text: str) -> tuple[date, str] | None:
    """What `write_place` wrote; None for nothing."""
    if not text:
        return None
    day, _, control_id = text.partition("/")
    try:
        return date.fromisoformat(day), control_id
    except ValueError as error:
        raise InputError("expected the end of another page", field="after") from error
