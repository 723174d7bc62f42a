"""Export or erase everything that is kept of a customer.

An opt-out is kept, as a digest of the address. The board and the pictures in the team's folder
belong to the team: while a job is on the board nothing is erased, because the next poll would bring
it back.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from belfry.jobs.board.moves import SeenRows, find_changed_rows
from belfry.jobs.board.poll_board import BOARD
from belfry.jobs.customers.customers import list_written
from belfry.jobs.jobs import Job, TrackingPage, about_help, about_job, about_wish, record_job
from belfry.jobs.photos.photos import FOLDER
from belfry.jobs.ports import Customers, Jobs, Photos
from belfry.kernel.changes import Change, Remove, put_audited
from belfry.kernel.errors import Conflict, NotFound
from belfry.kernel.records import Record, write_plainly
from belfry.messaging.contacts import Contact, contact_id
from belfry.messaging.incoming import IncomingMail, dismiss
from belfry.messaging.messages import LEFT, Audience, Message, State, record
from belfry.messaging.ports import IncomingMails, Messages
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore, Folder, Versions
from belfry.ports.store import Store
from belfry.workspace.tables import ReadTable

AT_ONCE = 200
ALL = 1_000_000
ERASED = "[erased]"
SHORTEST_NAME = 3
# Fields that protect a record and say nothing about its customer.
_INTERNAL = frozenset({"audit_seq", "audit_hash", "revision", "row", "token"})


@dataclass(frozen=True, slots=True)
class CustomerFile:
    """`told` is the data for JSON; `pictures` by the names used in it."""

    told: dict[str, Any]
    pictures: dict[str, bytes]


@dataclass(frozen=True, slots=True)
class Forgotten:
    """What was erased, and the files in the team's folder that the team must delete itself."""

    jobs: tuple[str, ...]
    messages: int
    photos: int
    versions: int
    left_files: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class PersonalData:
    store: Store
    jobs: Jobs
    customers: Customers
    messages: Messages
    incoming_mails: IncomingMails
    photos: Photos
    blobs: BlobStore
    folder: Folder
    versions: Versions
    read_table: ReadTable
    clock: Clock

    def export(self, address: str) -> CustomerFile:
        """NotFound for an unknown address."""
        jobs = self.customers.list_jobs(address, limit=ALL)
        if not jobs:
            raise NotFound("no customer has that address")
        contact = self.store.find(Contact, contact_id(address))
        replies = self.customers.list_replies(contact=contact_id(address), limit=ALL)
        pictures = dict(pair for job in jobs for pair in self._list_pictures(job))
        data = {
            "address": address,
            "consent": _write(contact) if contact else {},
            "replies": [_write(reply) for reply in reversed(replies)],
            "mails": [_write(mail) for mail in self._list_mails(address)],
            "jobs": [self._write_job(job) for job in sorted(jobs, key=lambda job: job.id)],
        }
        return CustomerFile(data, pictures)

    def _write_job(self, job: Job) -> dict[str, Any]:
        messages = sorted(
            [*list_messages(self.messages, about_job(job.id)), *self._list_written(job)],
            key=lambda message: (message.made_at, message.id),
        )
        return {
            **_write(job),
            "moves": [_write(move) for move in self.jobs.list_moves(job.id)],
            "messages": [_write(message) for message in messages],
            "drafts": [_write(draft) for draft in self.customers.list_drafts(job.id)],
            "photos": [_write(photo) for photo in self.photos.list(job.id)],
        }

    def _list_pictures(self, job: Job) -> Iterator[tuple[str, bytes]]:
        for photo in self.photos.list(job.id):
            try:
                yield photo.blob_name, self.blobs.get(photo.blob_name)
            except NotFound:
                continue

    def forget(self, address: str, *, by: str) -> Forgotten:
        """Erase the customer with that address; can be repeated if it was interrupted."""
        jobs = self.customers.list_jobs(address, limit=ALL)
        contact = contact_id(address)
        replies = self.customers.list_replies(contact=contact, limit=ALL)
        if not jobs and not replies:
            raise NotFound("no customer has that address")
        self._refuse_while_on_the_board(jobs)
        now = self.clock.now()
        messages = self._blank_messages(jobs, contact, by, now)
        self._remove(replies)
        self.store.commit_each(
            [
                put_audited(dismiss(mail), action="forgotten", by=by, at=now)
                for mail in self._list_mails(address)
            ]
        )
        pictures = {photo.source for job in jobs for photo in self.photos.list(job.id)}
        photos = sum(self._remove_records(job) for job in jobs)
        versions = self._clear_versions(jobs)
        known = self.store.find(Contact, contact)
        if known is not None and not known.consent:
            self._remove([known])
        # The jobs come last: the rest is found through them.
        self.store.commit_each(
            [record_job(blank_job(job, now), action="forgotten", at=now, by=by) for job in jobs]
        )
        ids = tuple(sorted(job.id for job in jobs))
        # The folder of a number that went to another customer has their pictures.
        under = tuple(f"{FOLDER}/{job.number}/" for job in jobs if not job.successor)
        left = [
            name for name in self.folder.list(FOLDER) if name.startswith(under) or name in pictures
        ]
        return Forgotten(ids, messages, photos, versions, tuple(left))

    def _list_mails(self, address: str) -> list[IncomingMail]:
        """Their mail that nobody has read yet; of any other the words are not kept."""
        unread = self.incoming_mails.list_newest(is_open=True, limit=ALL)
        return [mail for mail in unread if mail.sender == address.strip().casefold()]

    def _refuse_while_on_the_board(self, jobs: Sequence[Job]) -> None:
        try:
            table = self.read_table(BOARD)
        except NotFound:
            return
        place = table.columns.places["job_id"]
        present = find_changed_rows(table.rows, place, SeenRows(), is_reread=True).present
        if on_board := sorted(
            job.number for job in jobs if not job.successor and job.number in present
        ):
            raise Conflict(
                f"{', '.join(on_board)} still on the board: take the row off {BOARD.name} first"
            )

    def _blank_messages(self, jobs: Sequence[Job], contact: str, by: str, now: datetime) -> int:
        """Erase the messages to the customer, and those to the team that mention them."""
        abouts = [about_wish(contact), about_help(contact), *(about_job(job.id) for job in jobs)]
        about_them = [
            message for about in abouts for message in list_messages(self.messages, about)
        ]
        about_them += [message for job in jobs for message in self._list_written(job)]
        about_them += [
            message
            for message in list_messages(self.messages, None)
            if message.audience is Audience.TEAM and is_mentioned(message, jobs)
        ]
        messages = {message.id: message for message in about_them if not is_blank(message)}.values()
        if any(message.state is State.SENDING for message in messages):
            raise Conflict("a message to them is leaving at this moment: try again in a while")
        steps = [
            record(blank_message(message), action="forgotten", at=now, by=by)
            for message in messages
        ]
        return sum(self.store.commit_each([step.changes for step in steps]))

    def _list_written(self, job: Job) -> list[Message]:
        """What people wrote to them, each with what was sent again."""
        return [
            message
            for written in list_written(self.store, job.id)
            for message in list_messages(self.messages, written.about)
        ]

    def _remove_records(self, job: Job) -> int:
        """Remove drafts, page and photos of a job; the number of photos."""
        photos = self.photos.list(job.id)
        for photo in photos:
            self.blobs.remove(photo.blob_name)
        page = self.store.find(TrackingPage, job.id)
        drafts = self.customers.list_drafts(job.id)
        self._remove([*photos, *drafts, *([page] if page else [])])
        return len(photos)

    def _remove(self, records: Collection[Record]) -> None:
        changes: list[Sequence[Change]] = [[Remove(record)] for record in records]
        self.store.commit_each(changes)

    def _clear_versions(self, jobs: Sequence[Job]) -> int:
        cleared = 0
        for version in self.versions.list(BOARD.name, limit=ALL)[1:]:
            if is_on_page(self.versions.get(BOARD.name, version.number), jobs):
                self.versions.remove(BOARD.name, version.number)
                cleared += 1
        return cleared


