"""What holds for every chain, every absence and every snooze."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.controls.tick_days import DUE_ON, change, on, open_cycle, record

from belfry.controls.chains.moves import Move, decide_move
from belfry.controls.controls import Snooze

CHAINS = st.sets(st.integers(-40, 20), min_size=1, max_size=6).map(
    lambda offsets: tuple(sorted(offsets))
)
SNOOZES = st.lists(
    st.tuples(st.integers(-45, 20), st.integers(1, 7)).map(
        lambda days: Snooze(on(days[0]), on(days[0] + days[1]))
    ),
    max_size=3,
).map(lambda some: tuple(sorted(some, key=lambda snooze: snooze.from_on)))
# Days with a tick, in their order, some of them twice; the others are lost.
TICKS = st.lists(st.integers(-45, 40), max_size=60).map(sorted)


@given(CHAINS, SNOOZES, TICKS)
@settings(max_examples=500, deadline=None, derandomize=True)
def test_every_window_is_recorded_once_and_a_day_has_one_message(
    chain: tuple[int, ...], snoozes: tuple[Snooze, ...], days: list[int]
) -> None:
    cycle, sent = open_cycle(chain, snoozes=snoozes), Counter[int]()
    for day in [*days, 60]:
        decision = decide_move(cycle, on(day))
        cycle = record(cycle, decision, on(day))
        sent[day] += decision.sends
    assert sorted(record.window for record in cycle.windows) == list(chain)
    assert max(sent.values()) <= 1


@given(CHAINS, SNOOZES, TICKS)
@settings(max_examples=500, deadline=None, derandomize=True)
def test_tick_that_runs_again_decides_nothing_new(
    chain: tuple[int, ...], snoozes: tuple[Snooze, ...], days: list[int]
) -> None:
    cycle = open_cycle(chain, snoozes=snoozes)
    for day in days:
        first = decide_move(cycle, on(day))
        assert decide_move(cycle, on(day)) == first
        cycle = record(cycle, first, on(day))
        again = decide_move(cycle, on(day))
        assert (again.move, again.sends, again.skipped) == (first.move, False, ())
        assert record(cycle, again, on(day)).control == cycle.control


@given(CHAINS, SNOOZES, TICKS)
@settings(max_examples=500, deadline=None, derandomize=True)
def test_move_depends_on_the_day_alone(
    chain: tuple[int, ...], snoozes: tuple[Snooze, ...], days: list[int]
) -> None:
    cycle, last = open_cycle(chain, snoozes=snoozes), max(chain[-1], 0)
    for day in days:
        decision = decide_move(cycle, on(day))
        cycle = record(cycle, decision, on(day))
        if day < chain[0]:
            assert (decision.move, decision.sends) == (Move.ON_TRACK, False)
        elif day > last:
            assert decision.move is Move.ESCALATE
        else:
            assert decision.move is (Move.OVERDUE if day > 0 else Move.DUE_NOW)


@given(CHAINS, st.data())
@settings(max_examples=300, deadline=None, derandomize=True)
def test_without_absences_every_window_is_sent_on_its_own_day(
    chain: tuple[int, ...], data: st.DataObject
) -> None:
    done_before = data.draw(st.integers(chain[0], 30))
    cycle = open_cycle(chain)
    for day in range(-45, done_before):
        decision = decide_move(cycle, on(day))
        cycle = record(cycle, decision, on(day))
        is_escalated = day > max(chain[-1], 0)
        assert decision.sends == (day in chain or is_escalated)
    sent = [(record.window, record.on, record.is_sent) for record in cycle.windows]
    assert sent == [(window, on(window), True) for window in chain if window < done_before]


@given(CHAINS, SNOOZES, TICKS)
@settings(max_examples=500, deadline=None, derandomize=True)
def test_snoozed_days_are_silent_and_escalations_are_not(
    chain: tuple[int, ...], snoozes: tuple[Snooze, ...], days: list[int]
) -> None:
    cycle = open_cycle(chain, snoozes=snoozes)
    for day in sorted(set(days)):
        decision = decide_move(cycle, on(day))
        cycle = record(cycle, decision, on(day))
        if decision.move is Move.ESCALATE:
            assert decision.sends
        elif any(snooze.from_on <= on(day) < snooze.until_on for snooze in snoozes):
            assert not decision.sends


@given(CHAINS, SNOOZES)
@settings(max_examples=500, deadline=None, derandomize=True)
def test_snooze_costs_at_most_one_reminder_more_when_it_ends(
    chain: tuple[int, ...], snoozes: tuple[Snooze, ...]
) -> None:
    cycle = open_cycle(chain, snoozes=snoozes)
    ends = {snooze.until_on for snooze in snoozes}
    for day in range(-45, max(chain[-1], 0) + 1):
        decision = decide_move(cycle, on(day))
        cycle = record(cycle, decision, on(day))
        if decision.sends:
            assert day in chain or on(day) in ends


@given(CHAINS, TICKS, st.integers(-3000, 3000))
@settings(max_examples=200, deadline=None, derandomize=True)
def test_weekday_and_season_change_nothing(
    chain: tuple[int, ...], days: list[int], apart: int
) -> None:
    later = timedelta(days=apart)
    here = open_cycle(chain)
    shifted = change(here, due_on=DUE_ON + later)
    for day in days:
        decision, later_decision = decide_move(here, on(day)), decide_move(shifted, on(day) + later)
        assert (decision.move, decision.sends, decision.window, decision.skipped) == (
            later_decision.move,
            later_decision.sends,
            later_decision.window,
            later_decision.skipped,
        )
        here = record(here, decision, on(day))
        shifted = record(shifted, later_decision, on(day) + later)
