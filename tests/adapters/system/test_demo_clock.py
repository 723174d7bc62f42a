"""The demo's clock stops, runs and is moved as its port promises."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from threading import Thread

import pytest
from tests.samples import NOON

from belfry.adapters.system.clock import OffsetClock, VirtualClock

MINUTE = timedelta(minutes=1)


@pytest.fixture
def machine() -> VirtualClock:
    return VirtualClock(datetime(2030, 1, 1, tzinfo=UTC))


@pytest.fixture
def clock(machine: VirtualClock) -> OffsetClock:
    return OffsetClock(NOON, machine)


def test_clock_stands_still_until_it_is_let_go(clock: OffsetClock, machine: VirtualClock) -> None:
    machine.advance(MINUTE)
    assert clock.now() == NOON


def test_clock_goes_as_the_machine_once_let_go(clock: OffsetClock, machine: VirtualClock) -> None:
    clock.let_go()
    machine.advance(MINUTE)
    clock.let_go()
    machine.advance(MINUTE)
    assert clock.now() == NOON + 2 * MINUTE


def test_clock_that_is_held_stands_where_it_was(clock: OffsetClock, machine: VirtualClock) -> None:
    clock.let_go()
    machine.advance(MINUTE)
    clock.hold()
    machine.advance(MINUTE)
    assert clock.now() == NOON + MINUTE


@pytest.mark.parametrize("is_loose", [False, True])
def test_clock_is_moved_forward_and_never_back(
    clock: OffsetClock, machine: VirtualClock, is_loose: bool
) -> None:
    if is_loose:
        clock.let_go()
    clock.advance_to(NOON + 5 * MINUTE)
    clock.advance_to(NOON + MINUTE)
    assert clock.now() == NOON + 5 * MINUTE
    machine.advance(MINUTE)
    assert clock.now() == NOON + (6 if is_loose else 5) * MINUTE


def test_clock_does_not_follow_hands_that_are_set_back(
    clock: OffsetClock, machine: VirtualClock
) -> None:
    clock.let_go()
    machine.set_wrong(-60 * MINUTE)
    machine.advance(MINUTE)
    assert clock.now() == NOON + MINUTE


def test_time_gone_by_is_the_machines_whatever_is_shown(
    clock: OffsetClock, machine: VirtualClock
) -> None:
    before = clock.elapsed()
    clock.advance_to(NOON + 60 * MINUTE)
    machine.advance(MINUTE)
    assert clock.elapsed() - before == MINUTE


def test_clock_shows_utc_whatever_zone_it_is_set_in(machine: VirtualClock) -> None:
    clock = OffsetClock(datetime.fromisoformat("2026-11-16T14:00+02:00"), machine)
    assert (clock.now(), clock.now().tzinfo) == (NOON, UTC)
    clock.advance_to(datetime.fromisoformat("2026-11-16T15:00+02:00"))
    assert (clock.now(), clock.now().tzinfo) == (NOON + 60 * MINUTE, UTC)


def test_many_who_move_it_at_once_leave_it_at_the_latest(clock: OffsetClock) -> None:
    moments = [NOON + number * MINUTE for number in range(200)]

    def move_through(part: list[datetime]) -> None:
        for moment in part:
            clock.advance_to(moment)

    movers = [Thread(target=move_through, args=(moments[n::8],)) for n in range(8)]
    for mover in movers:
        mover.start()
    for mover in movers:
        mover.join()
    assert clock.now() == moments[-1]
