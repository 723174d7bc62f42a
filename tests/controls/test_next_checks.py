"""On which day a control has to be looked at: never too late, and not a day too early."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.tick_days import EVERY_DAY, MONDAY_TO_FRIDAY, make_cycle, on, open_cycle, record

from belfry.controls.chains.moves import (
    Move,
    OpenCycle,
    decide_move,
    find_horizon,
    find_move,
    find_next_check,
)
from belfry.controls.chains.rules import Clause, Rules
from belfry.controls.controls import Snooze

DAY = timedelta(days=1)
OFFSETS = st.lists(st.integers(-20, 20), min_size=1, max_size=5, unique=True).map(sorted)
DAYS = st.integers(-30, 30)
SNOOZES = st.lists(st.tuples(DAYS, st.integers(1, 7)), max_size=3)


def find_slowly(cycle: OpenCycle, day: date) -> date:
    """Day by day, until one of them brings anything."""
    while True:
        decision = decide_move(cycle, day)
        if decision.sends or decision.skipped:
            return day
        day += DAY


@st.composite
def cycles(draw: st.DrawFn) -> OpenCycle:
    """A cycle that was ticked on any days, and snoozed now and then."""
    cycle = make_cycle(*draw(OFFSETS))
    snoozes = [Snooze(on(first), on(first + span)) for first, span in draw(SNOOZES)]
    working_days = draw(st.frozensets(st.integers(0, 6), min_size=1))
    rules = Rules(working_days=working_days)
    cycle = open_cycle(cycle.chain, snoozes=snoozes, rules=rules)
    for day in sorted(draw(st.lists(DAYS, max_size=5))):
        cycle = record(cycle, decide_move(cycle, on(day)), on(day))
    return cycle


@given(cycle=cycles(), day=st.integers(-40, 60))
@settings(max_examples=400, derandomize=True)
def test_the_day_is_the_first_that_brings_anything(cycle: OpenCycle, day: int) -> None:
    assert find_next_check(cycle, on(day)) == find_slowly(cycle, on(day))


def test_a_control_nobody_has_looked_at_is_looked_at_when_its_first_window_opens() -> None:
    cycle = make_cycle(-5, 0, 2)
    assert find_next_check(cycle, on(-30)) == on(-5)
    assert find_next_check(cycle, on(-4)) == on(-4)


def test_an_escalated_control_is_looked_at_every_working_day() -> None:
    cycle = open_cycle((-5, 0), rules=MONDAY_TO_FRIDAY)
    checked = []
    for day in (1, 4, 5):  # from Friday
        cycle = record(cycle, decide_move(cycle, on(day)), on(day))
        checked.append(find_next_check(cycle, on(day)))
    assert checked == [on(4), on(5), on(6)]


TODAY = date(2026, 11, 16)
CHAINS = st.sets(st.integers(-40, 40), min_size=1, max_size=5).map(
    lambda offsets: tuple(sorted(offsets))
)


@given(CHAINS, st.integers(-100, 100))
def test_move_is_the_one_that_is_decided(chain: tuple[int, ...], off: int) -> None:
    due_on = TODAY + timedelta(days=off)
    decided = decide_move(open_cycle(chain, due_on=due_on), TODAY)
    assert find_move(due_on, chain, EVERY_DAY, TODAY) is decided.move


@given(CHAINS, CHAINS, st.integers(1, 100))
def test_beyond_the_horizon_everything_is_on_track(
    default: tuple[int, ...], own: tuple[int, ...], days: int
) -> None:
    rules = Rules(default=default, chains={"safety": Clause("Safety", own)})
    far = find_horizon(rules, TODAY) + timedelta(days=days)
    assert {find_move(far, chain, rules, TODAY) for chain in (default, own)} == {Move.ON_TRACK}


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
