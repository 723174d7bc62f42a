"""What is known of customers and their jobs' pictures, answered from plain rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.jobs.customers.tracking_pages import TrackingPage
from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import Photo, PhotoFile
from belfry.jobs.updates.drafts import Draft
from belfry.messaging.contacts import Contact
from belfry.messaging.replies import Reply

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from belfry.ports.store import Rows


class PlainCustomers:
    def __init__(self, store: Rows) -> None:
        self._store = store

    def list_jobs(self, address: str, *, limit: int = 100) -> Sequence[Job]:
        found = [job for job in self._store.rows(Job) if job.contact == address]
        return sorted(found, key=lambda job: (job.entered_at, job.id), reverse=True)[:limit]

    def find_page(self, token: str) -> TrackingPage | None:
        pages = self._store.rows(TrackingPage)
        return next((page for page in pages if page.token == token), None)

    def find_contact(self, token: str) -> Contact | None:
        contacts = self._store.rows(Contact)
        return next((contact for contact in contacts if contact.token == token), None)

    def list_replies(
        self,
        *,
        about: str | None = None,
        contact: str | None = None,
        is_open: bool | None = None,
        limit: int = 50,
    ) -> Sequence[Reply]:
        found = [
            reply
            for reply in self._store.rows(Reply)
            if about in (None, reply.about)
            and contact in (None, reply.contact)
            and is_open in (None, reply.is_open)
        ]
        return sorted(found, key=lambda reply: (reply.at, reply.id), reverse=True)[:limit]

    def list_drafts(self, job_id: str) -> Sequence[Draft]:
        found = [draft for draft in self._store.rows(Draft) if draft.job_id == job_id]
        return sorted(found, key=lambda draft: draft.message_id)


class PlainPhotos:
    def __init__(self, store: Rows) -> None:
        self._store = store

    def list(self, job_id: str) -> Sequence[Photo]:
        found = [photo for photo in self._store.rows(Photo) if photo.job_id == job_id]
        return sorted(found, key=lambda photo: photo.number)

    def find_newest(self, job_ids: Collection[str]) -> Mapping[str, Photo]:
        newest = {job_id: self.list(job_id)[-1:] for job_id in job_ids}
        return {job_id: photos[0] for job_id, photos in newest.items() if photos}

    def list_ended(self, *, last: str, before: datetime, limit: int) -> Sequence[Photo]:
        ended = {
            job.id
            for job in self._store.rows(Job)
            if (job.closed_at is not None and job.closed_at < before)
            or (job.stage == last and job.entered_at < before)
        }
        found = [photo for photo in self._store.rows(Photo) if photo.job_id in ended]
        return sorted(found, key=lambda photo: (photo.job_id, photo.number))[:limit]

    def files(self) -> Mapping[str, PhotoFile]:
        return {file.name: file for file in self._store.rows(PhotoFile)}

    def cells(self) -> Mapping[str, str]:
        jobs = sorted(self._store.rows(Job), key=lambda job: job.id)
        return {job.id: job.photo for job in jobs if job.is_open and job.photo}
