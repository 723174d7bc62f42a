"""Who carries schedules outside: the worker's relay, or a function whose rows it leaves alone."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

import pytest
from tests.apps import memory_ports
from tests.fakes.crash_points import CrashingPoints
from tests.samples import NOON
from tests.scheduler.bridges import Bridge, open_bridge

from belfry.adapters.system.clock import VirtualClock
from belfry.kernel.changes import Announce, Event


def a_bridge(published_by: Literal["worker", "function"]) -> Bridge:
    ports = memory_ports(VirtualClock(NOON), CrashingPoints())
    bridge = open_bridge(ports, published_by=published_by)
    bridge.add("0 9 * * *")
    bridge.app.services.ensure_builtins(timezone="UTC", wishes={})
    return bridge


@pytest.mark.parametrize(
    ("published_by", "published"),
    [("worker", ["wf-1-prod"]), ("function", [])],
    ids=["the worker publishes", "the worker leaves it to the function"],
)
def test_only_who_should_publishes(
    published_by: Literal["worker", "function"], published: list[str]
) -> None:
    bridge = a_bridge(published_by)

    bridge.app.go(minutes=2)

    assert list(bridge.scheduler.list()) == published


def test_the_function_finds_the_rows_that_were_left_for_it() -> None:
    bridge = a_bridge("function")
    bridge.app.go(minutes=2)

    bridge.publish()

    assert list(bridge.scheduler.list()) == ["wf-1-prod"]


def test_all_other_events_are_still_relayed() -> None:
    bridge = a_bridge("function")
    event = Event("job", "J-1", "stage.changed", {"move": 1, "stage": "ready"}, NOON)
    bridge.app.ports.store.commit([Announce(event)])

    bridge.app.go(minutes=2)

    left = bridge.app.ports.outbox.claim(
        now=bridge.clock.now() + timedelta(hours=2), limit=100, within=timedelta(minutes=1)
    )
    assert {row.aggregate_type for row in left} == {"workflow"}
