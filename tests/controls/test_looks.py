"""On which day a control has to be looked at: never too late, and not a day too early."""

from __future__ import annotations

from datetime import date, timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.tick_days import DUE_ON, make_standing, on

from belfry.controls.chains.moves import (
    Snooze,
    Standing,
    decide_move,
    find_look_day,
    record_decision,
)

DAY = timedelta(days=1)
OFFSETS = st.lists(st.integers(-20, 20), min_size=1, max_size=5, unique=True).map(sorted)
DAYS = st.integers(-30, 30)
SNOOZES = st.lists(st.tuples(DAYS, st.integers(1, 7)), max_size=3)


def find_slowly(standing: Standing, day: date) -> date:
    """Day by day, until one of them brings anything."""
    while True:
        decision = decide_move(standing, day)
        if decision.sends or decision.skipped:
            return day
        day += DAY


@st.composite
def standings(draw: st.DrawFn) -> Standing:
    """A cycle that was ticked on any days, and snoozed now and then."""
    standing = make_standing(*draw(OFFSETS))
    snoozes = [Snooze(on(first), on(first + span)) for first, span in draw(SNOOZES)]
    standing = Standing(due_on=DUE_ON, chain=standing.chain, snoozes=tuple(snoozes))
    for day in sorted(draw(st.lists(DAYS, max_size=5))):
        standing = record_decision(standing, decide_move(standing, on(day)), on(day))
    return standing


@given(standing=standings(), day=st.integers(-40, 60))
@settings(max_examples=400, derandomize=True)
def test_the_day_is_the_first_that_brings_anything(standing: Standing, day: int) -> None:
    assert find_look_day(standing, on(day)) == find_slowly(standing, on(day))


def test_a_control_nobody_has_looked_at_is_looked_at_when_its_first_window_opens() -> None:
    standing = make_standing(-5, 0, 2)
    assert find_look_day(standing, on(-30)) == on(-5)
    assert find_look_day(standing, on(-4)) == on(-4)


def test_an_escalated_control_is_looked_at_every_day() -> None:
    standing = make_standing(-5, 0)
    for day in (1, 2, 3):
        standing = record_decision(standing, decide_move(standing, on(day)), on(day))
        assert find_look_day(standing, on(day)) == on(day + 1)
