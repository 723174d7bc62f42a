"""Why each person has a shift, and why each of the others has not.

Everything is read off the finished rota, so it is true however the rota was made.
"""

from __future__ import annotations

from dataclasses import dataclass

from belfry.kernel.errors import NotFound
from belfry.rota.explaining.outcomes import (
    ShiftOutcome,
    decide_outcome,
    find_weakest,
    is_fixed,
    list_passed_wishes,
    say_chosen,
    say_not_chosen,
)
from belfry.rota.explaining.relaxations import Option, list_options
from belfry.rota.rules.blocks import (
    Block,
    list_blocks,
    list_open_requests,
    render_blocks,
    say_overruled,
)
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank, render_left
from belfry.rota.rules.weeks import FROM_OTHER_SHIFTS, Rule, Shift
from belfry.rota.shift_words import join_words, render_need


@dataclass(frozen=True, slots=True)
class Reason:
    """A sentence about one person; `blocks` are the rules against them."""

    name: str
    words: str
    blocks: tuple[Block, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ShiftExplanation:
    """`others` begin with those who may take it, and end with those who cannot do the work.

    `wishes` tells of those whom the sheet names and the rules refuse. `options` are the smallest
    ways to fill what is open; there are none where every seat is filled.
    """

    shift: Shift
    title: str
    outcome: ShiftOutcome
    placed: tuple[Reason, ...]
    others: tuple[Reason, ...]
    wishes: tuple[str, ...] = ()
    options: tuple[Option, ...] = ()


def explain_shift(placed: Placed, shift_id: str) -> ShiftExplanation:
    """NotFound if the week has no such shift."""
    shift = placed.shifts.get(shift_id)
    if shift is None:
        raise NotFound(f"there is no shift {shift_id} in the week of {placed.week.starts_on}")
    outcome = decide_outcome(placed, shift)
    return ShiftExplanation(
        shift=shift,
        title=render_need(shift),
        outcome=outcome,
        placed=tuple(_explain_placed(placed, shift, name) for name in outcome.people),
        others=_explain_others(placed, shift),
        wishes=list_passed_wishes(placed, shift),
        options=list_options(placed, shift) if outcome.missing else (),
    )


def _explain_placed(placed: Placed, shift: Shift, name: str) -> Reason:
    member = placed.members.get(name)
    if member is None:
        return Reason(name, f"{name} was put on it, but is not on the staff list")
    if blocks := list_blocks(placed, member, shift, without={shift.id}):
        return Reason(name, f"{name} was put on it, but {render_blocks(blocks)}", blocks)
    if words := say_overruled(placed, member, shift):
        return Reason(name, f"{name} was put on it, but {words}")
    if is_fixed(shift, name):
        wish = f"{name} is {'pinned to it' if shift.is_pinned else 'wished for on the sheet'}"
        return Reason(name, ", but ".join([wish, *list_open_requests(placed, member, shift)]))
    own = placed.find_rank_without(member, shift)
    other = next(placed.list_takers(shift), None)
    only = f"{name} is the only one left who may take it"
    if len(placed.rota[shift.id]) > 1:
        only = f"{name} may take it, and nobody else is left who may"
    why = say_chosen(placed, shift, own, other) if other else only
    return Reason(name, "; ".join([why, *_say_busy(placed, shift, own)]))


def _say_busy(placed: Placed, shift: Shift, own: Rank) -> list[str]:
    """Who would have come before them but for another shift."""
    for rank in placed.ranks:
        if rank.key >= own.key:
            break
        if rank.left <= 0 or rank.name in placed.rota[shift.id]:
            continue
        kinds = placed.list_broken(placed.members[rank.name], shift)
        if kinds and FROM_OTHER_SHIFTS.issuperset(kinds):
            first = list_blocks(placed, placed.members[rank.name], shift)[0]
            before = f"{rank.name}, {render_left(rank)}, would come before {own.name}"
            against = placed.shifts[first.against] if first.against is not None else None
            needed = ""
            if against and next(placed.list_takers(against), None) is None:
                needed = f", and nobody else may take {placed.name_shift(against)}"
            return [f"{before} but {first.words}{needed}"]
    return []


def _explain_others(placed: Placed, shift: Shift) -> tuple[Reason, ...]:
    others = (rank for rank in placed.ranks if rank.name not in placed.rota[shift.id])
    reasons = [_explain_other(placed, shift, rank) for rank in others]
    return tuple(sorted(reasons, key=_judge_distance))


def _judge_distance(reason: Reason) -> int:
    """How far a person is from the shift; the nearest are listed first."""
    kinds = {block.rule for block in reason.blocks}
    if not kinds:
        return 0
    if kinds <= FROM_OTHER_SHIFTS:
        return 1
    return 3 if kinds & {Rule.ROLE, Rule.SKILLS} else 2


def _explain_other(placed: Placed, shift: Shift, rank: Rank) -> Reason:
    name, people = rank.name, placed.rota[shift.id]
    if blocks := list_blocks(placed, placed.members[name], shift):
        return Reason(name, f"{name} {render_blocks(blocks)}", blocks)
    if len(people) < shift.headcount:
        return Reason(name, f"{name} may take it and is {render_left(rank)}")
    if weakest := find_weakest(placed, shift):
        return Reason(name, say_not_chosen(placed, shift, weakest, rank))
    settled = f"it was given to {join_words(people)}"
    if all(is_fixed(shift, other) for other in people):
        verb = "it is pinned to" if shift.is_pinned else "the sheet names"
        settled = f"{verb} {join_words(people)}"
    return Reason(name, f"{name} may take it, but {settled}")
