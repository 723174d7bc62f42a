"""The relay: everything is told, nothing is told for ever, and a bad row holds up nobody."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.fakes.crash_points import Struck
from tests.houses import House

from belfry.kernel.changes import Announce, Event
from belfry.kernel.errors import BelfryError, Permanent, Temporary
from belfry.ports.store import OutboxRow
from belfry.scheduler.relay_outbox import MOST_ATTEMPTS, Relayed, RelayOutbox


class Listener:
    """Hears events; those named in `faults` raise."""

    def __init__(self, **faults: BelfryError) -> None:
        self.faults = faults
        self.heard: list[str] = []

    def __call__(self, row: OutboxRow) -> None:
        self.heard.append(row.aggregate_id)
        if fault := self.faults.get(row.aggregate_id):
            raise fault


def announce(house: House, *names: str) -> None:
    for name in names:
        event = Event("thing", name, "upsert", {}, house.clock.now())
        house.ports.store.commit([Announce(event)])


def relay(house: House, listener: Listener) -> RelayOutbox:
    ports = house.ports
    return RelayOutbox(ports.outbox, ports.clock, ports.crash_points, {"thing": listener})


def test_everything_is_told_in_order_and_once(house: House) -> None:
    announce(house, *"abc")
    listener = Listener()

    assert relay(house, listener)() == Relayed(done=3, put_back=0, failed=0)
    assert relay(house, listener)() == Relayed(done=0, put_back=0, failed=0)
    assert listener.heard == ["a", "b", "c"]


def test_what_nobody_listens_for_is_done_as_it_stands(house: House) -> None:
    event = Event("unheard", "1", "upsert", {}, house.clock.now())
    house.ports.store.commit([Announce(event)])

    assert relay(house, Listener())().done == 1


def test_a_row_that_fails_does_not_hold_up_the_others(house: House) -> None:
    announce(house, *"abc")
    listener = Listener(b=Permanent("poison"))

    assert relay(house, listener)() == Relayed(done=2, put_back=1, failed=0)


def test_a_poison_row_is_parked_after_its_attempts_and_shown(house: House) -> None:
    announce(house, "a")
    listener = Listener(a=Permanent("poison"))
    for _ in range(MOST_ATTEMPTS + 5):
        relay(house, listener)()
        house.clock.advance(timedelta(hours=2))

    assert len(listener.heard) == MOST_ATTEMPTS
    (failed,) = house.ports.outbox.list_failed(limit=10)
    assert (failed.attempt_count, failed.error_message) == (MOST_ATTEMPTS, "poison")


def test_trouble_that_passes_never_parks_a_row(house: House) -> None:
    announce(house, "a")
    listener = Listener(a=Temporary("throttled"))
    for _ in range(3 * MOST_ATTEMPTS):
        relay(house, listener)()
        house.clock.advance(timedelta(hours=2))
    listener.faults = {}

    assert relay(house, listener)().done == 1
    assert house.ports.outbox.list_failed(limit=10) == []


def test_the_pause_grows_and_respects_the_other_sides_wish(house: House) -> None:
    announce(house, "a")
    listener = Listener(a=Temporary("later", retry_after=timedelta(minutes=30)))
    relay(house, listener)()
    house.clock.advance(timedelta(minutes=29))
    relay(house, listener)()
    assert len(listener.heard) == 1

    house.clock.advance(timedelta(minutes=1))
    relay(house, listener)()
    assert len(listener.heard) == 2


def test_a_relay_struck_down_after_telling_tells_again_and_loses_nothing(house: House) -> None:
    announce(house, "a")
    listener = Listener()
    house.crash_points.strike_at("relay.delivered")

    with pytest.raises(Struck):
        relay(house, listener)()
    house.clock.advance(timedelta(minutes=2))

    assert relay(house, listener)().done == 1
    assert listener.heard == ["a", "a"]
