"""Give a job its customer's page, and the customer's address its own link, where they have none."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from belfry.jobs.customers.tracking_pages import SECRET_BYTES, TrackingPage
from belfry.jobs.jobs import Job
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, Temporary
from belfry.messaging.contacts import SECRET_BYTES as CONTACT_BYTES
from belfry.messaging.contacts import Contact, contact_id
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

TRIES = 5


@dataclass(frozen=True, slots=True)
class OpenPages:
    store: Store
    secrets: Secrets
    clock: Clock

    def __call__(self, job: Job) -> TrackingPage:
        """The job's page. Both are made in one commit; what is there stays as it is."""
        for _ in range(TRIES):
            page = self.store.find(TrackingPage, job.id)
            missing = [*([] if page else self._make_page(job)), *self._make_contact(job.contact)]
            if page and not missing:
                return page
            with suppress(Conflict):  # somebody else is making the same at this moment: look again
                self.store.commit(missing)
        raise Temporary(f"the page of {job.id} could not be made: too much is going on")

    def _make_page(self, job: Job) -> list[Change]:
        token = self.secrets.token(SECRET_BYTES)
        return [Put(TrackingPage(job_id=job.id, token=token, made_at=self.clock.now()))]

    def _make_contact(self, address: str) -> list[Change]:
        if not address or self.store.find(Contact, contact_id(address)):
            return []
        token = self.secrets.token(CONTACT_BYTES)
        return [Put(Contact(id=contact_id(address), token=token))]
