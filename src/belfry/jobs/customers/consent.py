"""Show what the shop knows of a job's customer: their page, and whether they want messages."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.customers.tracking_pages import TrackingPage
from belfry.jobs.jobs import Job
from belfry.kernel.errors import Conflict, NotFound
from belfry.messaging.change_consent import ChangeConsent
from belfry.messaging.contacts import Contact, contact_id, find_refusal, has_agreed
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class CustomerShown:
    """`refusal` is why nothing is written to them, if so; `page` is None until it is needed."""

    job: Job
    page: TrackingPage | None
    contact: Contact | None

    @property
    def refusal(self) -> str:
        return find_refusal(self.job.consent, self.contact)

    @property
    def has_agreed(self) -> bool:
        return has_agreed(self.job.consent, self.contact)


@dataclass(frozen=True, slots=True)
class ShowCustomer:
    store: Store

    def __call__(self, job_id: str) -> CustomerShown:
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r} has been seen on the board")
        contact = self.store.find(Contact, contact_id(job.contact)) if job.contact else None
        return CustomerShown(job, self.store.find(TrackingPage, job_id), contact)


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
