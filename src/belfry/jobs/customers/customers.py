"""A job's customer: their tracking page, what they last heard, whether they want messages."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime

from belfry.jobs.jobs import (
    CORRECTION,
    Job,
    LastUpdate,
    TrackingPage,
    about_job,
    record_job,
    written_key,
)
from belfry.jobs.ports import get_job
from belfry.kernel.changes import Change, Put
from belfry.kernel.errors import Conflict, Temporary
from belfry.messaging.contacts import SECRET_BYTES as CONTACT_BYTES
from belfry.messaging.contacts import ChangeConsent, Contact, contact_id, find_refusal, has_agreed
from belfry.messaging.messages import HEARD, Message
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

SECRET_BYTES = 16
TRIES = 5
MOST_HEARD = 20


def find_last_update(messages: Messages, job: Job) -> LastUpdate | None:
    message = _find_update(messages, job)
    return _read_update(message) if message else None


def _find_update(messages: Messages, job: Job) -> Message | None:
    newest = messages.list_newest(about=about_job(job.id), states=HEARD, limit=MOST_HEARD)
    return next((message for message in newest if "stage" in message.facts), None)


def _read_update(message: Message) -> LastUpdate:
    facts = message.facts
    return LastUpdate(
        stage=str(facts["stage"]),
        came_from=str(facts.get("from", "")),
        eta_by=datetime.fromisoformat(facts["eta_by"]) if "eta_by" in facts else None,
        is_correction=message.kind == CORRECTION,
    )


def find_slip(messages: Messages, job: Job) -> Message | None:
    """The message that announced the job in a wrong stage, unless it was taken back or not sent."""
    message = _find_update(messages, job) if job.slip else None
    last = _read_update(message) if message else None
    return message if last and last.stage == job.slip and not last.is_correction else None


def list_written(store: Store, job_id: str) -> list[Message]:
    """What people wrote to a job's customer, the oldest first."""
    written: list[Message] = []
    while message := store.find(Message, written_key(job_id, len(written) + 1)):
        written.append(message)
    return written


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
class EditCustomers:
    store: Store
    secrets: Secrets
    clock: Clock
    change_consent: ChangeConsent

    def show(self, job_id: str) -> CustomerShown:
        job = get_job(self.store, job_id)
        contact = self.store.find(Contact, contact_id(job.contact)) if job.contact else None
        return CustomerShown(job, self.store.find(TrackingPage, job_id), contact)

    def open_pages(self, job: Job) -> TrackingPage:
        """The job's tracking page, and its customer's contact with an opt-out link.

        What is missing is created in one commit.
        """
        for _ in range(TRIES):
            page = self.store.find(TrackingPage, job.id)
            missing = self.plan_page(job)
            if job.contact and not self.store.find(Contact, contact_id(job.contact)):
                token = self.secrets.token(CONTACT_BYTES)
                missing.append(Put(Contact(id=contact_id(job.contact), token=token)))
            if page and not missing:
                return page
            with suppress(Conflict):  # another process is creating the same: read again
                self.store.commit(missing)
        raise Temporary(f"the page of {job.id} could not be made: too much is going on")

    def plan_page(self, job: Job) -> list[Change]:
        """The change that makes the job's tracking page, if it has none."""
        has_page = self.store.find(TrackingPage, job.id) is not None
        return [] if has_page else [Put(self._make_page(job.id, 0))]

    def renew_page(self, job_id: str, *, by: str) -> TrackingPage:
        """Give a tracking page a new address, or its first; the old link stops working."""
        for _ in range(TRIES):
            job = get_job(self.store, job_id)
            known = self.store.find(TrackingPage, job_id)
            page = self._make_page(job_id, known.revision if known else 0)
            entry = record_job(job, action="new link", at=page.made_at, by=by)
            try:
                self.store.commit([Put(page), *entry])
            except Conflict:  # a poll moved the job, or another person renewed the page
                continue
            return replace(page, revision=page.revision + 1)
        raise Temporary(f"{job_id} got no new link: too much is going on")

    def set_consent(self, job_id: str, consent: str, *, by: str) -> bool:
        """Record what the customer of a job told the shop about messages.

        Whether that was a change; it holds for all jobs with the same address.
        """
        job = get_job(self.store, job_id)
        if not job.contact:
            raise Conflict(f"there is no address for {job_id} on the board that could be used")
        return self.change_consent(job.contact, consent, by=by)

    def _make_page(self, job_id: str, revision: int) -> TrackingPage:
        token = self.secrets.token(SECRET_BYTES)
        return TrackingPage(job_id=job_id, token=token, made_at=self.clock.now(), revision=revision)
