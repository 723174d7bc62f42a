"""Clear away finished runs that were kept long enough, attempts and all."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.kernel.changes import MOST_CHANGES, Change, Remove
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.scheduler.ports import Monitor, Runs
from belfry.scheduler.runs.runs import Run

RUNS_AT_ONCE = 200


@dataclass(frozen=True, slots=True)
class ForgetRuns:
    store: Store
    runs: Runs
    monitor: Monitor
    clock: Clock
    keep: timedelta

    def __call__(self) -> int:
        """How many runs were forgotten."""
        before = self.clock.now() - self.keep
        forgotten = 0
        while gone := self._forget_some(before):
            forgotten += gone
        return forgotten

    def _forget_some(self, before: datetime) -> int:
        old = self.monitor.list_old_runs(before=before, limit=RUNS_AT_ONCE)
        return sum(self._forget(run) for run in old)

    def _forget(self, run: Run) -> bool:
        attempts = self.runs.list_attempts(run.id)
        for start in range(0, len(attempts), MOST_CHANGES - 1):
            last = start + MOST_CHANGES - 1 >= len(attempts)
            batch: list[Change] = [Remove(a) for a in attempts[start : start + MOST_CHANGES - 1]]
            if not self._try([*batch, Remove(run)] if last else batch):
                return False
        return bool(attempts) or self._try([Remove(run)])

    def _try(self, changes: list[Change]) -> bool:
        try:
            self.store.commit(changes)
        except Conflict:  # it was replayed meanwhile: it stays
            return False
        return True
