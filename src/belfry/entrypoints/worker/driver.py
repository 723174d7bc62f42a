"""Drive the clock through virtual time: every fire and run at its moment, none of the waiting.

Simulations, stories and the demo use this: one thread, no sleep, the same order every time.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from belfry.entrypoints.worker.perform import perform
from belfry.kernel.errors import NotFound

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from belfry.bootstrap import Services
    from belfry.ports.clock import MovableClock
    from belfry.scheduler.runs import Run

RUNS_AT_ONCE = 20
LOOK_AGAIN_AFTER = timedelta(minutes=1)


class Driver:
    """One worker that lives in virtual time; `on_run_end` is called with each run as it ends."""

    def __init__(
        self,
        services: Services,
        clock: MovableClock,
        on_run_end: Callable[[Run], None] = lambda run: None,
    ) -> None:
        self._services = services
        self._clock = clock
        self._on_run_end = on_run_end
        self._reap = services.reap_runs()
        self._worker = services.keep_worker.sign_on("driver")

    def settle(self) -> None:
        """Everything that is due now, until nothing is."""
        self._beat()
        self._reap()
        while self._services.fire_triggers().is_behind or self._work():
            pass

    def run_until(self, moment: datetime) -> None:
        """Everything that is due from now to `moment`, each at its own time."""
        self.settle()
        while (due := self.find_due()) is not None and due <= moment:
            self._clock.advance_to(due)
            self.settle()
        self._clock.advance_to(moment)
        self.settle()

    def find_due(self) -> datetime | None:
        """When something is due next."""
        ports = self._services.ports
        moments = [ports.triggers.earliest(), ports.runs.earliest()]
        due = min((moment for moment in moments if moment), default=None)
        # A due fire that has not happened is left to the external scheduler for a while.
        now = self._clock.now()
        return now + LOOK_AGAIN_AFTER if due is not None and due <= now else due

    def _work(self) -> bool:
        claimed = self._services.claim_runs(worker=self._worker, limit=RUNS_AT_ONCE)
        for claim in claimed:
            ended = self._services.finish_run(claim, perform(self._services.kinds, claim))
            if ended:
                self._on_run_end(ended)
        return bool(claimed)

    def _beat(self) -> None:
        try:
            self._services.keep_worker.heartbeat(self._worker)
        except NotFound:
            self._worker = self._services.keep_worker.sign_on("driver")
