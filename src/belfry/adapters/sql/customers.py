"""What is known of customers and their jobs' pictures, answered by SQL."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from belfry.adapters.sql.row_mapper import SqlReader
from belfry.adapters.sql.tables import HAS_CELL
from belfry.jobs.customers.tracking_pages import TrackingPage
from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import Photo, PhotoFile
from belfry.jobs.updates.drafts import Draft
from belfry.messaging.contacts import Contact
from belfry.messaging.replies import Reply

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime


class SqlCustomers(SqlReader):
    def list_jobs(self, address: str, *, limit: int = 100) -> Sequence[Job]:
        ours = "WHERE contact = ? ORDER BY entered_at DESC, id DESC LIMIT ?"
        return self._list(Job, "jobs", ours, address, limit)

    def find_page(self, token: str) -> TrackingPage | None:
        found = self._list(TrackingPage, "tracking_pages", "WHERE token = ?", token)
        return found[0] if found else None

    def find_contact(self, token: str) -> Contact | None:
        found = self._list(Contact, "contacts", "WHERE token = ?", token)
        return found[0] if found else None

    def list_replies(
        self,
        *,
        about: str | None = None,
        contact: str | None = None,
        is_open: bool | None = None,
        limit: int = 50,
    ) -> Sequence[Reply]:
        asked = {"about = ?": about, "contact = ?": contact}
        wanted = {test: value for test, value in asked.items() if value is not None}
        tests, given = ["1 = 1", *wanted], list(wanted.values())
        if is_open is not None:
            # Said outright, so that the index of open ones is taken.
            tests.append("is_open" if is_open else "NOT is_open")
        newest = f"WHERE {' AND '.join(tests)} ORDER BY at DESC, id DESC LIMIT ?"
        return self._list(Reply, "replies", newest, *given, limit)

    def list_drafts(self, job_id: str) -> Sequence[Draft]:
        return self._list(Draft, "drafts", "WHERE job_id = ? ORDER BY message_id", job_id)


class SqlPhotos(SqlReader):
    def list(self, job_id: str) -> Sequence[Photo]:
        return self._list(Photo, "photos", "WHERE job_id = ? ORDER BY number", job_id)

    def find_newest(self, job_ids: Collection[str]) -> Mapping[str, Photo]:
        """One look into the index for each job."""
        wanted = "json_each(?)" if self._database.is_sqlite else "json_array_elements_text(?)"
        last = "SELECT max(number) FROM photos AS one WHERE one.job_id = wanted.value"
        newest = f"SELECT wanted.value, ({last}) FROM {wanted} AS wanted"
        which = f"WHERE (job_id, number) IN ({newest})"
        found = self._list(Photo, "photos", which, json.dumps(list(job_ids)))
        return {photo.job_id: photo for photo in found}

    def list_ended(self, *, last: str, before: datetime, limit: int) -> Sequence[Photo]:
        ended = "SELECT id FROM jobs WHERE closed_at < ? OR (stage = ? AND entered_at < ?)"
        which = f"WHERE job_id IN ({ended}) ORDER BY job_id, number LIMIT ?"
        moment = self._database.write_moment(before)
        return self._list(Photo, "photos", which, moment, last, moment, limit)

    def files(self) -> Mapping[str, PhotoFile]:
        return {file.name: file for file in self._list(PhotoFile, "photo_files", "")}

    def cells(self) -> Mapping[str, str]:
        named = f"SELECT id, photo FROM jobs WHERE {HAS_CELL} ORDER BY id"
        return dict(self._database.fetch(named, ()))