def _write(record: object) -> dict[str, Any]:
    fields = write_plainly(record)
    return {name: value for name, value in fields.items() if name not in _INTERNAL}


def list_messages(messages: Messages, about: str | None) -> Iterator[Message]:
    """All messages about one subject, or all of them, the newest first."""
    before: tuple[datetime, str] | None = None
    while page := messages.list_newest(about=about, before=before, limit=AT_ONCE):
        yield from page
        before = (page[-1].made_at, page[-1].id)


def blank_job(job: Job, at: datetime) -> Job:
    """The job closed, with its stages and times but without the customer, item and row."""
    return replace(
        job,
        row="",
        customer="",
        contact="",
        item="",
        photo="",
        zone="",
        known_as="",
        pending="",
        pending_since=None,
        missing_since=None,
        is_open=False,
        closed_at=job.closed_at or at,
    )


def blank_message(message: Message) -> Message:
    """The message with its time and channel but without its recipient and text."""
    state = message.state if not message.is_waiting else State.DROPPED
    text = ERASED if message.state in LEFT else ""
    return replace(
        message,
        state=state,
        due_at=None if message.is_waiting else message.due_at,
        why="the customer was forgotten" if message.is_waiting else "",
        sent_to="",
        subject_line=text,
        text=text,
        own_words="",
        receipt="",
        worded="",
        facts={name: value for name, value in message.facts.items() if name != "contact"},
    )


def is_on_page(content: bytes, jobs: Collection[Job]) -> bool:
    text = content.decode("utf-8", "replace")
    numbers = "|".join(re.escape(job.number) for job in jobs)
    is_named = re.search(rf"(?<![\w-])(?:{numbers})(?![\w-])", text) is not None
    return is_named or any(word in text for job in jobs for word in (job.row, job.contact) if word)


def is_blank(message: Message) -> bool:
    has_data = message.sent_to or message.text not in ("", ERASED) or "contact" in message.facts
    return not has_data and not message.is_waiting


def is_mentioned(message: Message, jobs: Collection[Job]) -> bool:
    text = f"{message.subject_line}\n{message.text}"
    words = {word for job in jobs for word in (job.number, job.contact, job.customer)}
    return any(word in text for word in words if len(word) >= SHORTEST_NAME)
