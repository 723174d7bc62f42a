"""Tell one customer that nothing has moved, because somebody asked for it before the next sweep."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.chasing.sweep_jobs import UNSETTLED, plan_chase
from belfry.jobs.jobs import Job
from belfry.jobs.updates.message_keys import about_job
from belfry.kernel.errors import Conflict, NotFound
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class ChaseJob:
    store: Store
    messages: Messages
    clock: Clock

    def __call__(self, job_id: str, *, chases: int, by: str) -> None:
        """`chases` is how often they were told so far, as far as whoever asks has seen."""
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r}")
        if job.chases != chases:
            raise Conflict(f"the customer of {job_id} was told in the meantime")
        if not job.is_open or job.missing_since or job.pending:
            raise Conflict(f"{job_id} is not standing still any more")
        latest = self.messages.find_latest([about_job(job_id)]).get(about_job(job_id))
        if latest is not None and latest.state in UNSETTLED:
            raise Conflict(f"the last message about {job_id} is {latest.state}: settle that first")
        self.store.commit(plan_chase(job, self.clock.now(), by=by))
