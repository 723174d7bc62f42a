"""A worker that signs on while another checks heartbeats is not taken for dead."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from tests.apps import App

from belfry.scheduler.runs import RunStatus
from belfry.scheduler.workers import ReapRuns


class Interruptible:
    """A port that calls `act` once, after its first answer."""

    def __init__(self, port: object, acts: list[Callable[[], object]]) -> None:
        self._port = port
        self._acts = acts

    def __getattr__(self, name: str) -> Any:
        def ask(*args: Any, **options: Any) -> Sequence[object]:
            seen: Sequence[object] = getattr(self._port, name)(*args, **options)
            if self._acts:
                self._acts.pop()()
            return seen

        return ask


def test_worker_that_signs_on_meanwhile_keeps_its_run(app: App) -> None:
    workflow = app.add(cron_schedule=None)
    run = app.services.change_runs.start(workflow.id, by="test")

    def arrive() -> None:
        newcomer = app.services.keep_worker.sign_on("newcomer")
        assert app.services.claim_runs(worker=newcomer, limit=1)

    acts: list[Callable[[], object]] = [arrive]
    ports = app.ports
    runs: Any = Interruptible(ports.runs, acts)
    monitor: Any = Interruptible(ports.monitor, acts)
    services = app.services
    reap = ReapRuns(
        ports.store, runs, monitor, ports.clock, services.finish_run, services.watch_clock
    )
    assert reap() == 0
    (stored_run,) = app.runs(workflow)
    assert (stored_run.id, stored_run.status) == (run.id, RunStatus.RUNNING)
