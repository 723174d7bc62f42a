"""Where a customer can see how their job is doing.

The page's address holds a secret and nothing about the customer. Whoever has it sees the page until
the shop gives the job a new address.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from belfry.jobs.jobs import Job, TrackingPage, record_job
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, NotFound, Temporary
from belfry.messaging.contacts import SECRET_BYTES as CONTACT_BYTES
from belfry.messaging.contacts import ChangeConsent, Contact, contact_id, find_refusal, has_agreed
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

SECRET_BYTES = 16


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
