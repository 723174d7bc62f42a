"""Who is alive, and what happens to the runs of those who are not."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from tests.houses import House

from belfry.kernel.errors import NotFound
from belfry.scheduler.runs import DEAD_AFTER, RunStatus

SECOND = timedelta(seconds=1)


def begin_a_run(house: House, **edit: Any) -> str:
    """A run that a worker has begun and will never end."""
    workflow = house.add(cron_schedule=None, **edit)
    house.services.change_runs.start(workflow.id, by="test")
    worker = house.services.keep_worker.sign_on("doomed")
    (claimed,) = house.services.claim_runs(worker=worker, limit=1)
    assert claimed.run.status is RunStatus.RUNNING
    return worker


def test_a_worker_that_beats_keeps_its_runs(house: House) -> None:
    worker = begin_a_run(house)
    reap = house.services.reap_runs()
    for _ in range(20):
        house.clock.advance(10 * SECOND)
        house.services.keep_worker.heartbeat(worker)
        assert reap() == 0


def test_a_worker_that_stopped_loses_its_runs_after_a_while(house: House) -> None:
    begin_a_run(house)
    reap = house.services.reap_runs()
    reap()
    house.clock.advance(DEAD_AFTER - SECOND)
    assert reap() == 0

    house.clock.advance(SECOND)
    assert reap() == 1

    (run,) = house.runs()
    assert (run.status, run.attempt) == (RunStatus.QUEUED, 1)
    assert house.ports.monitor.list_workers() == []


@pytest.mark.parametrize("jump", [timedelta(days=1), timedelta(days=-1)], ids=str)
def test_hands_set_wrong_kill_nobody(house: House, jump: timedelta) -> None:
    begin_a_run(house)
    reap = house.services.reap_runs()
    reap()
    house.clock.set_wrong(jump)

    assert reap() == 0


def test_a_new_watcher_first_looks_a_while(house: House) -> None:
    begin_a_run(house)
    house.clock.advance(timedelta(hours=1))

    assert house.services.reap_runs()() == 0


def test_a_run_of_a_worker_that_signed_off_is_taken_at_once(house: House) -> None:
    worker = begin_a_run(house)
    house.services.keep_worker.sign_off(worker)

    assert house.services.reap_runs()() == 1


def test_a_workflow_that_says_no_is_not_run_again(house: House) -> None:
    worker = begin_a_run(house, retry_interrupted=False)
    house.services.keep_worker.sign_off(worker)
    house.services.reap_runs()()
    house.go(minutes=5)

    (run,) = house.runs()
    assert (run.status, run.attempt) == (RunStatus.INTERRUPTED, 1)
    assert house.bodies == []


def test_a_worker_taken_for_dead_is_told_when_it_beats(house: House) -> None:
    worker = begin_a_run(house)
    house.services.keep_worker.sign_off(worker)

    with pytest.raises(NotFound):
        house.services.keep_worker.heartbeat(worker)
