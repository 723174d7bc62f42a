"""Triggers of an external scheduler: after its grace, missed fires are made up."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.apps import memory_ports, sql_ports
from tests.fakes.crash_points import CrashingPoints
from tests.scheduler.bridges import Bridge, memory_bridge, open_bridge

from belfry.adapters.system.clock import VirtualClock
from belfry.scheduler.change_runs import Accepted, Refused
from belfry.scheduler.fire_triggers import EXTERNAL_GRACE
from belfry.scheduler.runs import Cause, RunStatus
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import Workflow

SECOND, MINUTE, HOUR = timedelta(seconds=1), timedelta(minutes=1), timedelta(hours=1)
ONE = datetime(2026, 11, 16, 13, 0, tzinfo=UTC)


@pytest.fixture
def bridge() -> Bridge:
    return memory_bridge()


def add_published(bridge: Bridge, cron: str = "0 13 * * *", **edit: object) -> Workflow:
    workflow = bridge.add(cron, **edit)
    bridge.publish()
    return workflow


def come(bridge: Bridge, moment: datetime) -> None:
    """It is this moment, and the clock looks."""
    bridge.clock.advance_to(moment)
    while bridge.app.services.fire_triggers().is_behind:
        pass


def deliver(bridge: Bridge, workflow: Workflow, fire: datetime) -> Accepted | Refused:
    invoke = bridge.app.services.invoke_workflow
    return invoke(workflow.id, fire, may_reach=lambda _: True, by="scheduler")


def find_next(bridge: Bridge, workflow: Workflow) -> datetime | None:
    trigger = bridge.app.ports.store.find(Trigger, workflow.key)
    return trigger.next_at if trigger else None


def shown(bridge: Bridge, workflow: Workflow) -> list[tuple[datetime, RunStatus, Cause]]:
    runs = bridge.app.runs(workflow)
    return [(run.scheduled_for, run.status, run.cause) for run in runs]


def test_a_fire_is_left_to_the_scheduler_for_its_grace(bridge: Bridge) -> None:
    workflow = add_published(bridge)

    come(bridge, ONE + EXTERNAL_GRACE - MINUTE)

    assert shown(bridge, workflow) == []
    assert find_next(bridge, workflow) == ONE


def test_fire_from_the_scheduler_only_moves_the_trigger(bridge: Bridge) -> None:
    workflow = add_published(bridge)
    bridge.clock.advance_to(ONE)
    deliver(bridge, workflow, ONE)
    come(bridge, ONE + EXTERNAL_GRACE)

    assert shown(bridge, workflow) == [(ONE, RunStatus.QUEUED, Cause.INVOKE)]
    assert find_next(bridge, workflow) == ONE + timedelta(days=1)
    assert bridge.app.ports.monitor.list_open_notices() == []


def test_a_fire_the_scheduler_forgot_is_made_once_and_its_late_delivery_refused(
    bridge: Bridge,
) -> None:
    workflow = add_published(bridge)
    come(bridge, ONE + EXTERNAL_GRACE + MINUTE)
    assert shown(bridge, workflow) == [(ONE, RunStatus.QUEUED, Cause.CATCH_UP)]

    bridge.clock.advance(20 * HOUR)
    assert deliver(bridge, workflow, ONE) == Refused("duplicate")


def test_a_forgotten_fire_of_a_workflow_that_never_catches_up_is_missed_and_told(
    bridge: Bridge,
) -> None:
    workflow = add_published(bridge, catch_up="none")
    come(bridge, ONE + EXTERNAL_GRACE + MINUTE)

    assert shown(bridge, workflow) == [(ONE, RunStatus.MISSED, Cause.SCHEDULE)]
    (notice,) = bridge.app.ports.monitor.list_open_notices()
    assert notice.kind == "missed"


def test_every_minute_some_brought_and_some_forgotten_leaves_one_run_for_each(
    bridge: Bridge,
) -> None:
    workflow = add_published(bridge, "* * * * *", overlap="allow", catch_up="all")
    start = bridge.clock.now()
    fires = [start + count * MINUTE for count in range(1, 30)]
    brought = {fire for fire in fires if fire.minute % 3}
    for fire in fires:
        come(bridge, fire + SECOND)
        if fire in brought:
            deliver(bridge, workflow, fire)
    come(bridge, fires[-1] + EXTERNAL_GRACE + SECOND)

    assert shown(bridge, workflow) == [
        (fire, RunStatus.QUEUED, Cause.INVOKE if fire in brought else Cause.CATCH_UP)
        for fire in fires
    ]


def test_unpublished_workflow_fires_at_its_time(bridge: Bridge) -> None:
    workflow = bridge.add("0 13 * * *")
    come(bridge, ONE)

    assert shown(bridge, workflow) == [(ONE, RunStatus.QUEUED, Cause.SCHEDULE)]


def test_builtin_workflow_fires_at_its_time(bridge: Bridge) -> None:
    bridge.app.services.ensure_builtins(timezone="UTC", wishes={})
    bridge.publish()
    come(bridge, bridge.clock.now() + MINUTE)

    assert {run.scheduled_for for run in bridge.app.runs()} == {bridge.clock.now()}


def test_time_goes_on_while_a_trigger_is_left_to_the_scheduler(bridge: Bridge) -> None:
    workflow = add_published(bridge)
    bridge.app.go(until=ONE + HOUR)

    assert shown(bridge, workflow) == [(ONE, RunStatus.SUCCEEDED, Cause.SCHEDULE)]


NIGHTS = [
    pytest.param(
        "30 1 * * *", datetime(2027, 3, 28, 1, 0, tzinfo=UTC), 1, id="swallowed by the gap"
    ),
    pytest.param(
        "30 * * * *", datetime(2026, 10, 25, 0, 30, tzinfo=UTC), 2, id="twice in the autumn night"
    ),
]


@pytest.mark.parametrize("cron, first, count", NIGHTS)
def test_what_the_scheduler_leaves_out_is_made_whatever_catch_up_says(
    cron: str, first: datetime, count: int
) -> None:
    """In London the clocks change at 01:00 UTC; nothing at all is delivered that night."""
    clock = VirtualClock(first - 10 * MINUTE)
    bridge = open_bridge(memory_ports(clock, CrashingPoints()))
    workflow = add_published(
        bridge, cron, timezone="Europe/London", catch_up="none", overlap="allow"
    )
    for minutes in range(60 * count + 30):
        come(bridge, first + minutes * MINUTE + SECOND)

    newest = shown(bridge, workflow)[:count]
    assert [(fire, status) for fire, status, _ in newest] == [
        (first + place * HOUR, RunStatus.QUEUED) for place in range(count)
    ]


def test_an_ordinary_night_leaves_nothing_out() -> None:
    night = datetime(2026, 11, 17, 1, 30, tzinfo=UTC)
    clock = VirtualClock(night - HOUR)
    bridge = open_bridge(memory_ports(clock, CrashingPoints()))
    workflow = add_published(bridge, "30 1 * * *", timezone="Europe/London", catch_up="none")
    come(bridge, night + EXTERNAL_GRACE + MINUTE)

    assert shown(bridge, workflow) == [(night, RunStatus.MISSED, Cause.SCHEDULE)]


@pytest.mark.parametrize("home", ["sqlite", "postgres"])
def test_published_and_unpublished_triggers_are_distinguished_by_the_database(
    home: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    url = request.getfixturevalue("postgres_url") if home == "postgres" else None
    ports = sql_ports(url, tmp_path, VirtualClock(ONE - HOUR), CrashingPoints())
    bridge = open_bridge(ports)
    published, brought = add_published(bridge), add_published(bridge)
    untold = bridge.add("0 13 * * *")
    come(bridge, ONE)
    deliver(bridge, brought, ONE)
    assert [len(shown(bridge, workflow)) for workflow in (published, brought, untold)] == [0, 1, 1]

    come(bridge, ONE + EXTERNAL_GRACE)
    assert [len(shown(bridge, workflow)) for workflow in (published, brought, untold)] == [1, 1, 1]
    ports.close()
