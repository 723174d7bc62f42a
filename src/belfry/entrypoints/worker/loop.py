"""The clock and a worker in real time: fire, claim, run, send heartbeats, replace dead workers."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import dataclass
from datetime import timedelta
from threading import Event, Lock, Thread
from typing import TYPE_CHECKING

from belfry.entrypoints.metrics import BEHIND, FIRES, RUNS
from belfry.entrypoints.worker.perform import perform
from belfry.kernel.errors import BelfryError, NotFound
from belfry.scheduler.runs import Failed, Outcome

if TYPE_CHECKING:
    from collections.abc import Callable

    from belfry.bootstrap import Services
    from belfry.scheduler.claim_and_finish import Claimed
    from belfry.scheduler.runs import Run

log = logging.getLogger(__name__)

TICK_EVERY = timedelta(milliseconds=500)
LEAVE_WITHIN = timedelta(seconds=20)


@dataclass(eq=False)
class Task:
    """A run under way in a thread of its own."""

    claimed: Claimed
    started: timedelta
    is_over: bool = False


class Loop:
    """`run` returns when `stop` is set and the runs under way have ended, or were given up.

    `welcome` is called with the worker's name once it has signed on, `on_run_end` with each run.
    """

    def __init__(
        self,
        services: Services,
        *,
        label: str,
        threads: int,
        on_run_end: Callable[[Run], None] = lambda run: None,
        welcome: Callable[[str], None] = lambda worker: None,
    ) -> None:
        self._services = services
        self._label = label
        self._on_run_end = on_run_end
        self._welcome = welcome
        self._threads = threads
        self._beat_every = timedelta(seconds=services.settings.worker.beat_seconds)
        self._clock = services.ports.clock
        self._reap = services.reap_runs()
        self._tasks: set[Task] = set()
        self._lock = Lock()
        self._worker = ""
        self._free = Event()
        self._left = Event()

    def run(self, stop: Event) -> None:
        self._sign_on(stop)
        Thread(target=self._beat_on, name="belfry-beat", daemon=True).start()
        last_reap = timedelta(0)
        while not stop.is_set():
            if self._clock.elapsed() - last_reap >= self._beat_every:
                last_reap = self._clock.elapsed()
                self._safely("reap", self._reap)
            is_behind = self._safely("tick", self._tick)
            if not is_behind:
                self._free.clear()
                self._free.wait(TICK_EVERY.total_seconds())
        self._leave()

    def _sign_on(self, stop: Event) -> None:
        while not self._worker and not stop.is_set():
            self._safely("sign_on", self._try_sign_on)
            if not self._worker:
                stop.wait(1)
        if self._worker:
            self._welcome(self._worker)

    def _try_sign_on(self) -> bool:
        self._worker = self._services.keep_worker.sign_on(self._label)
        return True

    def _tick(self) -> bool:
        """Whether there is more to do at once."""
        fired = self._services.fire_triggers()
        FIRES.inc(fired.runs)
        BEHIND.set(fired.is_behind)
        self._give_up_overdue()
        claimed = self._claim()
        return fired.is_behind or claimed

    def _claim(self) -> bool:
        with self._lock:
            busy = Counter(task.claimed.run.lane for task in self._tasks)
        claims = self._services.claim_runs(worker=self._worker, limit=self._threads, busy=busy)
        for claimed in claims:
            task = Task(claimed, self._clock.elapsed())
            with self._lock:
                self._tasks.add(task)
            name = f"belfry-run-{claimed.run.id}"
            Thread(target=self._carry_out, args=(task,), name=name, daemon=True).start()
        return bool(claims)

    def _carry_out(self, task: Task) -> None:
        outcome = perform(self._services.kinds, task.claimed)
        self._end(task, outcome)

    def _end(self, task: Task, outcome: Outcome) -> None:
        """The first to end the task wins: its own thread, or the loop that gave it up."""
        with self._lock:
            if task.is_over:
                return
            task.is_over = True
        while not self._safely("finish", lambda: self._finish(task.claimed, outcome)):
            if self._left.wait(1):
                break
        with self._lock:
            self._tasks.discard(task)
        self._free.set()

    def _finish(self, claimed: Claimed, outcome: Outcome) -> bool:
        """Whether the end is recorded, or another worker has taken over the run."""
        ended = self._services.finish_run(claimed, outcome)
        if ended:
            RUNS.labels(status=ended.status).inc()
            extra = {"run_id": ended.id, "status": str(ended.status), "attempt": ended.attempt}
            log.info("run.ended", extra=extra)
            self._on_run_end(ended)
        return True

    def _give_up_overdue(self) -> None:
        """A run that never ends is failed at its limit; its thread is left to itself."""
        for task in list(self._tasks):
            limit = task.claimed.workflow.time_limit
            if self._clock.elapsed() - task.started > limit:
                log.error("run.given_up", extra={"run_id": task.claimed.run.id})
                self._end(task, Failed(f"did not end within {limit}"))

    def _beat_on(self) -> None:
        while not self._left.wait(self._beat_every.total_seconds()):
            self._safely("beat", self._beat)

    def _beat(self) -> bool:
        try:
            self._services.keep_worker.heartbeat(self._worker)
        except NotFound:
            log.warning("worker.signed_off_by_others", extra={"worker": self._worker})
            self._try_sign_on()
        return True

    def _leave(self) -> None:
        deadline = self._clock.elapsed() + LEAVE_WITHIN
        while self._tasks and self._clock.elapsed() < deadline:
            self._free.clear()
            self._free.wait(0.2)
        self._left.set()
        self._safely("sign_off", lambda: self._services.keep_worker.sign_off(self._worker))

    def _safely(self, what: str, call: Callable[[], object]) -> bool:
        """The edge: nothing that goes wrong once may stop the clock."""
        try:
            return bool(call())
        except BelfryError as error:
            log.warning("loop.%s_failed", what, extra={"error": str(error)})
        except Exception:
            log.exception("loop.%s_raised", what)
        return False
