"""Note for the customer of a job what they told the shop about messages."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.jobs import Job
from belfry.kernel.errors import Conflict, NotFound
from belfry.messaging.change_consent import ChangeConsent
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class SetConsent:
    store: Store
    change_consent: ChangeConsent

    def __call__(self, job_id: str, consent: str, *, by: str) -> bool:
        """Whether that was news; it holds for all jobs with the same address."""
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r} has been seen on the board")
        if not job.contact:
            raise Conflict(f"there is no address for {job_id} on the board that could be used")
        return self.change_consent(job.contact, consent, by=by)
