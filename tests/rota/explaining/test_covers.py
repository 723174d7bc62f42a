"""Who may take a shift over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime
from itertools import product
from typing import Any

import pytest
from hypothesis import given, settings
from tests.rota.rules.placed_strategies import placed_weeks
from tests.rota.weeks import (
    make_availability,
    make_member,
    make_shift,
    make_time_off,
    make_week,
)

from belfry.kernel.errors import InputError, NotFound
from belfry.rota.explaining.covers import (
    Chain,
    Cover,
    Covers,
    find_chains,
    find_covers,
    replace_name,
)
from belfry.rota.rules.checker import check_rota
from belfry.rota.rules.placed import Placed
from belfry.rota.rules.weeks import Rota, Rule, Week

WEEK = make_week(
    [make_shift("Fri 14:00-22:00", id="asked", headcount=2), "Sat 07:00-15:00", "Mon 09:00-17:00"],
    ["Ana", "Ben", "Cleo", make_member("Dov", 0), "Eve", "Finn", "Gus"],
    time_off=[make_time_off("Finn", "Fri", is_pending=True)],
)
PLACED = Placed(WEEK, {"asked": ("Ana", "Gus"), "s/Sat/0700": ("Ben",), "s/Mon/0900": ("Cleo",)})


def test_covers_are_asked_in_the_order_of_their_turn() -> None:
    assert find_covers(PLACED, "asked", "Ana") == Covers(
        may=(
            Cover("Eve", "Eve is 40 h below the target of 40 h and would have 8 h with it"),
            Cover("Cleo", "Cleo is 32 h below the target of 40 h and would have 16 h with it"),
            Cover("Dov", "Dov has no target and would have 8 h with it"),
        ),
        may_not=(
            Cover("Finn", "Finn has asked for 20 November off, and nobody has answered yet"),
            Cover("Ben", "Ben has Saturday 07:00-15:00: only 9 h after this one, 11 h are needed"),
        ),
    )


def test_open_seat_is_offered_to_everybody_but_those_on_the_shift() -> None:
    covers = find_covers(PLACED, "asked")
    assert covers == find_covers(PLACED, "asked", "Ana")
    assert [cover.name for cover in (*covers.may, *covers.may_not)] == [
        "Eve",
        "Cleo",
        "Dov",
        "Finn",
        "Ben",
    ]


def test_only_whoever_has_a_shift_can_be_covered() -> None:
    with pytest.raises(InputError, match="not Eve"):
        find_covers(PLACED, "asked", "Eve")


def test_shift_that_is_not_there_is_not_found() -> None:
    with pytest.raises(NotFound, match="2026-11-16"):
        find_covers(PLACED, "s/x", "Ana")


NOON = datetime(2026, 11, 15, 12, tzinfo=UTC)


def nobody_is_away(name: str, day: date) -> bool:
    return False


def chain_up(placed: Placed, shift_id: str, name: str, **more: Any) -> tuple[Chain, ...]:
    return find_chains(placed, shift_id, name, **{"now": NOON, "is_away": nobody_is_away, **more})


# Ana is ill. Ben could come if Cleo, who is free in the evening alone, took his late shift.
ILL = make_week(
    [
        make_shift("Fri 07:00-15:00", id="early"),
        make_shift("Fri 15:00-22:00", id="late"),
        make_shift("Mon 07:00-15:00", id="monday"),
    ],
    ["Ana", "Ben", "Cleo"],
    availability=[make_availability("Cleo", "Fri 15:00-23:00")],
)
ROTA = {"early": ("Ana",), "late": ("Ben",), "monday": ("Ben",)}


def test_two_moves_are_found_where_nobody_may_take_the_shift() -> None:
    assert find_covers(Placed(ILL, ROTA), "early", "Ana").may == ()
    words = "Ben can take it if Cleo takes Friday 15:00-22:00 from Ben"
    assert chain_up(Placed(ILL, ROTA), "early", "Ana") == (Chain("Ben", "late", "Cleo", words),)


@pytest.mark.parametrize(
    "late, more",
    [
        pytest.param({"pins": ["Ben"]}, {}, id="a pinned shift"),
        pytest.param({}, {"now": datetime(2026, 11, 20, 15, tzinfo=UTC)}, id="one that has begun"),
        pytest.param({}, {"is_away": lambda name, day: name == "Cleo"}, id="someone who is away"),
        pytest.param({}, {"is_away": lambda name, day: name == "Ben"}, id="a mover who is away"),
    ],
)
def test_no_move_touches(late: Any, more: Any) -> None:
    shifts = [make_shift("Fri 15:00-22:00", id="late", **late), *(ILL.shifts[0], ILL.shifts[2])]
    assert chain_up(Placed(replace(ILL, shifts=tuple(shifts)), ROTA), "early", "Ana", **more) == ()


@settings(derandomize=True, max_examples=150, deadline=None)
@given(placed_weeks())
def test_chains_are_legal_and_none_is_overlooked(made: tuple[Week, Rota]) -> None:
    """Compared with trying every pair of moves and asking the checker."""
    placed = Placed(*made)
    for shift_id, people in placed.rota.items():
        for name in people:
            may = {cover.name for cover in find_covers(placed, shift_id, name).may}
            chains = chain_up(placed, shift_id, name, now=datetime.min.replace(tzinfo=UTC))
            legal = set(try_pairs(placed, shift_id, name, may))
            moves = {(chain.mover, chain.gives_up, chain.taker) for chain in chains}
            assert moves <= legal
            assert bool(moves) is bool(legal)


def try_pairs(
    placed: Placed, shift_id: str, name: str, may: set[str]
) -> Iterator[tuple[str, str, str]]:
    shifts = [shift for shift in placed.week.shifts if not shift.is_pinned and shift.id != shift_id]
    on_it = placed.rota[shift_id]
    for other in shifts:
        movers = {*placed.rota[other.id]} - {name, *on_it} - may
        takers = {member.name for member in placed.week.members} - {name, *placed.rota[other.id]}
        for mover, taker in product(sorted(movers), sorted(takers)):
            rota = {
                **placed.rota,
                shift_id: replace_name(on_it, name, mover),
                other.id: replace_name(placed.rota[other.id], mover, taker),
            }
            gained = {mover, taker}
            broken = [breach for breach in check_rota(placed.week, rota) if breach.name in gained]
            if all(breach.rule in (Rule.PIN, Rule.HELD) for breach in broken):
                yield mover, other.id, taker
