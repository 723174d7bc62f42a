"""Who may take over a shift, in the order of asking, and who may not and why."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.rules.blocks import list_blocks, render_blocks
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank, say_left
from belfry.rota.rules.weeks import Member, Shift
from belfry.rota.shift_words import render_hours


@dataclass(frozen=True, slots=True)
class Cover:
    """`words` are a sentence about the person, for or against."""

    name: str
    words: str


@dataclass(frozen=True, slots=True)
class Covers:
    """`may` are in the order in which they should be asked."""

    may: tuple[Cover, ...]
    may_not: tuple[Cover, ...]


def find_covers(placed: Placed, shift_id: str, name: str = "") -> Covers:
    """Everybody else, for or against; NotFound, or InputError if the shift is not theirs.

    Without a name it is about a seat that nobody has.
    """
    shift = placed.shifts.get(shift_id)
    if shift is None:
        raise NotFound(f"there is no shift {shift_id} in the week of {placed.week.starts_on}")
    people = placed.rota[shift_id]
    if name and name not in people:
        raise InputError(f"expected somebody who has the shift, not {name}", field="name")
    may, may_not = [], []
    for rank in placed.ranks:
        if rank.name in people:
            continue
        member = placed.members[rank.name]
        if blocks := list_blocks(placed, member, shift):
            may_not.append(Cover(rank.name, f"{rank.name} {render_blocks(blocks)}"))
        else:
            may.append(Cover(rank.name, _say_may(placed, shift, member, rank)))
    return Covers(tuple(may), tuple(may_not))


def _say_may(placed: Placed, shift: Shift, member: Member, rank: Rank) -> str:
    total = render_hours(placed.count_minutes(member.name) + shift.minutes)
    return f"{say_left(rank)} and would have {total} with it"
