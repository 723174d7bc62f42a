"""The scheduler as a whole: fire, claim, run, retry, park, replay, watch."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.apps import App
from tests.samples import NOON

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, Permanent, Temporary
from belfry.scheduler.change_workflows import Wish
from belfry.scheduler.runs import Cause, RunStatus
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import BUILTINS, Workflow

MINUTE = timedelta(minutes=1)


def test_a_workflow_fires_at_each_of_its_minutes_and_runs_once(app: App) -> None:
    app.add()
    app.go(minutes=5)

    assert [run.scheduled_for for run in app.runs()] == [NOON + n * MINUTE for n in range(1, 6)]
    assert {run.status for run in app.runs()} == {RunStatus.SUCCEEDED}
    assert [body.scheduled_for for body in app.bodies] == [run.scheduled_for for run in app.runs()]


def test_a_log_workflow_writes_its_message_to_the_output(app: App) -> None:
    app.add(kind="log", inputs={"message": "good morning"})
    app.go(minutes=1)

    assert [run.output for run in app.runs()] == ["good morning"]


def test_jitter_delays_the_start_and_not_the_fire(app: App) -> None:
    workflow = app.add(jitter=timedelta(minutes=30), cron_schedule="0 * * * *")
    app.go(minutes=95)

    (run,) = app.runs(workflow)
    assert run.scheduled_for == NOON + timedelta(hours=1)
    assert run.started_at == run.due_at
    assert run.scheduled_for < run.due_at < run.scheduled_for + timedelta(minutes=30)


def test_a_failure_is_tried_again_with_back_off_on_its_own_row(app: App) -> None:
    app.faults = [Temporary("busy"), Temporary("busy")]
    workflow = app.add(cron_schedule="0 13 * * *")
    app.go(hours=2)

    (run,) = app.runs()
    assert (run.status, run.attempt, run.output) == (RunStatus.SUCCEEDED, 3, "body 3")
    attempts = app.ports.runs.list_attempts(run.id)
    assert [attempt.outcome for attempt in attempts] == ["failed", "failed", "succeeded"]
    waits = [attempt.started_at - run.scheduled_for for attempt in attempts]
    assert waits == [timedelta(0), timedelta(seconds=30), timedelta(seconds=90)]
    assert {body.run_id for body in app.bodies} == {run.id}
    assert workflow.attempts == 3


def test_a_run_that_keeps_failing_is_parked_told_and_can_be_replayed(app: App) -> None:
    app.faults = [RuntimeError("first"), RuntimeError("second"), RuntimeError("third")]
    app.add("Stock sync", cron_schedule="0 13 * * *")
    app.go(hours=2)

    (run,) = app.runs()
    assert (run.status, run.error) == (RunStatus.PARKED, "RuntimeError: third")
    (notice,) = app.ports.monitor.list_open_notices()
    assert notice.text == "Stock sync failed 3 times in a row: RuntimeError: third"

    app.services.change_runs.replay(run.id, by="user/1")
    app.go(minutes=1)

    (run,) = app.runs()
    assert (run.status, run.attempt, run.error) == (RunStatus.SUCCEEDED, 4, None)
    kinds = [notice.kind for notice in app.ports.monitor.list_open_notices()]
    assert sorted(kinds) == ["failing", "recovered"]


def test_an_error_no_retry_can_fix_parks_the_run_at_once(app: App) -> None:
    app.faults = [Permanent("the address is refused")]
    app.add(cron_schedule="0 13 * * *")
    app.go(hours=2)

    (run,) = app.runs()
    assert (run.status, run.attempt, run.error) == (RunStatus.PARKED, 1, "the address is refused")


def test_a_run_that_succeeded_cannot_be_replayed(app: App) -> None:
    app.add()
    app.go(minutes=1)

    with pytest.raises(Conflict, match="succeeded"):
        app.services.change_runs.replay(app.runs()[0].id, by="user/1")


def test_a_run_of_an_unknown_kind_is_parked_and_stops_nothing(app: App) -> None:
    workflow = app.add("Orphan")
    app.add("Other")
    stored = app.ports.store.find(Workflow, workflow.key)
    assert stored is not None
    app.ports.store.commit([Put(replace(stored, kind="gone"))])
    app.go(minutes=1)

    by_name = {run.workflow_id: run for run in app.runs()}
    assert by_name[workflow.id].status is RunStatus.PARKED
    assert "gone" in (by_name[workflow.id].error or "")
    assert by_name[workflow.id + 1].status is RunStatus.SUCCEEDED


def test_a_schedule_that_cannot_be_worked_out_is_pushed_on_and_stops_nothing(app: App) -> None:
    broken = app.add("Broken")
    sound = app.add("Sound")
    app.ports.store.commit([Put(replace(broken, timezone="Mars/Olympus"))])
    app.go(minutes=2)

    trigger = app.ports.store.find(Trigger, broken.key)
    assert trigger is not None
    assert "cannot be worked out" in trigger.problem
    assert trigger.next_at == NOON + MINUTE + timedelta(hours=1)
    assert [run.status for run in app.runs(sound)] == [RunStatus.SUCCEEDED] * 2

    fixed = app.ports.workflows.find(broken.id)
    assert fixed is not None
    app.services.change_workflow.edit(broken.id, {"timezone": "UTC"}, by="test")
    app.go(minutes=2)

    assert len(app.runs(broken)) == 2


def test_skip_leaves_a_row_for_each_fire_it_skips(app: App) -> None:
    app.faults = [Temporary("busy")]
    app.add(back_off=timedelta(minutes=3), overlap="skip")
    app.go(minutes=5)

    assert [run.status for run in app.runs()] == [
        "succeeded",
        "skipped",
        "skipped",
        "skipped",
        "succeeded",
    ]


def test_queue_runs_one_after_another_and_loses_none(app: App) -> None:
    app.faults = [Temporary("busy")]
    app.add(back_off=timedelta(minutes=3), overlap="queue")
    app.go(minutes=5)

    assert [run.status for run in app.runs()] == ["succeeded"] * 5


def test_a_run_asked_for_goes_at_once_beside_the_schedule(app: App) -> None:
    workflow = app.add(cron_schedule=None)

    run = app.services.change_runs.start(workflow.id, by="user/1")
    app.go(minutes=1)

    (ended,) = app.runs()
    assert (ended.id, ended.cause, ended.asked_by) == (run.id, Cause.MANUAL, "user/1")
    assert ended.status is RunStatus.SUCCEEDED


def test_a_run_asked_for_may_bring_its_own_inputs(app: App) -> None:
    workflow = app.add(kind="log", inputs={"message": "usual"}, cron_schedule=None)

    app.services.change_runs.start(workflow.id, by="user/1", inputs={"message": "special"})
    app.go(minutes=1)

    assert [run.output for run in app.runs()] == ["special"]
    with pytest.raises(InputError):
        app.services.change_runs.start(workflow.id, by="user/1", inputs={"volume": 11})


def test_a_paused_workflow_runs_only_when_asked(app: App) -> None:
    workflow = app.add()
    app.services.change_workflow.pause(workflow.id, note="", by="test")
    app.services.change_runs.start(workflow.id, by="user/1")
    app.go(minutes=3)

    assert [run.cause for run in app.runs()] == [Cause.MANUAL]


def test_a_backfill_makes_the_runs_that_are_missing_and_no_others(app: App) -> None:
    workflow = app.add(cron_schedule="0 * * * *", catch_up="none")
    app.go(hours=2)
    start, end = NOON - timedelta(hours=2), app.clock.now()

    runs = app.services.change_runs.backfill(workflow.id, start=start, end=end, by="user/1")
    app.go(minutes=1)

    hours = [(run.scheduled_for - NOON) // timedelta(hours=1) for run in runs]
    assert hours == [-2, -1, 0]
    assert len(app.runs()) == 5
    assert {run.status for run in app.runs()} == {RunStatus.SUCCEEDED}


def test_a_backfill_of_too_much_or_of_the_future_is_refused(app: App) -> None:
    workflow = app.add()
    backfill = app.services.change_runs.backfill

    with pytest.raises(InputError, match="1,000"):
        backfill(workflow.id, start=NOON - timedelta(days=1), end=NOON, by="user/1")
    with pytest.raises(InputError, match="now"):
        backfill(workflow.id, start=NOON, end=NOON + MINUTE, by="user/1")


def test_fire_that_was_not_made_up_is_reported(app: App) -> None:
    workflow = app.add("Nightly", cron_schedule="0 13 * * *", catch_up="none")
    app.clock.advance(timedelta(hours=2))
    app.go(minutes=1)

    (notice,) = app.ports.monitor.list_open_notices()
    assert (notice.kind, notice.workflow_id) == ("missed", workflow.id)
    app.services.dismiss_notice(notice.id, by="user/1")
    assert app.ports.monitor.list_open_notices() == []


def test_an_absence_is_told_once_with_its_hours(app: App) -> None:
    app.services.watch_clock()
    app.clock.advance(timedelta(hours=4, minutes=30))
    app.services.watch_clock()
    app.services.watch_clock()

    (notice,) = app.ports.monitor.list_open_notices()
    assert notice.text == "Belfry was away from 2026-11-16 12:00 UTC to 2026-11-16 16:30 UTC"


def test_old_runs_are_forgotten_with_their_attempts(app: App) -> None:
    app.add("Old", cron_schedule="0 13 * * *")
    wishes = {builtin.name: Wish(enabled=builtin.name == "tidy") for builtin in BUILTINS}
    app.services.ensure_builtins(timezone="UTC", wishes=wishes)
    app.go(hours=2)
    runs = app.runs()
    app.clock.advance(timedelta(days=100))
    app.go(minutes=1)
    tidy = app.ports.workflows.find_by_name(1, "tidy")
    assert tidy is not None
    app.services.change_runs.start(tidy.id, by="user/1")
    app.go(minutes=1)

    left = {run.id for run in app.runs()}
    assert left.isdisjoint(run.id for run in runs)
    assert app.ports.runs.list_attempts(runs[0].id) == []
