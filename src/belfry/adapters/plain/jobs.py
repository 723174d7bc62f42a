"""Reads for jobs, over plain rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.adapters.plain.reader import PlainReader
from belfry.jobs.board.moves import SeenRows
from belfry.jobs.jobs import Job, Move, Photo, PhotoFile, TrackingPage, first_id
from belfry.jobs.updates.wordings import Draft, KindWordings
from belfry.messaging.contacts import Contact, Reply
from belfry.ports.store import ANYWHERE, Span

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from datetime import datetime

    from belfry.ports.store import Near


IS_OPEN: Near = {"is_open": True}


class PlainJobs(PlainReader):
    def list_seen_rows(self, on_board: Iterable[str] | None = None) -> SeenRows:
        jobs = [job for job in self._list_seen(on_board) if not job.successor]
        return SeenRows(
            still_open={job.number: job.row for job in jobs if job.is_open},
            over={job.number: job.row for job in jobs if not job.is_open},
            unsettled={
                job.number: job.missing_since for job in jobs if job.pending or job.missing_since
            },
        )

    def _list_seen(self, on_board: Iterable[str] | None) -> Sequence[Job]:
        if on_board is None:
            return self._store.rows(Job)
        still_open = [job for job in self._store.rows(Job, IS_OPEN) if job.is_open]
        return [*still_open, *self.list_current({*on_board} - {job.number for job in still_open})]

    def list_by_id(self, ids: Collection[str]) -> Sequence[Job]:
        return self._store.find_all(Job, ids)

    def list_current(self, numbers: Collection[str]) -> Sequence[Job]:
        """Follows the successors: a job is found by its id."""
        wanted, ids = set(numbers), {name for n in numbers for name in (first_id(n), n)}
        current: dict[str, Job] = {}
        while ids:
            jobs = [job for job in self._store.find_all(Job, ids) if job.number in wanted]
            current |= {job.number: job for job in jobs if not job.successor}
            ids = {job.successor for job in jobs if job.successor}
        return list(current.values())

    def list_page(
        self,
        *,
        stage: str | None = None,
        is_open: bool | None = None,
        after: str = "",
        limit: int = 100,
    ) -> Sequence[Job]:
        jobs = [
            job
            for job in self._store.rows(Job, {"stage": stage} if stage else ANYWHERE)
            if job.id > after and stage in (None, job.stage) and is_open in (None, job.is_open)
        ]
        return sorted(jobs, key=lambda job: job.id)[:limit]

    def list_quiet(
        self,
        entered_before: Mapping[str, datetime],
        *,
        chased_before: datetime,
        limit: int | None = None,
    ) -> Sequence[Job]:
        jobs: list[Job] = []
        for stage, moment in entered_before.items():
            quiet = [
                job
                for job in self._at_work({"stage": stage, "entered_at": Span(last=moment)})
                if job.stage == stage
                and job.entered_at <= moment
                and not _was_chased(job, since=chased_before)
            ]
            jobs += sorted(quiet, key=_wait)[:limit]
        return sorted(jobs, key=_wait)

    def list_late(self, *, now: datetime, limit: int) -> Sequence[Job]:
        late_jobs = [
            (job.eta_by, job.id, job)
            for job in self._at_work()
            if job.eta_by and job.eta_by < now and job.late_told != job.moves
        ]
        return [job for _, _, job in sorted(late_jobs, key=lambda late: late[:2])[:limit]]

    def list_moves(self, job_id: str) -> Sequence[Move]:
        rows = self._store.rows(Move, {"job_id": job_id})
        moves = [move for move in rows if move.job_id == job_id]
        return sorted(moves, key=lambda move: move.number)

    def _at_work(self, near: Near = IS_OPEN) -> list[Job]:
        return [job for job in self._store.rows(Job, near) if job.is_open and not job.missing_since]


def _was_chased(job: Job, *, since: datetime) -> bool:
    """Whether it was chased for its present stage."""
    return job.chased_stage == job.stage and job.chased_at is not None and job.chased_at >= since


def _wait(job: Job) -> tuple[datetime, str]:
    return job.entered_at, job.id


class PlainOpenJobs(PlainReader):
    def list_stages(self) -> Sequence[str]:
        return sorted({job.stage for job in self._at_work()})

    def list_newest(self, stage: str, *, limit: int) -> Sequence[Job]:
        jobs = [job for job in self._at_work({"stage": stage}) if job.stage == stage]
        return sorted(jobs, key=lambda job: (job.entered_at, job.id), reverse=True)[:limit]

    def count(self, stage: str, *, most: int) -> int:
        at_work = self._at_work({"stage": stage})
        return min(most, sum(job.stage == stage for job in at_work))

    def list_unsettled(self, *, limit: int) -> Sequence[Job]:
        jobs = [
            job
            for job in self._store.rows(Job, {"unsettled_since": Span()})
            if job.is_open and (job.missing_since or job.pending)
        ]
        return sorted(jobs, key=lambda job: job.id, reverse=True)[:limit]

    def list_last(self, *, limit: int) -> Sequence[str]:
        return sorted((job.number for job in self._store.rows(Job)), reverse=True)[:limit]

    def list_slips(self, *, limit: int) -> Sequence[Job]:
        slips = [job for job in self._store.rows(Job, IS_OPEN) if job.slip and job.is_open]
        return sorted(slips, key=lambda job: job.id)[:limit]

    def search(self, words: str, *, limit: int) -> Sequence[Job]:
        wanted = words.lower()
        jobs = [
            job
            for job in self._store.rows(Job, IS_OPEN)
            if job.is_open and (wanted in job.customer.lower() or wanted in job.item.lower())
        ]
        return sorted(jobs, key=lambda job: (job.customer, job.item, job.id))[:limit]

    def _at_work(self, near: Near = IS_OPEN) -> list[Job]:
        return [job for job in self._store.rows(Job, near) if job.is_open and not job.missing_since]


class PlainCustomers(PlainReader):
    def list_jobs(self, address: str, *, limit: int = 100) -> Sequence[Job]:
        rows = self._store.rows(Job, {"contact": address})
        jobs = [job for job in rows if job.contact == address]
        return sorted(jobs, key=lambda job: (job.entered_at, job.id), reverse=True)[:limit]

    def find_page(self, token: str) -> TrackingPage | None:
        pages = self._store.rows(TrackingPage, {"token": token})
        return next((page for page in pages if page.token == token), None)

    def find_contact(self, token: str) -> Contact | None:
        contacts = self._store.rows(Contact, {"token": token})
        return next((contact for contact in contacts if contact.token == token), None)

    def list_replies(
        self,
        *,
        about: str | None = None,
        contact: str | None = None,
        is_open: bool | None = None,
        limit: int = 50,
    ) -> Sequence[Reply]:
        replies = [
            reply
            for reply in self._store.rows(Reply)
            if about in (None, reply.about)
            and contact in (None, reply.contact)
            and is_open in (None, reply.is_open)
        ]
        return sorted(replies, key=lambda reply: (reply.at, reply.id), reverse=True)[:limit]

    def list_drafts(self, job_id: str) -> Sequence[Draft]:
        drafts = [draft for draft in self._store.rows(Draft) if draft.job_id == job_id]
        return sorted(drafts, key=lambda draft: draft.message_id)

    def list_wordings(self) -> Sequence[KindWordings]:
        return sorted(self._store.rows(KindWordings), key=lambda wordings: wordings.kind)


class PlainPhotos(PlainReader):
    def list(self, job_id: str) -> Sequence[Photo]:
        rows = self._store.rows(Photo, {"job_id": job_id})
        photos = [photo for photo in rows if photo.job_id == job_id]
        return sorted(photos, key=lambda photo: photo.number)

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
        photos = [photo for photo in self._store.rows(Photo) if photo.job_id in ended]
        return sorted(photos, key=lambda photo: (photo.job_id, photo.number))[:limit]

    def files(self) -> Mapping[str, PhotoFile]:
        return {file.name: file for file in self._store.rows(PhotoFile)}

    def cells(self) -> Mapping[str, str]:
        jobs = sorted(self._store.rows(Job, IS_OPEN), key=lambda job: job.id)
        return {job.number: job.photo for job in jobs if job.is_open and job.photo}
