"""Who is alive, and what happens to the runs of those who are not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.apps import App

from belfry.kernel.errors import NotFound
from belfry.scheduler.runs import DEAD_AFTER, RunStatus

SECOND = timedelta(seconds=1)


def begin_a_run(app: App, **edit: Any) -> str:
    """A run that a worker has begun and will never end."""
    workflow = app.add(cron_schedule=None, **edit)
    app.services.change_runs.start(workflow.id, by="test")
    worker = app.services.keep_worker.sign_on("doomed")
    (claimed,) = app.services.claim_runs(worker=worker, limit=1)
    assert claimed.run.status is RunStatus.RUNNING
    return worker


def test_a_worker_that_beats_keeps_its_runs(app: App) -> None:
    worker = begin_a_run(app)
    reap = app.services.reap_runs()
    for _ in range(20):
        app.clock.advance(10 * SECOND)
        app.services.keep_worker.heartbeat(worker)
        assert reap() == 0


def test_a_worker_that_stopped_loses_its_runs_after_a_while(app: App) -> None:
    begin_a_run(app)
    reap = app.services.reap_runs()
    reap()
    app.clock.advance(DEAD_AFTER - SECOND)
    assert reap() == 0

    app.clock.advance(SECOND)
    assert reap() == 1

    (run,) = app.runs()
    assert (run.status, run.attempt) == (RunStatus.QUEUED, 1)
    assert app.ports.monitor.list_workers() == []


def test_watchers_that_restart_often_still_find_a_dead_worker(app: App) -> None:
    """Each lives for a few seconds only, and the count goes on from one to the next."""
    begin_a_run(app)
    interrupted = []
    for _ in range(5):
        reap = app.services.reap_runs()
        interrupted.append(reap())
        app.clock.advance(7 * SECOND)
        interrupted.append(reap())

    assert sum(interrupted[:-1]) == 0
    assert interrupted[-1] == 1


def test_watchers_that_restart_often_leave_a_live_worker_alone(app: App) -> None:
    worker = begin_a_run(app)
    for _ in range(20):
        reap = app.services.reap_runs()
        reap()
        app.clock.advance(9 * SECOND)
        assert reap() == 0
        app.services.keep_worker.heartbeat(worker)


def test_watchers_side_by_side_do_not_count_a_silence_twice(app: App) -> None:
    begin_a_run(app)
    reapers = [app.services.reap_runs() for _ in range(4)]
    for _ in range(4):
        assert sum(reap() for reap in reapers) == 0
        app.clock.advance(7 * SECOND)
        reapers = [*reapers[1:], app.services.reap_runs()]
    assert sum(reap() for reap in reapers) == 0

    app.clock.advance(2 * SECOND)
    assert sum(reap() for reap in reapers) == 1


@pytest.mark.parametrize("jump", [timedelta(days=1), timedelta(days=-1)], ids=str)
def test_wrong_clock_takes_no_worker_for_dead(app: App, jump: timedelta) -> None:
    begin_a_run(app)
    reap = app.services.reap_runs()
    reap()
    app.clock.set_wrong(jump)

    assert reap() == 0


def test_a_new_watcher_first_looks_a_while(app: App) -> None:
    begin_a_run(app)
    app.clock.advance(timedelta(hours=1))

    assert app.services.reap_runs()() == 0


def test_a_run_of_a_worker_that_signed_off_is_taken_at_once(app: App) -> None:
    worker = begin_a_run(app)
    app.services.keep_worker.sign_off(worker)

    assert app.services.reap_runs()() == 1


def test_a_workflow_that_says_no_is_not_run_again(app: App) -> None:
    worker = begin_a_run(app, retry_interrupted=False)
    app.services.keep_worker.sign_off(worker)
    app.services.reap_runs()()
    app.go(minutes=5)

    (run,) = app.runs()
    assert (run.status, run.attempt) == (RunStatus.INTERRUPTED, 1)
    assert app.bodies == []


def test_a_worker_taken_for_dead_is_told_when_it_beats(app: App) -> None:
    worker = begin_a_run(app)
    app.services.keep_worker.sign_off(worker)

    with pytest.raises(NotFound):
        app.services.keep_worker.heartbeat(worker)
