"""What holds for the draft of any week: it is legal, always the same, and leaves no easy gap."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.rota.drafting.random_weeks import weeks

from belfry.rota.drafting.puzzles import make_puzzle
from belfry.rota.drafting.search import Drafted, draft_rota
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.weeks import Rota, Week

some = settings(max_examples=60, derandomize=True, deadline=None)


@some
@given(weeks())
def test_drafts_break_no_rule(week: Week) -> None:
    drafted = draft_rota(week)
    assert check_rota(week, drafted.rota) == ()
    assert check_rota(week, drafted.first) == ()
    assert sorted(drafted.rota) == sorted(shift.id for shift in week.shifts)


@some
@given(weeks(), st.randoms(use_true_random=False))
def test_drafts_do_not_depend_on_the_order_of_the_facts(week: Week, luck: Random) -> None:
    mixed = replace(
        week,
        shifts=tuple(luck.sample(week.shifts, len(week.shifts))),
        members=tuple(luck.sample(week.members, len(week.members))),
        time_off=tuple(luck.sample(week.time_off, len(week.time_off))),
        around=tuple(luck.sample(week.around, len(week.around))),
    )
    assert draft_rota(mixed) == draft_rota(week)


@some
@given(weeks())
def test_drafts_fill_no_less_than_their_first_answer(week: Week) -> None:
    drafted = draft_rota(week)
    assert _count(drafted.rota) >= _count(drafted.first)


@some
@given(weeks())
def test_drafts_leave_no_seat_that_one_placement_or_one_move_would_fill(week: Week) -> None:
    drafted = draft_rota(week)
    fuller = [rota for rota in _list_fuller(week, drafted) if check_rota(week, rota) == ()]
    assert fuller == []


def _count(rota: Rota) -> int:
    return sum(len(names) for names in rota.values())


def _list_fuller(week: Week, drafted: Drafted) -> Iterator[Rota]:
    """Every rota with one more seat filled and at most one person moved for it."""
    rota = drafted.rota
    puzzle = make_puzzle(week)
    waiting = {
        shift.id for shift, seats in zip(puzzle.shifts, puzzle.wanted, strict=True) if not seats
    }
    team = [member.name for member in week.members]
    for shift in week.shifts:
        if shift.id in waiting or len(rota[shift.id]) == shift.headcount:
            continue
        for name in team:
            added = {**rota, shift.id: (*rota[shift.id], name)}
            yield added
            for other in week.shifts:
                if other is not shift and name in rota[other.id] and name not in other.wishes:
                    rest = tuple(one for one in rota[other.id] if one != name)
                    yield from ({**added, other.id: (*rest, one)} for one in team if one != name)
