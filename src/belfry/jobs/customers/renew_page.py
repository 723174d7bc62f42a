"""Give a customer's page a new address: whoever has the old one sees nothing there any more."""

from __future__ import annotations

from dataclasses import dataclass, replace

from belfry.jobs.customers.tracking_pages import SECRET_BYTES, TrackingPage
from belfry.jobs.entries import record_job
from belfry.jobs.jobs import Job
from belfry.kernel.changes import Put
from belfry.kernel.errors import Conflict, NotFound, Temporary
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

TRIES = 5


@dataclass(frozen=True, slots=True)
class RenewPage:
    store: Store
    secrets: Secrets
    clock: Clock

    def __call__(self, job_id: str, *, by: str) -> TrackingPage:
        """The page at its new address; a job without one gets its first."""
        for _ in range(TRIES):
            job = self.store.find(Job, job_id)
            if job is None:
                raise NotFound(f"no job {job_id!r} has been seen on the board")
            page = self._make(job_id)
            now = page.made_at
            try:
                self.store.commit([Put(page), *record_job(job, action="new link", at=now, by=by)])
            except Conflict:  # the board has just moved the job, or somebody else was here
                continue
            return replace(page, revision=page.revision + 1)
        raise Temporary(f"{job_id} got no new link: too much is going on")

    def _make(self, job_id: str) -> TrackingPage:
        known = self.store.find(TrackingPage, job_id)
        token = self.secrets.token(SECRET_BYTES)
        revision = known.revision if known else 0
        return TrackingPage(job_id=job_id, token=token, made_at=self.clock.now(), revision=revision)
