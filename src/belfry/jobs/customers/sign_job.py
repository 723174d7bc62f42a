"""Write into a job's trail who changed its row on the board."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from belfry.jobs.jobs import Job
from belfry.kernel.audit import write_entry
from belfry.kernel.changes import Audit, Put
from belfry.kernel.errors import Conflict
from belfry.ports.clock import Clock
from belfry.ports.store import Store

TRIES = 5


@dataclass(frozen=True, slots=True)
class SignJob:
    """The board is looked at all the time: a job that has just changed is read again."""

    store: Store
    clock: Clock

    def __call__(self, job_id: str, *, action: str, after: Mapping[str, str], by: str) -> None:
        """Nothing for a job that was not seen yet: its trail begins with the look that sees it."""
        for _ in range(TRIES - 1):
            try:
                return self._sign(job_id, action, after, by)
            except Conflict:
                continue
        return self._sign(job_id, action, after, by)

    def _sign(self, job_id: str, action: str, after: Mapping[str, str], by: str) -> None:
        job = self.store.find(Job, job_id)
        if job is None:
            return
        now = self.clock.now()
        audited, entry = write_entry(job, action=action, by=by, at=now, after=dict(after))
        self.store.commit([Put(audited), Audit(entry)])
