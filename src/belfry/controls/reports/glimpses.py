"""How the many controls that are not on a page still count there: a little of each is enough.

Where a control stands follows from its due date and its chain alone. What was said of it, and
when it is next spoken of, only the whole record tells.
"""

from __future__ import annotations

from collections.abc import Iterable
from datetime import date, timedelta
from typing import NamedTuple

from belfry.controls.chains.chains import Offsets
from belfry.controls.chains.moves import Move, find_escalation_day
from belfry.controls.chains.rules import BUILT_IN_CHAIN, Rules


class Glimpse(NamedTuple):
    """A control as a list, a count or a search knows it."""

    id: str
    name: str
    area: str
    owner: str
    chain_override: str
    due_on: date


class Outline(NamedTuple):
    """A control as the sheet of a year knows it."""

    id: str
    name: str
    area: str
    owner: str
    repeat: str
    due_on: date
    anchor_on: date


class AreaPart(NamedTuple):
    """So many of an area's controls, after some that are passed over."""

    area: str
    skip: int
    limit: int


def find_move(due_on: date, chain: Offsets, today: date) -> Move:
    """The move that `decide_move` gives for an open cycle, without its reason."""
    if today < due_on + timedelta(days=chain[0]):
        return Move.ON_TRACK
    if today >= find_escalation_day(due_on, chain):
        return Move.ESCALATE
    return Move.OVERDUE if today > due_on else Move.DUE_NOW


def find_horizon(rules: Rules, today: date) -> date:
    """The last due date of which anybody may be reminded today, but for chains of a row's own."""
    said: Iterable[Offsets] = (one.value for one in rules.chains.values())
    first = min(chain[0] for chain in (rules.default or BUILT_IN_CHAIN, *said))
    return today + timedelta(days=max(-first, 0))
