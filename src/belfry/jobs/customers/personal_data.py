"""Forget a customer: what is kept of them goes, and that it went is written down.

That they wanted no messages stays, as a digest of the address. The board and the pictures in the
team's folder are the team's own: while a job stands on the board nothing is forgotten, because the
next look would bring it back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.board.rows import SeenRows, find_changed_rows
from belfry.jobs.jobs import Job, TrackingPage, record_job
from belfry.jobs.photos.gather_photos import FOLDER
from belfry.jobs.ports import Customers, Jobs, Photos
from belfry.jobs.updates.message_keys import about_help, about_job, about_wish
from belfry.kernel.changes import Change, Remove
from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.records import Record, write_plainly
from belfry.messaging.contacts import Contact, contact_id
from belfry.messaging.messages import LEFT, Audience, Message, State, record
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, Folder, Versions
from belfry.ports.store import Store
from belfry.workspace.tables import ReadTable

AT_ONCE = 200
ALL = 1_000_000


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was cleared, and the files in the team's folder that are the team's to clear."""

    jobs: tuple[str, ...]
    messages: int
    photos: int
    versions: int
    left_files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ForgetCustomer:
    store: Store
    customers: Customers
    messages: Messages
    photos: Photos
    blobs: BlobStore
    folder: Folder
    versions: Versions
    read_table: ReadTable
    clock: Clock

    def __call__(self, address: str, *, by: str) -> Forgotten:
        """Whoever is reached at that address; killed in the middle, it can be done again."""
        jobs = self.customers.list_jobs(address, limit=ALL)
        contact = contact_id(address)
        replies = self.customers.list_replies(contact=contact, limit=ALL)
        if not jobs and not replies:
            raise NotFound("nobody is known by that address")
        self._refuse_while_on_the_board(jobs)
        now = self.clock.now()
        messages = self._blank_messages(jobs, contact, by, now)
        self._remove(replies)
        photos = self._remove_all(jobs)
        versions = self._clear_versions(jobs)
        self._forget_contact(address)
        # The jobs come last: by them the rest is found.
        self.store.commit_each(
            [record_job(blank_job(job, now), action="forgotten", at=now, by=by) for job in jobs]
        )
        ids = tuple(sorted(job.id for job in jobs))
        return Forgotten(ids, messages, photos, versions, tuple(self._list_left(ids)))

    def _refuse_while_on_the_board(self, jobs: Sequence[Job]) -> None:
        try:
            table = self.read_table(BOARD)
        except NotFound:
            return
        place = table.columns.places["job_id"]
        present = find_changed_rows(table.rows, place, SeenRows(), is_reread=True).present
        if standing := sorted(job.id for job in jobs if job.id in present):
            said = f"{', '.join(standing)} still on the board: take the row off {BOARD.name} first"
            raise Conflict(said)

    def _blank_messages(self, jobs: Sequence[Job], contact: str, by: str, now: datetime) -> int:
        abouts = [about_wish(contact), about_help(contact), *(about_job(job.id) for job in jobs)]
        ours = [one for about in abouts for one in self._list_about(about)]
        mentioned = [one for one in self._list_about(None) if is_mentioned(one, jobs)]
        found = {one.id: one for one in (*ours, *mentioned) if not is_blank(one)}
        if any(one.state is State.SENDING for one in found.values()):
            raise Conflict("a message to them is leaving at this moment: try again in a while")
        steps = [
            record(blank_message(one), action="forgotten", at=now, by=by) for one in found.values()
        ]
        return sum(self.store.commit_each([step.changes for step in steps]))

    def _list_about(self, about: str | None) -> Iterator[Message]:
        """All messages about one thing; about none in particular, all that went to the team."""
        before: tuple[datetime, str] | None = None
        while page := self.messages.list_newest(about=about, before=before, limit=AT_ONCE):
            yield from (one for one in page if about or one.audience is Audience.TEAM)
            before = (page[-1].made_at, page[-1].id)

    def _remove_all(self, jobs: Sequence[Job]) -> int:
        """Drafts, pages and pictures; how many pictures."""
        photos = 0
        for job in jobs:
            pictures = self.photos.list(job.id)
            for photo in pictures:
                self.blobs.remove(photo.blob_name)
            photos += len(pictures)
            page = self.store.find(TrackingPage, job.id)
            drafts = self.customers.list_drafts(job.id)
            self._remove([*pictures, *drafts, *([page] if page else [])])
        return photos

    def _remove(self, records: Collection[Record]) -> None:
        changes: list[Sequence[Change]] = [[Remove(one)] for one in records]
        self.store.commit_each(changes)

    def _clear_versions(self, jobs: Sequence[Job]) -> int:
        """Earlier states of the board in which they can be found."""
        cleared = 0
        for version in self.versions.list(BOARD.name, limit=ALL)[1:]:
            if is_on_page(self.versions.get(BOARD.name, version.number), jobs):
                self.versions.remove(BOARD.name, version.number)
                cleared += 1
        return cleared

    def _forget_contact(self, address: str) -> None:
        contact = self.store.find(Contact, contact_id(address))
        if contact is not None and not contact.consent:
            self._remove([contact])

    def _list_left(self, ids: Sequence[str]) -> list[str]:
        under = tuple(f"{FOLDER}/{job_id}/" for job_id in ids)
        return [name for name in self.folder.list(FOLDER) if name.startswith(under)]


ERASED = "[erased]"
SHORTEST_NAME = 3


def blank_job(job: Job, at: datetime) -> Job:
    """Where the job was and when, and no longer whose it was or what; nothing follows any more."""
    return replace(
        job,
        row="",
        customer="",
        contact="",
        item="",
        photo="",
        zone="",
        pending="",
        pending_since=None,
        missing_since=None,
        is_open=False,
        closed_at=job.closed_at or at,
    )


def blank_message(message: Message) -> Message:
    """That something was said, when and how, and no longer to whom or what."""
    state = message.state if not message.is_waiting else State.DROPPED
    said = ERASED if message.state in LEFT else ""
    return replace(
        message,
        state=state,
        due_at=None if message.is_waiting else message.due_at,
        why="the customer was forgotten" if message.is_waiting else "",
        sent_to="",
        subject_line=said and ERASED,
        text=said,
        own_words="",
        receipt="",
        worded="",
        facts={name: value for name, value in message.facts.items() if name != "contact"},
    )


def is_on_page(content: bytes, jobs: Collection[Job]) -> bool:
    """Whether an earlier state of the board shows one of the jobs."""
    text = content.decode("utf-8", "replace")
    ids = "|".join(re.escape(job.id) for job in jobs)
    is_named = re.search(rf"(?<![\w-])(?:{ids})(?![\w-])", text) is not None
    return is_named or any(word in text for job in jobs for word in (job.row, job.contact) if word)


def is_blank(message: Message) -> bool:
    is_told = message.sent_to or message.text not in ("", ERASED) or "contact" in message.facts
    return not is_told and not message.is_waiting


def is_mentioned(message: Message, jobs: Collection[Job]) -> bool:
    """Whether a message to the team names one of the jobs or whose it was."""
    said = f"{message.subject_line}\n{message.text}"
    words = {word for job in jobs for word in (job.id, job.contact, job.customer)}
    return any(word in said for word in words if len(word) >= SHORTEST_NAME)


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
