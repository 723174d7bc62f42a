"""Give a customer everything that is kept of them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from belfry.jobs.jobs import Job
from belfry.jobs.ports import Customers, Jobs, Photos
from belfry.jobs.updates.message_keys import about_job
from belfry.kernel.errors import NotFound
from belfry.kernel.records import write_plainly
from belfry.messaging.contacts import Contact, contact_id
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages
from belfry.ports.files import BlobStore
from belfry.ports.store import Store

AT_ONCE = 200
ALL = 1_000_000
# What guards a record says nothing about its customer.
_OURS = frozenset({"audit_seq", "audit_hash", "revision", "row", "token"})


@dataclass(frozen=True, slots=True)
class CustomerFile:
    """`told` is what JSON can say; `pictures` by the names they have in it."""

    told: dict[str, Any]
    pictures: dict[str, bytes]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExportCustomer:
    store: Store
    jobs: Jobs
    customers: Customers
    messages: Messages
    photos: Photos
    blobs: BlobStore

    def __call__(self, address: str) -> CustomerFile:
        """NotFound if nobody is known by that address."""
        jobs = self.customers.list_jobs(address, limit=ALL)
        if not jobs:
            raise NotFound("nobody is known by that address")
        contact = self.store.find(Contact, contact_id(address))
        replies = self.customers.list_replies(contact=contact_id(address), limit=ALL)
        pictures = dict(pair for job in jobs for pair in self._list_pictures(job))
        told = {
            "address": address,
            "consent": _write(contact) if contact else {},
            "replies": [_write(reply) for reply in reversed(replies)],
            "jobs": [self._write_job(job) for job in sorted(jobs, key=lambda job: job.id)],
        }
        return CustomerFile(told, pictures)

    def _write_job(self, job: Job) -> dict[str, Any]:
        about = about_job(job.id)
        messages = sorted(self._list_messages(about), key=lambda one: (one.made_at, one.id))
        return {
            **_write(job),
            "moves": [_write(move) for move in self.jobs.list_moves(job.id)],
            "messages": [_write(message) for message in messages],
            "drafts": [_write(draft) for draft in self.customers.list_drafts(job.id)],
            "photos": [_write(photo) for photo in self.photos.list(job.id)],
        }

    def _list_messages(self, about: str) -> Iterator[Message]:
        before: tuple[datetime, str] | None = None
        while page := self.messages.list_newest(about=about, before=before, limit=AT_ONCE):
            yield from page
            before = (page[-1].made_at, page[-1].id)

    def _list_pictures(self, job: Job) -> Iterator[tuple[str, bytes]]:
        for photo in self.photos.list(job.id):
            try:
                yield photo.blob_name, self.blobs.get(photo.blob_name)
            except NotFound:
                continue


def _write(record: object) -> dict[str, Any]:
    said = write_plainly(record)
    return {name: value for name, value in said.items() if name not in _OURS}
