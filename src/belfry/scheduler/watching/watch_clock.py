"""Notice what did not happen: a clock that stood still, runs that nobody picks up."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from belfry.kernel.changes import Append, Put
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.scheduler.ports import Runs
from belfry.scheduler.watching.heartbeats import Heartbeat
from belfry.scheduler.watching.notices import Notice

AWAY_AFTER = timedelta(minutes=5)
WAITED_TOO_LONG = timedelta(minutes=15)


@dataclass(frozen=True, slots=True)
class WatchClock:
    store: Store
    runs: Runs
    clock: Clock

    def __call__(self) -> list[Notice]:
        """The notices given this time."""
        now = self.clock.now()
        heartbeat = self.store.find(Heartbeat, "clock") or Heartbeat("clock", now)
        notices = [*self._find_away(heartbeat, now), *self._find_waiting(now)]
        self.store.commit([Put(replace(heartbeat, seen_at=now))])
        return [notice for notice in notices if self._tell(notice)]

    def _find_away(self, heartbeat: Heartbeat, now: datetime) -> list[Notice]:
        if now - heartbeat.seen_at <= AWAY_AFTER:
            return []
        text = f"Belfry was away from {_said(heartbeat.seen_at)} to {_said(now)}"
        return [Notice(id=f"away/{_said(heartbeat.seen_at)}", at=now, kind="away", text=text)]

    def _find_waiting(self, now: datetime) -> list[Notice]:
        return [
            Notice(
                id=f"waiting/{run.id}/{run.attempt}",
                at=now,
                kind="waiting",
                text=f"A run of workflow {run.workflow_id} has waited for a worker "
                f"since {_said(run.due_at)}",
                workflow_id=run.workflow_id,
                run_id=run.id,
            )
            for run in self.runs.list_waiting(now=now - WAITED_TOO_LONG, limit=20)
        ]

    def _tell(self, notice: Notice) -> bool:
        try:
            self.store.commit([Append(notice)])
        except Conflict:
            return False
        return True


def _said(moment: datetime) -> str:
    return f"{moment:%Y-%m-%d %H:%M} UTC"
