"""Which published shifts need cover, who may take one over, in the order of asking, and why not."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.rules.blocks import list_blocks, render_blocks
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank, say_left
from belfry.rota.rules.weeks import Member, Rule, Shift, Week
from belfry.rota.shift_words import render_hours

# These are about the shift, or are undecided, or can only be broken together with another week.
_NO_NEED = frozenset(
    {
        *(Rule.UNKNOWN_SHIFT, Rule.TWICE, Rule.HEADCOUNT, Rule.HELD, Rule.PIN),
        *(Rule.PENDING, Rule.DAYS_IN_ROW),
    }
)


@dataclass(frozen=True, slots=True)
class NeedsCover:
    """A published shift whose person may no longer work it; `words` go on from the name."""

    shift_id: str
    name: str
    words: str


def list_needing_cover(placed: Placed, known: Week, now: datetime) -> tuple[NeedsCover, ...]:
    """The coming shifts of a published rota that need cover, by today's facts, in their order.

    `known` are the facts with which it was published: what was broken then, a manager allowed.
    """
    allowed = {_find_key(breach) for breach in check_rota(known, placed.rota)}
    seats = dict.fromkeys(
        (breach.shift_id, breach.name)
        for breach in check_rota(placed.week, placed.rota)
        if breach.rule not in _NO_NEED
        and _find_key(breach) not in allowed
        # A shift of another week was weighed when that week was published.
        and (not breach.against or breach.against in placed.shifts)
    )
    needs = [
        NeedsCover(shift_id, name, _say_need(placed, placed.shifts[shift_id], name))
        for shift_id, name in seats
        if placed.shifts[shift_id].starts_at > now
    ]
    return tuple(
        sorted(needs, key=lambda need: (placed.shifts[need.shift_id].starts_at, need.name))
    )


def _find_key(breach: Breach) -> tuple[str, str, str]:
    return breach.rule, breach.name, breach.shift_id


def _say_need(placed: Placed, shift: Shift, name: str) -> str:
    member = placed.members.get(name)
    if member is None:
        return "is not on the staff list any more"
    return render_blocks(list_blocks(placed, member, shift, without={shift.id}))


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
    """All other people, for or against; NotFound, or InputError if the shift is not theirs.

    Without a name it is about an open seat.
    """
    shift = placed.shifts.get(shift_id)
    if shift is None:
        raise NotFound(f"there is no shift {shift_id} in the week of {placed.week.starts_on}")
    people = placed.rota[shift_id]
    if name and name not in people:
        raise InputError(f"expected a person who has the shift, not {name}", field="name")
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
