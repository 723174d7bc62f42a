"""A job's customer: their tracking page and whether they want messages."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from belfry.jobs.jobs import Job, TrackingPage, record_job
from belfry.jobs.ports import get_job
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, Temporary
from belfry.messaging.contacts import SECRET_BYTES as CONTACT_BYTES
from belfry.messaging.contacts import ChangeConsent, Contact, contact_id, find_refusal, has_agreed
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

SECRET_BYTES = 16
TRIES = 5


@dataclass(frozen=True, slots=True)
class OpenPages:
    """Create a job's tracking page, and its customer's contact with an opt-out link."""

    store: Store
    secrets: Secrets
    clock: Clock

    def __call__(self, job: Job) -> TrackingPage:
        """The job's page; what is missing is created in one commit."""
        for _ in range(TRIES):
            page = self.store.find(TrackingPage, job.id)
            missing = [*([] if page else self._make_page(job)), *self._make_contact(job.contact)]
            if page and not missing:
                return page
            with suppress(Conflict):  # another process is creating the same: read again
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


@dataclass(frozen=True, slots=True)
class RenewPage:
    """Give a tracking page a new address; the old link stops working."""

    store: Store
    secrets: Secrets
    clock: Clock

    def __call__(self, job_id: str, *, by: str) -> TrackingPage:
        """The page at its new address; a job without one gets its first."""
        for _ in range(TRIES):
            job = get_job(self.store, job_id)
            page = self._make(job_id)
            now = page.made_at
            try:
                self.store.commit([Put(page), *record_job(job, action="new link", at=now, by=by)])
            except Conflict:  # a poll moved the job, or another person renewed the page
                continue
            return replace(page, revision=page.revision + 1)
        raise Temporary(f"{job_id} got no new link: too much is going on")

    def _make(self, job_id: str) -> TrackingPage:
        known = self.store.find(TrackingPage, job_id)
        token = self.secrets.token(SECRET_BYTES)
        revision = known.revision if known else 0
        return TrackingPage(job_id=job_id, token=token, made_at=self.clock.now(), revision=revision)


@dataclass(frozen=True, slots=True)
class CustomerShown:
    """`refusal` is why nothing is sent to them, if so; `page` is None until it is needed."""

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
        job = get_job(self.store, job_id)
        contact = self.store.find(Contact, contact_id(job.contact)) if job.contact else None
        return CustomerShown(job, self.store.find(TrackingPage, job_id), contact)


@dataclass(frozen=True, slots=True)
class SetConsent:
    """Record what the customer of a job told the shop about messages."""

    store: Store
    change_consent: ChangeConsent

    def __call__(self, job_id: str, consent: str, *, by: str) -> bool:
        """Whether that was a change; it holds for all jobs with the same address."""
        job = get_job(self.store, job_id)
        if not job.contact:
            raise Conflict(f"there is no address for {job_id} on the board that could be used")
        return self.change_consent(job.contact, consent, by=by)
