"""Differences between database and scheduler are described, and fixed if asked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from tests.scheduler.bridges import Bridge, memory_bridge, open_bridge

from belfry.kernel.changes import Put
from belfry.kernel.errors import Permanent, Temporary
from belfry.kernel.eventbridge import Schedule
from belfry.scheduler.reconcile_schedules import Drift
from belfry.scheduler.workflows import Workflow

TWO_DAYS = "0 0 13 * 5"
FIRST = "wf-1-prod"
FOREIGN = Schedule("rate(1 hour)", "UTC", "{}")


@pytest.fixture
def bridge() -> Bridge:
    """One workflow with two schedules, published."""
    bridge = memory_bridge()
    bridge.add(TWO_DAYS)
    bridge.publish()
    return bridge


def spoil(bridge: Bridge, **changes: object) -> None:
    schedule = bridge.scheduler.list()[FIRST]
    bridge.scheduler.put(FIRST, replace(schedule, **changes))  # type: ignore[arg-type]


def test_what_was_published_does_not_differ(bridge: Bridge) -> None:
    for cron in ("rate(7 minutes)", "0 9 * * *", "at(2026-12-24T18:00:00)", "0 0 */2 * 1"):
        bridge.add(cron)
    bridge.publish()
    bridge.clock.advance(timedelta(hours=5))

    drift = bridge.external_scheduler.reconcile()

    assert (drift.drifts, drift.problems, drift.is_right) == ([], {}, True)


@pytest.mark.parametrize(
    "meddle, expected_drift",
    [
        pytest.param(
            lambda bridge: bridge.scheduler.remove(FIRST),
            Drift(FIRST, 1, "is missing: cron(0 0 13 * ? *) in UTC"),
            id="deleted by hand",
        ),
        pytest.param(
            lambda bridge: bridge.scheduler.put(f"{FIRST}-7", FOREIGN),
            Drift(f"{FIRST}-7", 1, "is not wanted by workflow 1"),
            id="added by hand",
        ),
        pytest.param(
            lambda bridge: bridge.scheduler.put("wf-4711-prod", FOREIGN),
            Drift("wf-4711-prod", 4711, "is not wanted by workflow 4711"),
            id="of a workflow that never was",
        ),
        pytest.param(
            lambda bridge: spoil(bridge, expression="cron(0 0 14 * ? *)"),
            Drift(FIRST, 1, "says cron(0 0 14 * ? *) where cron(0 0 13 * ? *) is right"),
            id="another time",
        ),
        pytest.param(
            lambda bridge: spoil(bridge, timezone="Europe/Paris", is_enabled=False),
            Drift(FIRST, 1, "is in Europe/Paris and belongs in UTC; is off and should be on"),
            id="another zone, and off",
        ),
        pytest.param(
            lambda bridge: spoil(bridge, handed_on="{}"),
            Drift(FIRST, 1, "hands on something else than it should"),
            id="something else handed on",
        ),
    ],
)
def test_a_schedule_changed_by_hand_is_named_and_fixed(
    meddle: Callable[[Bridge], None], expected_drift: Drift, bridge: Bridge
) -> None:
    meddle(bridge)

    drift = bridge.external_scheduler.reconcile()
    assert (drift.drifts, drift.is_right) == ([expected_drift], False)
    fixed = bridge.external_scheduler.reconcile(fix=True)
    assert (fixed.drifts, fixed.is_right) == ([expected_drift], True)
    assert bridge.is_true()
    assert bridge.external_scheduler.reconcile().drifts == []


def test_looking_changes_nothing(bridge: Bridge) -> None:
    bridge.scheduler.remove(FIRST)
    before = bridge.scheduler.list()
    bridge.external_scheduler.reconcile()

    assert bridge.scheduler.list() == before


def test_a_rate_that_beats_at_other_minutes_is_named() -> None:
    bridge = memory_bridge()
    bridge.add("rate(7 minutes)")
    bridge.publish()
    (schedule,) = bridge.scheduler.list().values()
    assert schedule.start
    spoil(bridge, start=schedule.start + timedelta(minutes=1))

    (drift,) = bridge.external_scheduler.reconcile(fix=True).drifts
    assert drift.says == "starts at other minutes than it should"
    assert bridge.is_true()


def test_what_is_not_ours_by_name_and_environment_is_left_alone(bridge: Bridge) -> None:
    others = {
        "wf-1-stage": FOREIGN,
        "backup": FOREIGN,
        "wf-01-prod": FOREIGN,
        "wf-1-prod-1": FOREIGN,
    }
    for name, schedule in others.items():
        bridge.scheduler.put(name, schedule)

    assert bridge.external_scheduler.reconcile(fix=True).drifts == []
    assert others.items() <= bridge.scheduler.list().items()


def test_a_changed_environment_name_makes_every_schedule_anew(bridge: Bridge) -> None:
    bridge.add()
    bridge.publish()
    old = bridge.scheduler.list()
    renamed = open_bridge(bridge.app.ports, bridge.scheduler, environment="live")

    names = [drift.name for drift in renamed.external_scheduler.reconcile(fix=True).drifts]

    assert names == ["wf-1-live", "wf-1-live-2", "wf-2-live"]
    assert renamed.is_true()
    assert old.items() <= bridge.scheduler.list().items()


def test_workflows_from_before_there_was_a_scheduler_are_published(bridge: Bridge) -> None:
    bridge.add()
    outbox = bridge.app.ports.outbox
    rows = outbox.claim(now=bridge.clock.now(), limit=10, within=timedelta(minutes=1))
    outbox.mark_done([row.id for row in rows], at=bridge.clock.now())

    assert [drift.name for drift in bridge.external_scheduler.reconcile(fix=True).drifts] == [
        "wf-2-prod"
    ]
    assert bridge.is_true()


def test_a_single_time_that_has_come_is_no_difference_though_it_is_still_there() -> None:
    bridge = memory_bridge()
    bridge.add("at(2026-11-16T13:00:00)")
    bridge.publish()
    bridge.clock.advance(timedelta(hours=2))

    assert bridge.scheduler.list().keys() == {FIRST}
    assert bridge.external_scheduler.reconcile().is_right


def test_a_single_time_that_has_come_and_is_gone_is_not_made_again() -> None:
    bridge = memory_bridge()
    bridge.add("at(2026-11-16T13:00:00)")
    bridge.publish()
    bridge.clock.advance(timedelta(hours=2))
    bridge.scheduler.remove(FIRST)

    assert bridge.external_scheduler.reconcile().is_right


def test_a_workflow_that_makes_no_sense_is_set_apart_and_its_schedule_left_alone(
    bridge: Bridge,
) -> None:
    store = bridge.app.ports.store
    stored = store.find(Workflow, "1")
    assert stored
    store.commit([Put(replace(stored, cron_schedule="soon"))])
    bridge.add()
    before = bridge.scheduler.list()

    reconciled = bridge.external_scheduler.reconcile(fix=True)

    assert [drift.name for drift in reconciled.drifts] == ["wf-2-prod"]
    assert list(reconciled.problems) == [1]
    assert not reconciled.is_right
    assert before.items() <= bridge.scheduler.list().items()


@pytest.mark.parametrize(
    "error", [Temporary("throttled"), Permanent("refused")], ids=["for a while", "for good"]
)
def test_difference_that_cannot_be_fixed_is_reported_and_the_rest_fixed(
    error: Exception, bridge: Bridge
) -> None:
    bridge.add()
    bridge.add()
    bridge.scheduler.refuse("wf-2-prod", error)

    drift = bridge.external_scheduler.reconcile(fix=True)

    assert drift.problems == {2: str(error)}
    assert "wf-3-prod" in bridge.scheduler.list()
    bridge.scheduler.forgive()
    assert bridge.external_scheduler.reconcile(fix=True).is_right
    assert bridge.is_true()


def test_mending_never_undoes_an_edit_made_after_it_looked(bridge: Bridge) -> None:
    workflow = bridge.list_workflows()[0]
    spoil(bridge, is_enabled=False)
    looked: list[str] = []

    def edit_after_looking(verb: str, name: str) -> None:
        if verb != "list" and not looked:
            looked.append(name)
            bridge.edit(workflow, cron_schedule="0 10 * * *")

    bridge.scheduler.meddle = edit_after_looking
    bridge.external_scheduler.reconcile(fix=True)

    assert bridge.is_true()
