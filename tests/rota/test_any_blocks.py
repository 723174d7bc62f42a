"""Whether what is told of blocks is what the checker, which shares nothing with it, finds."""

from __future__ import annotations

from collections.abc import Iterator

from hypothesis import given, settings
from tests.rota.placed_strategies import placed_weeks

from belfry.rota.rules.blocks import list_blocks
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.members import Member
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.rules import Rule
from belfry.rota.rules.weeks import Rota, Week
from belfry.rota.shifts import Shift

# What a shift says of itself, and not of the person who would take it.
NOT_THEIRS = {Rule.HEADCOUNT, Rule.HELD, Rule.PIN}


@settings(derandomize=True, max_examples=200, deadline=None)
@given(placed_weeks())
def test_nothing_blocks_whoever_breaks_no_rule(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for member, shift in list_pairs(placed):
        has_it = member.name in placed.rota[shift.id]
        tried = {**placed.rota, shift.id: (*placed.rota[shift.id], member.name)}
        is_legal = is_legal_for(placed.week, tried, member)
        assert (list_blocks(placed, member, shift) == ()) == is_legal
        without_it = list_blocks(placed, member, shift, without={shift.id})
        assert (without_it == ()) == (is_legal or has_it)


@settings(derandomize=True, max_examples=200, deadline=None)
@given(placed_weeks())
def test_quick_answer_is_the_one_in_words(made: tuple[Week, Rota]) -> None:
    placed = Placed(*made)
    for member, shift in list_pairs(placed):
        told = {block.rule for block in list_blocks(placed, member, shift)}
        assert told == set(placed.list_broken(member, shift))
        takers = {rank.name for rank in placed.list_takers(shift)}
        assert (member.name in takers) == (not told)


def list_pairs(placed: Placed) -> Iterator[tuple[Member, Shift]]:
    return ((member, shift) for shift in placed.week.shifts for member in placed.week.members)


def is_legal_for(week: Week, rota: Rota, member: Member) -> bool:
    breaches = (breach for breach in check_rota(week, rota) if breach.name == member.name)
    return all(breach.rule in NOT_THEIRS for breach in breaches)
