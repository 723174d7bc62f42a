"""The jobs room's questions, answered from plain rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.jobs.board.moves import Move
from belfry.jobs.board.sightings import Sightings
from belfry.jobs.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping, Sequence
    from datetime import datetime

    from belfry.ports.store import Rows


class PlainJobs:
    def __init__(self, store: Rows) -> None:
        self._store = store

    def sightings(self) -> Sightings:
        jobs = self._store.rows(Job)
        return Sightings(
            still_open={job.id: job.row for job in jobs if job.is_open},
            over={job.id: job.row for job in jobs if not job.is_open},
            unsettled={
                job.id: job.missing_since for job in jobs if job.pending or job.missing_since
            },
        )

    def list_by_id(self, ids: Collection[str]) -> Sequence[Job]:
        found = (self._store.find(Job, job_id) for job_id in set(ids))
        return [job for job in found if job]

    def list_page(
        self,
        *,
        stage: str | None = None,
        is_open: bool | None = None,
        after: str = "",
        limit: int = 100,
    ) -> Sequence[Job]:
        found = [
            job
            for job in self._store.rows(Job)
            if job.id > after and stage in (None, job.stage) and is_open in (None, job.is_open)
        ]
        return sorted(found, key=lambda job: job.id)[:limit]

    def list_quiet(
        self,
        entered_before: Mapping[str, datetime],
        *,
        chased_before: datetime,
        limit: int | None = None,
    ) -> Sequence[Job]:
        found: list[Job] = []
        for stage, moment in entered_before.items():
            quiet = [
                job
                for job in self._at_work()
                if job.stage == stage
                and job.entered_at <= moment
                and not _was_chased(job, since=chased_before)
            ]
            found += sorted(quiet, key=_wait)[:limit]
        return sorted(found, key=_wait)

    def list_late(self, *, now: datetime, limit: int) -> Sequence[Job]:
        found = [
            (job.eta_by, job.id, job)
            for job in self._at_work()
            if job.eta_by and job.eta_by < now and job.late_told != job.moves
        ]
        return [job for _, _, job in sorted(found, key=lambda one: one[:2])[:limit]]

    def list_told_wrong(self, *, limit: int) -> Sequence[Job]:
        found = [job for job in self._store.rows(Job) if job.slip]
        return sorted(found, key=lambda job: job.id)[:limit]

    def list_moves(self, job_id: str) -> Sequence[Move]:
        found = [move for move in self._store.rows(Move) if move.job_id == job_id]
        return sorted(found, key=lambda move: move.number)

    def _at_work(self) -> list[Job]:
        return [job for job in self._store.rows(Job) if job.is_open and not job.missing_since]


def _was_chased(job: Job, *, since: datetime) -> bool:
    """For the stage it is in now."""
    return job.chased_stage == job.stage and job.chased_at is not None and job.chased_at >= since


def _wait(job: Job) -> tuple[datetime, str]:
    return job.entered_at, job.id
