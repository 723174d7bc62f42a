"""The clock as a whole: ring, claim, run, retry, park, replay, watch."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest
from tests.houses import House
from tests.samples import NOON

from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, InputError, Permanent, Temporary
from belfry.scheduler.change_workflows import Wish
from belfry.scheduler.runs import Cause, RunStatus
from belfry.scheduler.triggers import Trigger
from belfry.scheduler.workflows import BUILTINS, Workflow

MINUTE = timedelta(minutes=1)


def test_a_workflow_rings_at_each_of_its_minutes_and_runs_once(house: House) -> None:
    house.add()
    house.go(minutes=5)

    assert [run.scheduled_for for run in house.runs()] == [NOON + n * MINUTE for n in range(1, 6)]
    assert {run.status for run in house.runs()} == {RunStatus.SUCCEEDED}
    assert [body.scheduled_for for body in house.bodies] == [
        run.scheduled_for for run in house.runs()
    ]


def test_a_log_workflow_writes_its_message_to_the_output(house: House) -> None:
    house.add(kind="log", inputs={"message": "good morning"})
    house.go(minutes=1)

    assert [run.output for run in house.runs()] == ["good morning"]


def test_jitter_delays_the_start_and_not_the_fire(house: House) -> None:
    workflow = house.add(jitter=timedelta(minutes=30), cron_schedule="0 * * * *")
    house.go(minutes=95)

    (run,) = house.runs(workflow)
    assert run.scheduled_for == NOON + timedelta(hours=1)
    assert run.started_at == run.due_at
    assert run.scheduled_for < run.due_at < run.scheduled_for + timedelta(minutes=30)


def test_a_failure_is_tried_again_with_back_off_on_its_own_row(house: House) -> None:
    house.faults = [Temporary("busy"), Temporary("busy")]
    workflow = house.add(cron_schedule="0 13 * * *")
    house.go(hours=2)

    (run,) = house.runs()
    assert (run.status, run.attempt, run.output) == (RunStatus.SUCCEEDED, 3, "body 3")
    attempts = house.ports.runs.list_attempts(run.id)
    assert [attempt.outcome for attempt in attempts] == ["failed", "failed", "succeeded"]
    waits = [attempt.started_at - run.scheduled_for for attempt in attempts]
    assert waits == [timedelta(0), timedelta(seconds=30), timedelta(seconds=90)]
    assert {body.run_id for body in house.bodies} == {run.id}
    assert workflow.attempts == 3


def test_a_run_that_keeps_failing_is_parked_told_and_can_be_replayed(house: House) -> None:
    house.faults = [RuntimeError("first"), RuntimeError("second"), RuntimeError("third")]
    house.add("Stock sync", cron_schedule="0 13 * * *")
    house.go(hours=2)

    (run,) = house.runs()
    assert (run.status, run.error) == (RunStatus.PARKED, "RuntimeError: third")
    (notice,) = house.ports.monitor.list_open_notices()
    assert notice.text == "Stock sync failed 3 times in a row: RuntimeError: third"

    house.services.change_runs.replay(run.id, by="user/1")
    house.go(minutes=1)

    (run,) = house.runs()
    assert (run.status, run.attempt, run.error) == (RunStatus.SUCCEEDED, 4, None)
    kinds = [notice.kind for notice in house.ports.monitor.list_open_notices()]
    assert sorted(kinds) == ["failing", "recovered"]


def test_an_error_no_retry_can_mend_parks_the_run_at_once(house: House) -> None:
    house.faults = [Permanent("the address is refused")]
    house.add(cron_schedule="0 13 * * *")
    house.go(hours=2)

    (run,) = house.runs()
    assert (run.status, run.attempt, run.error) == (RunStatus.PARKED, 1, "the address is refused")


def test_a_run_that_succeeded_cannot_be_replayed(house: House) -> None:
    house.add()
    house.go(minutes=1)

    with pytest.raises(Conflict, match="succeeded"):
        house.services.change_runs.replay(house.runs()[0].id, by="user/1")


def test_a_run_of_an_unknown_kind_is_parked_and_stops_nothing(house: House) -> None:
    workflow = house.add("Orphan")
    house.add("Other")
    stored = house.ports.store.find(Workflow, workflow.key)
    assert stored is not None
    house.ports.store.commit([Put(replace(stored, kind="gone"))])
    house.go(minutes=1)

    by_name = {run.workflow_id: run for run in house.runs()}
    assert by_name[workflow.id].status is RunStatus.PARKED
    assert "gone" in (by_name[workflow.id].error or "")
    assert by_name[workflow.id + 1].status is RunStatus.SUCCEEDED


def test_a_schedule_that_cannot_be_worked_out_is_pushed_on_and_stops_nothing(house: House) -> None:
    broken = house.add("Broken")
    sound = house.add("Sound")
    house.ports.store.commit([Put(replace(broken, timezone="Mars/Olympus"))])
    house.go(minutes=2)

    trigger = house.ports.store.find(Trigger, broken.key)
    assert trigger is not None
    assert "cannot be worked out" in trigger.problem
    assert trigger.next_at == NOON + MINUTE + timedelta(hours=1)
    assert [run.status for run in house.runs(sound)] == [RunStatus.SUCCEEDED] * 2

    fixed = house.ports.workflows.find(broken.id)
    assert fixed is not None
    house.services.change_workflow.edit(broken.id, {"timezone": "UTC"}, by="test")
    house.go(minutes=2)

    assert len(house.runs(broken)) == 2


def test_skip_leaves_a_row_for_each_fire_it_skips(house: House) -> None:
    house.faults = [Temporary("busy")]
    house.add(back_off=timedelta(minutes=3), overlap="skip")
    house.go(minutes=5)

    assert [run.status for run in house.runs()] == [
        "succeeded",
        "skipped",
        "skipped",
        "skipped",
        "succeeded",
    ]


def test_queue_runs_one_after_another_and_loses_none(house: House) -> None:
    house.faults = [Temporary("busy")]
    house.add(back_off=timedelta(minutes=3), overlap="queue")
    house.go(minutes=5)

    assert [run.status for run in house.runs()] == ["succeeded"] * 5


def test_a_run_asked_for_goes_at_once_beside_the_schedule(house: House) -> None:
    workflow = house.add(cron_schedule=None)

    run = house.services.change_runs.start(workflow.id, by="user/1")
    house.go(minutes=1)

    (ended,) = house.runs()
    assert (ended.id, ended.cause, ended.asked_by) == (run.id, Cause.MANUAL, "user/1")
    assert ended.status is RunStatus.SUCCEEDED


def test_a_run_asked_for_may_bring_its_own_inputs(house: House) -> None:
    workflow = house.add(kind="log", inputs={"message": "usual"}, cron_schedule=None)

    house.services.change_runs.start(workflow.id, by="user/1", inputs={"message": "special"})
    house.go(minutes=1)

    assert [run.output for run in house.runs()] == ["special"]
    with pytest.raises(InputError):
        house.services.change_runs.start(workflow.id, by="user/1", inputs={"volume": 11})


def test_a_paused_workflow_runs_only_when_asked(house: House) -> None:
    workflow = house.add()
    house.services.change_workflow.pause(workflow.id, note="", by="test")
    house.services.change_runs.start(workflow.id, by="user/1")
    house.go(minutes=3)

    assert [run.cause for run in house.runs()] == [Cause.MANUAL]


def test_a_backfill_makes_the_runs_that_are_missing_and_no_others(house: House) -> None:
    workflow = house.add(cron_schedule="0 * * * *", catch_up="none")
    house.go(hours=2)
    start, end = NOON - timedelta(hours=2), house.clock.now()

    made = house.services.change_runs.backfill(workflow.id, start=start, end=end, by="user/1")
    house.go(minutes=1)

    hours = [(run.scheduled_for - NOON) // timedelta(hours=1) for run in made]
    assert hours == [-2, -1, 0]
    assert len(house.runs()) == 5
    assert {run.status for run in house.runs()} == {RunStatus.SUCCEEDED}


def test_a_backfill_of_too_much_or_of_the_future_is_refused(house: House) -> None:
    workflow = house.add()
    backfill = house.services.change_runs.backfill

    with pytest.raises(InputError, match="1,000"):
        backfill(workflow.id, start=NOON - timedelta(days=1), end=NOON, by="user/1")
    with pytest.raises(InputError, match="now"):
        backfill(workflow.id, start=NOON, end=NOON + MINUTE, by="user/1")


def test_a_fire_nobody_could_make_up_for_is_told(house: House) -> None:
    workflow = house.add("Nightly", cron_schedule="0 13 * * *", catch_up="none")
    house.clock.advance(timedelta(hours=2))
    house.go(minutes=1)

    (notice,) = house.ports.monitor.list_open_notices()
    assert (notice.kind, notice.workflow_id) == ("missed", workflow.id)
    house.services.dismiss_notice(notice.id, by="user/1")
    assert house.ports.monitor.list_open_notices() == []


def test_an_absence_is_told_once_with_its_hours(house: House) -> None:
    house.services.watch_clock()
    house.clock.advance(timedelta(hours=4, minutes=30))
    house.services.watch_clock()
    house.services.watch_clock()

    (notice,) = house.ports.monitor.list_open_notices()
    assert notice.text == "Belfry was away from 2026-11-16 12:00 UTC to 2026-11-16 16:30 UTC"


def test_runs_that_wait_for_a_worker_are_told_once(house: House) -> None:
    house.add()
    house.clock.advance(MINUTE)
    house.services.fire_triggers()
    house.clock.advance(timedelta(minutes=20))

    assert [notice.kind for notice in house.services.watch_clock()] == ["waiting"]
    assert house.services.watch_clock() == []


def test_old_runs_are_forgotten_with_their_attempts(house: House) -> None:
    house.add("Old", cron_schedule="0 13 * * *")
    wishes = {one.name: Wish(enabled=one.name == "tidy") for one in BUILTINS}
    house.services.ensure_builtins(timezone="UTC", wishes=wishes)
    house.go(hours=2)
    kept = house.runs()
    house.clock.advance(timedelta(days=100))
    house.go(minutes=1)
    tidy = house.ports.workflows.find_by_name(1, "tidy")
    assert tidy is not None
    house.services.change_runs.start(tidy.id, by="user/1")
    house.go(minutes=1)

    left = {run.id for run in house.runs()}
    assert left.isdisjoint(run.id for run in kept)
    assert house.ports.runs.list_attempts(kept[0].id) == []
