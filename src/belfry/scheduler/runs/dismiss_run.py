"""Put a run away that did not do its work: somebody has seen it, and it is not to be done again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.kernel.changes import Append
from belfry.kernel.errors import Conflict, NotFound
from belfry.ports.clock import Clock
from belfry.ports.store import Store
from belfry.scheduler.ports import Monitor
from belfry.scheduler.runs.runs import REPLAYABLE, Run
from belfry.scheduler.watching.notices import Notice

PUT_AWAY = "put away"


@dataclass(frozen=True, slots=True)
class DismissRun:
    """A run that is replayed and fails once more is shown once more."""

    store: Store
    monitor: Monitor
    clock: Clock

    def __call__(self, run_id: str, *, by: str) -> None:
        run = self.store.find(Run, run_id)
        if run is None:
            raise NotFound(f"there is no run {run_id}")
        if run.status not in REPLAYABLE:
            raise Conflict(f"run {run_id} is {run.status}: there is nothing to put away")
        if not self.find_put_away([run]):
            self.store.commit([Append(self._make_note(run, by))])

    def find_put_away(self, runs: Sequence[Run]) -> set[str]:
        """Which of them somebody has put away, as they are now."""
        notes = {_note_id(run): run.id for run in runs}
        return {notes[found] for found in self.monitor.find_dismissed(notes)} if notes else set()

    def _make_note(self, run: Run, by: str) -> Notice:
        now = self.clock.now()
        return Notice(
            id=_note_id(run),
            at=now,
            kind=PUT_AWAY,
            text=f"run {run.id} was put away as {run.status}",
            workflow_id=run.workflow_id,
            run_id=run.id,
            dismissed_at=now,
            dismissed_by=by,
        )


def _note_id(run: Run) -> str:
    return f"put-away/{run.id}/{run.attempt}"
