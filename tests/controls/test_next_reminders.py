"""Whether the day on which a control is next spoken of is the day on which it is."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.controls.tick_days import MONDAY_TO_FRIDAY, open_cycle, record

from belfry.controls.chains.moves import (
    OpenCycle,
    decide_move,
    find_next_arrival,
    find_next_reminder,
)
from belfry.controls.chains.rules import Rules
from belfry.controls.controls import Snooze, WindowRecord

DUE = date(2026, 12, 10)
CHAIN = (-5, 0, 2)
_DAY = timedelta(days=1)


def december(day: int) -> date:
    return date(2026, 12, day)


def sent(*windows: int) -> tuple[WindowRecord, ...]:
    return tuple(
        WindowRecord(window, DUE + timedelta(days=window), is_sent=True) for window in windows
    )


CASES = {
    "long before, the first window": ((), (), 1, 5),
    "on the day of a window that is still to be sent": ((), (), 5, 5),
    "after a window, the next one": (sent(-5), (), 6, 10),
    "windows that were missed make one reminder": ((), (), 8, 8),
    "after the last window and the weekend, the escalation": (sent(-5, 0, 2), (), 12, 15),
    "long overdue, every working day": (sent(-5, 0, 2), (), 22, 22),
    "long overdue, on no day off": (sent(-5, 0, 2), (), 19, 21),
    "a snooze, its end": (sent(-5), (Snooze(december(6), december(9)),), 6, 9),
    "a snooze over a window, its end": (sent(-5), (Snooze(december(9), december(11)),), 9, 11),
    "a snooze into the escalation, that": (
        sent(-5, 0, 2),
        (Snooze(december(12), december(19)),),
        12,
        15,
    ),
}


@pytest.mark.parametrize("windows, snoozes, today, day", CASES.values(), ids=CASES)
def test_next_reminder_is_on_its_day(
    windows: tuple[WindowRecord, ...], snoozes: tuple[Snooze, ...], today: int, day: int
) -> None:
    cycle = open_cycle(CHAIN, windows=windows, snoozes=snoozes, rules=MONDAY_TO_FRIDAY)
    assert find_next_reminder(cycle, december(today)) == december(day)


@pytest.mark.parametrize(
    "windows, today, day",
    [
        pytest.param((), 1, 7, id="the first window opens on a Saturday"),
        pytest.param(sent(-5), 6, 7, id="decided on Saturday, it waits on Sunday"),
        pytest.param(sent(-5), 7, 10, id="on Monday it has arrived"),
        pytest.param(sent(-5, 0), 11, 14, id="the last window opens on a Saturday"),
        pytest.param(sent(-5, 0, 2), 13, 14, id="the last one waits for Monday"),
        pytest.param(sent(-5, 0, 2), 14, 15, id="then it is escalated"),
    ],
)
def test_next_message_arrives_on_a_working_day(
    windows: tuple[WindowRecord, ...], today: int, day: int
) -> None:
    cycle = open_cycle(CHAIN, windows=windows, rules=MONDAY_TO_FRIDAY)
    arrival = find_next_arrival(cycle, december(today), december(today + 1))
    assert arrival == december(day)


def find_by_ticking(cycle: OpenCycle, from_on: date) -> date:
    """Day by day, as ticks would have it."""
    day = from_on
    while not (decision := decide_move(cycle, day)).sends:
        cycle = record(cycle, decision, day)
        day += _DAY
    return day


WORKING_DAYS = st.frozensets(st.integers(0, 6), min_size=1)
DAYS = st.integers(-40, 20).map(lambda days: DUE + timedelta(days=days))
SNOOZES = st.lists(
    st.builds(
        lambda from_on, days: Snooze(from_on, from_on + timedelta(days=days)),
        DAYS,
        st.integers(1, 7),
    ),
    max_size=3,
)


@given(
    st.lists(st.integers(-30, 10), min_size=1, max_size=5, unique=True).map(sorted),
    st.lists(st.tuples(DAYS, st.booleans()), max_size=4),
    SNOOZES,
    st.none() | DAYS,
    DAYS,
    WORKING_DAYS,
)
def test_next_reminder_is_the_first_that_any_row_of_ticks_would_send(
    chain: list[int],
    records: list[tuple[date, bool]],
    snoozes: list[Snooze],
    last_sent_on: date | None,
    from_on: date,
    working_days: frozenset[int],
) -> None:
    windows = [
        WindowRecord(window, on, is_sent)
        for window, (on, is_sent) in zip(chain, records, strict=False)
    ]
    rules = Rules(working_days=working_days)
    cycle = open_cycle(
        tuple(chain), windows=windows, snoozes=snoozes, last_sent_on=last_sent_on, rules=rules
    )
    assert find_next_reminder(cycle, from_on) == find_by_ticking(cycle, from_on)
