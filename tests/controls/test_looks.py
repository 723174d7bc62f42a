"""On which day a control has to be looked at: never too late, and not a day too early."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.tick_days import make_cycle, on, open_cycle, record

from belfry.controls.chains.moves import OpenCycle, decide_move, find_next_check
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
    cycle = open_cycle(cycle.chain, snoozes=snoozes)
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


def test_an_escalated_control_is_looked_at_every_day() -> None:
    cycle = make_cycle(-5, 0)
    for day in (1, 2, 3):
        cycle = record(cycle, decide_move(cycle, on(day)), on(day))
        assert find_next_check(cycle, on(day)) == on(day + 1)
