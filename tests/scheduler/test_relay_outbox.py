"""The relay: every event is delivered, retries end, and a bad row holds up no other."""

from __future__ import annotations

from datetime import timedelta

import pytest
from tests.apps import App
from tests.fakes.crash_points import Crashed

from belfry.kernel.changes import Announce, Event
from belfry.kernel.errors import BelfryError, Permanent, Temporary
from belfry.ports.store import OutboxRow
from belfry.scheduler.relay_outbox import MOST_ATTEMPTS, Relayed, RelayOutbox


class Listener:
    """A listener; events named in `faults` raise."""

    def __init__(self, **faults: BelfryError) -> None:
        self.faults = faults
        self.heard: list[str] = []

    def __call__(self, row: OutboxRow) -> None:
        self.heard.append(row.aggregate_id)
        if fault := self.faults.get(row.aggregate_id):
            raise fault


def announce(app: App, *names: str) -> None:
    for name in names:
        event = Event("thing", name, "upsert", {}, app.clock.now())
        app.ports.store.commit([Announce(event)])


def relay(app: App, listener: Listener) -> RelayOutbox:
    ports = app.ports
    return RelayOutbox(ports.outbox, ports.clock, ports.crash_points, {"thing": listener})


def test_events_are_delivered_in_order_and_once(app: App) -> None:
    announce(app, *"abc")
    listener = Listener()

    assert relay(app, listener)() == Relayed(done=3, put_back=0, failed=0)
    assert relay(app, listener)() == Relayed(done=0, put_back=0, failed=0)
    assert listener.heard == ["a", "b", "c"]


def test_event_without_a_listener_is_done_at_once(app: App) -> None:
    event = Event("unheard", "1", "upsert", {}, app.clock.now())
    app.ports.store.commit([Announce(event)])

    assert relay(app, Listener())().done == 1


def test_a_row_that_fails_does_not_hold_up_the_others(app: App) -> None:
    announce(app, *"abc")
    listener = Listener(b=Permanent("poison"))

    assert relay(app, listener)() == Relayed(done=2, put_back=1, failed=0)


def test_a_poison_row_is_parked_after_its_attempts_and_shown(app: App) -> None:
    announce(app, "a")
    listener = Listener(a=Permanent("poison"))
    for _ in range(MOST_ATTEMPTS + 5):
        relay(app, listener)()
        app.clock.advance(timedelta(hours=2))

    assert len(listener.heard) == MOST_ATTEMPTS
    (failed,) = app.ports.outbox.list_failed(limit=10)
    assert (failed.attempt_count, failed.error_message) == (MOST_ATTEMPTS, "poison")


def test_trouble_that_passes_never_parks_a_row(app: App) -> None:
    announce(app, "a")
    listener = Listener(a=Temporary("throttled"))
    for _ in range(3 * MOST_ATTEMPTS):
        relay(app, listener)()
        app.clock.advance(timedelta(hours=2))
    listener.faults = {}

    assert relay(app, listener)().done == 1
    assert app.ports.outbox.list_failed(limit=10) == []


def test_the_pause_grows_and_respects_the_other_sides_wish(app: App) -> None:
    announce(app, "a")
    listener = Listener(a=Temporary("later", retry_after=timedelta(minutes=30)))
    relay(app, listener)()
    app.clock.advance(timedelta(minutes=29))
    relay(app, listener)()
    assert len(listener.heard) == 1

    app.clock.advance(timedelta(minutes=1))
    relay(app, listener)()
    assert len(listener.heard) == 2


def test_relay_that_crashed_after_delivery_delivers_again(app: App) -> None:
    announce(app, "a")
    listener = Listener()
    app.crash_points.crash_at("relay.delivered")

    with pytest.raises(Crashed):
        relay(app, listener)()
    app.clock.advance(timedelta(minutes=2))

    assert relay(app, listener)().done == 1
    assert listener.heard == ["a", "a"]
