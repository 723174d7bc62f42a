"""Worker heartbeats, and taking over the runs of dead workers.

A heartbeat stores the worker's row again. Watchers count on their own clock how long a row has not
changed, so machines whose clocks disagree never take each other for dead.
"""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

from belfry.kernel.changes import Change, Put, Remove
from belfry.kernel.errors import NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Numbers, Store, try_commit
from belfry.scheduler.claim_and_finish import Claimed, FinishRun
from belfry.scheduler.ports import Monitor, Runs
from belfry.scheduler.runs import (
    AWAY,
    DEAD_AFTER,
    Interrupted,
    Notice,
    Run,
    Silence,
    Worker,
    give,
)
from belfry.scheduler.watch import WatchClock
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
        leaving = (self.store.find(Worker, worker_id), self.store.find(Silence, worker_id))
        if changes := [Remove(record) for record in leaving if record]:
            self.store.commit(changes)


@dataclass(frozen=True, slots=True)
class Count:
    """A silence being counted: since when on the own clock, and how long it had lasted `before`."""

    heartbeat: int
    since: timedelta
    before: timedelta

    def find_length(self, elapsed: timedelta) -> timedelta:
        return self.before + elapsed - self.since


@dataclass(slots=True)
class ReapRuns:
    """Interrupt the runs of workers that are gone, and tell people of them.

    It counts on its own clock how long each worker has sent no heartbeat, from where it or another
    watcher had come to before: a restart of watchers does not begin the count again.
    """

    store: Store
    runs: Runs
    monitor: Monitor
    clock: Clock
    finish: FinishRun
    watch: WatchClock
    dead_after: timedelta = DEAD_AFTER
    _counts: dict[str, Count] = field(default_factory=dict)

    def __call__(self) -> int:
        """How many runs were interrupted."""
        # Runs first, then workers: a worker that signs on in between is then known.
        running = self.runs.list_running()
        alive = self._find_alive(running)
        orphans = [run for run in running if run.worker not in alive]
        return sum(self._interrupt(run) for run in orphans)

    def _find_alive(self, running: Sequence[Run]) -> set[str]:
        workers, elapsed = self.monitor.list_workers(), self.clock.elapsed()
        self._counts = {worker.id: self._count(worker, elapsed) for worker in workers}
        alive = set()
        for worker in workers:
            silence = self._counts[worker.id].find_length(elapsed)
            if silence >= self.dead_after:
                self._sign_off(worker, running)
            else:
                alive.add(worker.id)
                self._remember(worker, silence)
        return alive

    def _count(self, worker: Worker, elapsed: timedelta) -> Count:
        count = self._counts.get(worker.id)
        if count and count.heartbeat == worker.revision:
            return count
        stored = self.store.find(Silence, worker.id)
        is_same = stored is not None and stored.heartbeat == worker.revision
        before = stored.lasted if stored and is_same else timedelta(0)
        return Count(worker.revision, elapsed, before)

    def _remember(self, worker: Worker, silence: timedelta) -> None:
        """Only a silence that is longer than the one stored, as two watchers count side by side."""
        silence = timedelta(seconds=silence // timedelta(seconds=1))
        if not silence:
            return
        stored = self.store.find(Silence, worker.id) or Silence(worker.id, 0, timedelta(0))
        if stored.heartbeat != worker.revision or stored.lasted < silence:
            longer = replace(stored, heartbeat=worker.revision, lasted=silence)
            try_commit(self.store, [Put(longer)])

    def _sign_off(self, worker: Worker, running: Sequence[Run]) -> None:
        log.warning("worker.lost", extra={"worker": worker.id, "label": worker.label})
        silence = self.store.find(Silence, worker.id)
        gone: list[Change] = [Remove(worker), *([Remove(silence)] if silence else [])]
        if not self._is_told(worker):
            gone += give(self._make_notice(worker, running))
        # A conflict means that it sent a heartbeat after all, or another watcher was first.
        if not try_commit(self.store, gone):
            self._counts.pop(worker.id, None)

    def _is_told(self, worker: Worker) -> bool:
        """Whether "Belfry was away" says it: all stopped together, and one message is enough."""
        notices = self.monitor.list_open_notices()
        was_told = any(notice.kind == AWAY and notice.at > worker.seen_at for notice in notices)
        return was_told or self.watch.will_tell_of(worker)

    def _make_notice(self, worker: Worker, running: Sequence[Run]) -> Notice:
        own = [run for run in running if run.worker == worker.id]
        workflows = (self.store.find(Workflow, str(run.workflow_id)) for run in own)
        names = ", ".join(dict.fromkeys(workflow.name for workflow in workflows if workflow))
        text = f"The worker {worker.label} stopped without signing off"
        return Notice(
            id=f"lost-worker/{worker.id}",
            at=self.clock.now(),
            kind="lost-worker",
            text=f"{text}, while it ran {names}" if names else text,
        )

    def _interrupt(self, run: Run) -> bool:
        workflow = self.store.find(Workflow, str(run.workflow_id))
        if workflow is None:
            return False
        outcome = Interrupted(f"worker {run.worker} stopped in the middle")
        return self.finish(Claimed(run, workflow), outcome) is not None
