"""Why a shift went to one person and not to another, when both may take it.

Whoever has the shift is looked at as they would stand without it, everybody else as they stand.
"""

from __future__ import annotations

from fractions import Fraction

from belfry.rota.rules.placed import Placed
from belfry.rota.rules.ranks import Rank, render_left, say_left
from belfry.rota.shift_words import render_hours
from belfry.rota.shifts import Shift


def say_chosen(placed: Placed, shift: Shift, own: Rank, other: Rank) -> str:
    """Why it is theirs, beside the first of those who may take it too."""
    if other.key < own.key:
        return _say_out_of_turn(placed, shift, own, other)
    if own.share == other.share:
        return f"{own.name} and {other.name} are level this week, and {_say_edge(own, other)}"
    larger = ", the larger share" if _differ(own, other) and own.left > 0 else ""
    return f"{say_without(own)}{larger}; next is {other.name}, {render_left(other)}"


def say_not_chosen(placed: Placed, shift: Shift, own: Rank, other: Rank) -> str:
    """Why it is not the other's, who may take it too."""
    if other.key < own.key:
        return _say_out_of_turn(placed, shift, own, other)
    may = f"{other.name} may take it"
    if own.share == other.share:
        return f"{may} and is level with {own.name}, but {_say_edge(own, other)}"
    if other.target <= 0:
        return f"{may} but has no target, so {own.name} comes first"
    if _differ(own, other):
        shares = f"{_render_share(other)}, against {own.name} with {_render_share(own)} without it"
        return f"{may} but has the smaller share open: {shares}"
    lower = render_hours(own.left - other.left)
    first = f"{own.name} was {_render_short(own)} without it"
    return f"{may} but ranks {lower} lower: {render_left(other)}, {first}"


def say_without(rank: Rank) -> str:
    """Ana was 16 h below the target of 40 h without it."""
    if rank.target <= 0:
        return say_left(rank)
    return f"{rank.name} was {render_left(rank)} without it"


def find_unevenness(own: Rank, other: Rank, minutes: int) -> Fraction:
    """By how much the week would be less even if the other had the shift.

    What counts is how far everybody is from their target, squared, for each minute of the target.
    """
    as_it_is = _square(own, minutes) + _square(other, 0)
    moved = _square(own, 0) + _square(other, minutes)
    return moved - as_it_is


def _square(rank: Rank, minutes: int) -> Fraction:
    return Fraction((rank.left - minutes) ** 2, max(rank.target, 1))


def _say_out_of_turn(placed: Placed, shift: Shift, own: Rank, other: Rank) -> str:
    """The other comes first by rank: what else speaks for whoever has it, if anything does."""
    first = _say_before(own, other)
    if own.name in placed.week.kept.get(shift.id, ()):
        return f"{first}, but {own.name} had it already in the rota that people know"
    change = find_unevenness(own, other, shift.minutes)
    if change < 0:
        return f"{first}: the hours would be a little more even with {other.name} on it"
    evenly = "more even" if change > 0 else "just as even"
    return f"{first}, but the hours of the whole week are {evenly} with {own.name} on it"


def _say_before(own: Rank, other: Rank) -> str:
    if own.share == other.share:
        level = f"is level with {own.name} this week, and {_say_edge(other, own)}"
        return f"{other.name} may take it too, {level}"
    by_share = " by share" if _differ(own, other) else ""
    stands = f"{other.name}, {render_left(other)}, comes before {own.name}{by_share}"
    return f"{stands} and may take it too"


def _differ(own: Rank, other: Rank) -> bool:
    """Whether shares and hours may say different things of the two."""
    return own.target != other.target and min(own.target, other.target) > 0


def _render_short(rank: Rank) -> str:
    """16 h below, where the target has been told already."""
    if rank.left == 0:
        return "at it"
    return f"{render_hours(abs(rank.left))} {'below' if rank.left > 0 else 'over'}"


def _render_share(rank: Rank) -> str:
    """8 h of 16 h."""
    target = render_hours(rank.target)
    if rank.left < 0:
        return f"{render_hours(-rank.left)} more than {target}"
    return f"{render_hours(rank.left) if rank.left else 'nothing'} of {target}"


def _say_edge(first: Rank, second: Rank) -> str:
    """What sets two people apart who have the same share of their targets open."""
    if first.below == second.below:
        return f"this week's lot fell to {first.name}"
    more = render_hours(first.below - second.below)
    return f"{first.name} is {more} further behind over the last four weeks"
