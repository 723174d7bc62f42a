"""Take back what a customer was told by mistake, or let it be."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.jobs.jobs import JOB_CORRECTED, Job, announce, record_job
from belfry.jobs.updates.message_keys import move_key
from belfry.kernel.errors import Conflict, NotFound
from belfry.messaging.messages import LEFT, Message
from belfry.ports.clock import Clock
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class CorrectJob:
    store: Store
    clock: Clock

    def __call__(self, job_id: str, *, by: str) -> Job:
        """The customer is told that it was a mistake, once."""
        job = self._get_slipped(job_id)
        told = self.store.find(Message, move_key(job_id, job.told))
        if told is None or told.state not in LEFT:
            raise Conflict(
                f"the customer of {job_id} was not told {job.slip!r}: nothing to correct"
            )
        now = self.clock.now()
        news = announce(job, JOB_CORRECTED, {"slip": job.slip, "stage": job.stage}, at=now)
        settled = replace(job, slip="")
        self.store.commit([*record_job(settled, action="corrected", at=now, by=by), news])
        return settled

    def leave(self, job_id: str, *, by: str) -> Job:
        """Nothing is said; the slip is no longer shown."""
        settled = replace(self._get_slipped(job_id), slip="")
        now = self.clock.now()
        self.store.commit(record_job(settled, action="left uncorrected", at=now, by=by))
        return settled

    def _get_slipped(self, job_id: str) -> Job:
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r}")
        if not job.slip:
            raise Conflict(f"nothing wrong was told about {job_id}, or it was settled already")
        return job
