"""Worker heartbeats, and taking over the runs of dead workers.

A heartbeat stores the worker's row again. Watchers count on their own clock how long a row has not
changed, so machines whose clocks disagree never take each other for dead.
"""

from __future__ import annotations

import logging
from dataclasses import dataclass, field, replace
from datetime import timedelta

from belfry.kernel.changes import Put, Remove
from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Numbers, Store
from belfry.scheduler.claim_and_finish import Claimed, FinishRun
from belfry.scheduler.ports import Monitor, Runs
from belfry.scheduler.runs import DEAD_AFTER, Interrupted, Run, Worker
from belfry.scheduler.workflows import Workflow

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class KeepWorker:
    """Sign on, send heartbeats, sign off."""

    store: Store
    numbers: Numbers
    clock: Clock

    def sign_on(self, label: str) -> str:
        now = self.clock.now()
        worker = Worker(
            id=f"w{self.numbers.next('worker')}", label=label, started_at=now, seen_at=now
        )
        self.store.commit([Put(worker)])
        return worker.id

    def heartbeat(self, worker_id: str) -> None:
        """NotFound if others took this worker for dead: it must sign on again."""
        worker = self.store.find(Worker, worker_id)
        if worker is None:
            raise NotFound(f"worker {worker_id} was signed off by others")
        self.store.commit([Put(replace(worker, seen_at=self.clock.now()))])

    def sign_off(self, worker_id: str) -> None:
        worker = self.store.find(Worker, worker_id)
        if worker:
            self.store.commit([Remove(worker)])


@dataclass(slots=True)
class ReapRuns:
    """Interrupt the runs of workers that are gone.

    It remembers since when, on its own clock, each worker has sent no heartbeat.
    """

    store: Store
    runs: Runs
    monitor: Monitor
    clock: Clock
    finish: FinishRun
    dead_after: timedelta = DEAD_AFTER
    _seen: dict[str, tuple[int, timedelta]] = field(default_factory=dict)

    def __call__(self) -> int:
        """How many runs were interrupted."""
        # Runs first, then workers: a worker that signs on in between is then known.
        running = self.runs.list_running()
        alive = self._find_alive()
        orphans = [run for run in running if run.worker not in alive]
        return sum(self._interrupt(run) for run in orphans)

    def _find_alive(self) -> set[str]:
        elapsed = self.clock.elapsed()
        workers = self.monitor.list_workers()
        self._seen = {worker.id: self._since(worker, elapsed) for worker in workers}
        dead = [w for w in workers if elapsed - self._seen[w.id][1] >= self.dead_after]
        for worker in dead:
            self._sign_off(worker)
        return {worker.id for worker in workers} - {worker.id for worker in dead}

    def _since(self, worker: Worker, elapsed: timedelta) -> tuple[int, timedelta]:
        seen = self._seen.get(worker.id)
        return seen if seen and seen[0] == worker.revision else (worker.revision, elapsed)

    def _sign_off(self, worker: Worker) -> None:
        log.warning("worker.lost", extra={"worker": worker.id, "label": worker.label})
        try:
            self.store.commit([Remove(worker)])
        except Conflict:  # it sent a heartbeat after all, or another watcher was first
            self._seen.pop(worker.id, None)

    def _interrupt(self, run: Run) -> bool:
        workflow = self.store.find(Workflow, str(run.workflow_id))
        if workflow is None:
            return False
        outcome = Interrupted(f"worker {run.worker} stopped in the middle")
        return self.finish(Claimed(run, workflow), outcome) is not None
