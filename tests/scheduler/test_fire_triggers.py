"""Triggers that are due together share the work of planning, and nothing else."""

from __future__ import annotations

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from tests.apps import App
from tests.samples import NOON, a_workflow

from belfry.kernel.changes import Put
from belfry.scheduler.fire_triggers import plan_firings
from belfry.scheduler.runs import RunStatus
from belfry.scheduler.triggers import Due, Trigger, terms_of
from belfry.scheduler.workflows import Workflow

TERMS = terms_of(a_workflow(cron_schedule="*/10 * * * *"))
MINUTE = timedelta(minutes=1)


def a_due(number: int, at: datetime = NOON) -> Due:
    return Due(number, at, 1, TERMS)


def test_triggers_with_the_same_terms_and_moment_share_one_plan() -> None:
    first, second = plan_firings([a_due(1), a_due(2)], (), now=NOON)

    assert first.plan is second.plan
    assert [run.workflow_id for run in (*first.runs, *second.runs)] == [1, 2]


def test_of_triggers_with_the_same_terms_only_the_busy_one_skips() -> None:
    firings = plan_firings([a_due(1), a_due(2), a_due(3)], {2}, now=NOON)

    statuses = [run.status for firing in firings for run in firing.runs]
    assert statuses == [RunStatus.QUEUED, RunStatus.SKIPPED, RunStatus.QUEUED]


def test_of_triggers_with_the_same_terms_each_keeps_its_moment() -> None:
    firings = plan_firings([a_due(1, NOON - 10 * MINUTE), a_due(2)], (), now=NOON)

    assert [len(firing.runs) for firing in firings] == [2, 1]


def test_a_schedule_that_throws_is_pushed_on_for_all_who_share_it_and_each_is_reported(
    caplog: pytest.LogCaptureFixture,
) -> None:
    broken = replace(TERMS, timezone="Mars/Olympus")
    due = [Due(1, NOON, 1, broken), a_due(2), Due(3, NOON, 1, broken)]

    firings = plan_firings(due, (), now=NOON)

    assert [len(firing.runs) for firing in firings] == [0, 1, 0]
    assert [firing.trigger.next_at for firing in firings] == [
        NOON + timedelta(hours=1),
        NOON + 10 * MINUTE,
        NOON + timedelta(hours=1),
    ]
    reported = [vars(record)["workflow_id"] for record in caplog.records]
    assert reported == [1, 3]


def test_rows_that_cannot_be_read_keep_their_own_problems() -> None:
    due = [Due(1, NOON, 1, None, "first"), Due(2, NOON, 1, None, "second")]

    firings = plan_firings(due, (), now=NOON)

    assert [firing.trigger.problem for firing in firings] == ["first", "second"]


def test_a_fire_that_was_invoked_already_moves_its_trigger_on_and_is_not_made_again(
    app: App,
) -> None:
    workflow = app.add(cron_schedule="*/10 * * * *")
    app.clock.advance(10 * MINUTE)
    app.services.invoke_workflow(
        workflow.id, NOON + 10 * MINUTE, may_reach=lambda _: True, by="another clock"
    )

    assert app.services.fire_triggers().runs == 0

    assert len(app.runs(workflow)) == 1
    trigger = app.ports.store.find(Trigger, workflow.key)
    assert trigger is not None
    assert trigger.next_at == NOON + 20 * MINUTE


def test_trigger_whose_workflow_was_paused_meanwhile_does_not_fire(app: App) -> None:
    workflow = app.add(cron_schedule="*/10 * * * *")
    stored = app.ports.store.find(Workflow, workflow.key)
    assert stored is not None
    app.ports.store.commit([Put(replace(stored, paused_at=NOON))])
    app.clock.advance(10 * MINUTE)
    app.services.fire_triggers()

    trigger = app.ports.store.find(Trigger, workflow.key)
    assert trigger is not None
    assert trigger.next_at is None
