"""The loop in real time: it gives up what never ends, and nothing that goes wrong stops it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any

import pytest

from belfry.bootstrap import Services, build_services, open_ports
from belfry.entrypoints.worker.loop import Loop
from belfry.kernel.errors import Temporary
from belfry.scheduler.kinds import FunctionKind, RunContext
from belfry.scheduler.runs import Run, RunStatus
from belfry.settings import Settings


@pytest.fixture
def services(tmp_path: Path) -> Iterator[Services]:
    settings = Settings(folder=tmp_path)
    ports = open_ports(settings)
    yield build_services(settings, ports)
    ports.close()


@contextmanager
def going(services: Services, threads: int = 4) -> Iterator[None]:
    stop = Event()
    loop = Loop(services, label="test", threads=threads)
    thread = Thread(target=loop.run, args=(stop,))
    thread.start()
    try:
        yield
    finally:
        stop.set()
        thread.join(timeout=300)
        assert not thread.is_alive()


def register(
    services: Services, name: str, body: Callable[[Mapping[str, Any], RunContext], object]
) -> None:
    assert isinstance(services.kinds, dict)
    services.kinds[name] = FunctionKind(body)


def start(services: Services, kind: str, **edit: Any) -> str:
    fields = {"name": f"A {kind} {len(edit)}", "kind": kind, "attempts": 1, **edit}
    workflow = services.create_workflow.create(fields, team_id=1, by="test")
    return services.change_runs.start(workflow.id, by="test").id


def wait_for(services: Services, run_id: str) -> Run:
    """The run, once it is finished; the test fails if it never is."""
    patience = Event()
    for _ in range(3000):
        run = services.ports.store.find(Run, run_id)
        if run and run.is_finished:
            return run
        patience.wait(0.1)
    raise AssertionError(f"{run_id} never ended")


def test_a_run_that_never_ends_is_given_up_at_its_limit(services: Services) -> None:
    forever = Event()
    register(services, "endless", lambda inputs, context: forever.wait())
    stuck = start(services, "endless", time_limit=timedelta(seconds=1))
    other = start(services, "log", inputs={"message": "meanwhile"})

    with going(services, threads=1):
        ended = wait_for(services, stuck)
        assert ended.status is RunStatus.PARKED
        assert ended.error == "did not end within 0:00:01"
        assert wait_for(services, other).output == "meanwhile"
        forever.set()

    run = services.ports.store.find(Run, stuck)
    assert run is not None
    assert run.status is RunStatus.PARKED


def test_bodies_that_never_end_leave_belfrys_own_runs_their_threads(services: Services) -> None:
    forever, inside = Event(), Semaphore(0)

    def hang(inputs: Mapping[str, Any], context: RunContext) -> None:
        inside.release()
        forever.wait()

    register(services, "endless", hang)
    stuck = [start(services, "endless", name=f"Slow {number}") for number in range(6)]
    with going(services):
        for _ in range(4):
            assert inside.acquire(timeout=300)
        for kind in ("release", "relay", "watch", "poll"):
            assert wait_for(services, start(services, kind)).status is RunStatus.SUCCEEDED
        states = [services.ports.store.find(Run, run_id) for run_id in stuck]
        assert [run.status for run in states if run].count(RunStatus.QUEUED) == 2
        forever.set()
        for run_id in stuck:
            assert wait_for(services, run_id).status is RunStatus.SUCCEEDED


def test_a_body_that_raises_anything_is_a_failure_and_no_more(services: Services) -> None:
    def explode(inputs: Mapping[str, Any], context: RunContext) -> None:
        raise ZeroDivisionError("oh no")

    register(services, "explosive", explode)
    with going(services):
        assert wait_for(services, start(services, "explosive")).error == "ZeroDivisionError: oh no"
        assert wait_for(services, start(services, "log")).status is RunStatus.SUCCEEDED


def test_an_end_that_cannot_be_written_at_once_is_written_later(services: Services) -> None:
    failures = [Temporary("busy"), Temporary("busy")]
    real = services.finish_run

    def finish(*args: Any) -> Run | None:
        if failures:
            raise failures.pop()
        return real(*args)

    fragile = replace(services, finish_run=finish)  # type: ignore[arg-type]
    with going(fragile):
        assert wait_for(services, start(services, "log")).status is RunStatus.SUCCEEDED
    assert failures == []


def test_the_loop_signs_off_when_it_leaves(services: Services) -> None:
    with going(services):
        wait_for(services, start(services, "log"))
        assert [worker.label for worker in services.ports.monitor.list_workers()] == ["test"]
    assert services.ports.monitor.list_workers() == []


def test_two_loops_share_the_work_and_double_none(services: Services) -> None:
    bodies: list[str] = []
    register(services, "count", lambda inputs, context: bodies.append(context.run_id))
    fields = {"name": "Many", "kind": "count", "overlap": "allow"}
    workflow = services.create_workflow(fields, team_id=1, by="test")
    asked = [services.change_runs.start(workflow.id, by="test").id for _ in range(40)]

    with going(services), going(services):
        for run_id in asked:
            assert wait_for(services, run_id).status is RunStatus.SUCCEEDED

    assert sorted(bodies) == sorted(asked)


def test_a_worker_taken_for_dead_signs_on_again_and_loses_its_run(services: Services) -> None:
    inside, go_on = Event(), Event()

    def slow(inputs: Mapping[str, Any], context: RunContext) -> str:
        inside.set()
        go_on.wait(300)
        return f"attempt {context.attempt}"

    register(services, "slow", slow)
    run_id = start(services, "slow", attempts=3)
    with going(services):
        assert inside.wait(300)
        (worker,) = services.ports.monitor.list_workers()
        services.keep_worker.sign_off(worker.id)
        reap = services.reap_runs()
        assert reap() == 1
        go_on.set()
        ended = wait_for(services, run_id)

    assert (ended.status, ended.output) == (RunStatus.SUCCEEDED, "attempt 2")
    attempts = services.ports.runs.list_attempts(run_id)
    assert [attempt.outcome for attempt in attempts] == ["interrupted", "succeeded"]
