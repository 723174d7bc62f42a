"""Which published shifts need cover, who may take one over, in the order of asking, and why not.

Where nobody may, two moves may help: a person gives up another shift, and a third one takes that.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date, datetime

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.rules.blocks import list_blocks, render_blocks
from belfry.rota.rules.checker import Breach, check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank, say_left
from belfry.rota.rules.weeks import FROM_OTHER_SHIFTS, Member, Rule, Shift, Week
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

    `known` are the facts with which a manager approved it: what was broken then was allowed.
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


MOST_CHAINS = 3


@dataclass(frozen=True, slots=True)
class Chain:
    """`mover` takes the shift and gives up another, `gives_up`, which `taker` takes.

    `words` say so in a sentence.
    """

    mover: str
    gives_up: str
    taker: str
    words: str


def find_chains(
    placed: Placed, shift_id: str, name: str, *, now: datetime, is_away: Callable[[str, date], bool]
) -> tuple[Chain, ...]:
    """The ways in which two moves cover the shift that `name` has, whose turn it is first.

    A shift that has begun or is pinned stays with its people.
    """
    shift = placed.shifts[shift_id]
    chains: list[Chain] = []
    for rank in placed.ranks:
        if rank.name not in placed.rota[shift_id] and not is_away(rank.name, shift.day):
            chains += _list_chains_of(placed, shift, name, rank.name, now, is_away)
    order = {rank.name: place for place, rank in enumerate(placed.ranks)}
    chains.sort(key=lambda chain: (order[chain.taker], order[chain.mover], chain.gives_up))
    return tuple(chains[:MOST_CHAINS])


def _list_chains_of(
    placed: Placed,
    shift: Shift,
    name: str,
    mover: str,
    now: datetime,
    is_away: Callable[[str, date], bool],
) -> Iterator[Chain]:
    member = placed.members[mover]
    rules = placed.list_broken(member, shift)
    if not rules or not FROM_OTHER_SHIFTS.issuperset(rules):
        return
    for other in placed.list_shifts(mover):
        is_fixed = other.is_pinned or other.starts_at <= now
        if is_fixed or placed.list_broken(member, shift, without={other.id}):
            continue
        moved = placed.with_rota(
            {
                **placed.rota,
                shift.id: replace_name(placed.rota[shift.id], name, mover),
                other.id: tuple(person for person in placed.rota[other.id] if person != mover),
            }
        )
        for rank in moved.list_takers(other):
            is_free = rank.name not in (name, mover, *moved.rota[other.id])
            if is_free and not is_away(rank.name, other.day):
                left = placed.name_shift(other)
                words = f"{mover} can take it if {rank.name} takes {left} from {mover}"
                yield Chain(mover, other.id, rank.name, words)
                break


def replace_name(people: tuple[str, ...], name: str, other: str) -> tuple[str, ...]:
    """The people with another in the place of one of them."""
    return tuple(other if person == name else person for person in people)
