"""Whether a control seen from afar stands where it stands seen whole."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.controls.tick_days import open_cycle

from belfry.controls.chains.moves import Move, decide_move, find_horizon, find_move
from belfry.controls.chains.rules import Clause, Rules

TODAY = date(2026, 11, 16)
CHAINS = st.sets(st.integers(-40, 40), min_size=1, max_size=5).map(lambda one: tuple(sorted(one)))


@given(CHAINS, st.integers(-100, 100))
def test_move_is_the_one_that_is_decided(chain: tuple[int, ...], off: int) -> None:
    due_on = TODAY + timedelta(days=off)
    decided = decide_move(open_cycle(chain, due_on=due_on), TODAY)
    assert find_move(due_on, chain, TODAY) is decided.move


@given(CHAINS, CHAINS, st.integers(1, 100))
def test_beyond_the_horizon_everything_is_on_track(
    default: tuple[int, ...], own: tuple[int, ...], days: int
) -> None:
    rules = Rules(default=default, chains={"safety": Clause("Safety", own)})
    far = find_horizon(rules, TODAY) + timedelta(days=days)
    assert {find_move(far, chain, TODAY) for chain in (default, own)} == {Move.ON_TRACK}


@pytest.mark.parametrize(
    ("rules", "days"),
    [
        pytest.param(Rules(), 3, id="Belfry's own chain begins three days before"),
        pytest.param(Rules(default=(-10, 0)), 10, id="the team's default"),
        pytest.param(Rules(default=(2,)), 0, id="a chain that begins after the day"),
        pytest.param(
            Rules(default=(0,), chains={"a": Clause("A", (-21, 0))}), 21, id="the longest of all"
        ),
    ],
)
def test_horizon_is_as_far_as_the_longest_chain_looks_ahead(rules: Rules, days: int) -> None:
    assert find_horizon(rules, TODAY) == TODAY + timedelta(days=days)
