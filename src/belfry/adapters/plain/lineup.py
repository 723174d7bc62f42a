"""How the open jobs stand in their stages, answered from plain rows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from belfry.jobs.jobs import Job

if TYPE_CHECKING:
    from collections.abc import Sequence

    from belfry.ports.store import Rows


class PlainLineup:
    def __init__(self, store: Rows) -> None:
        self._store = store

    def list_stages(self) -> Sequence[str]:
        return sorted({job.stage for job in self._at_work()})

    def list_newest(self, stage: str, *, limit: int) -> Sequence[Job]:
        found = [job for job in self._at_work() if job.stage == stage]
        return sorted(found, key=lambda job: (job.entered_at, job.id), reverse=True)[:limit]

    def count(self, stage: str, *, most: int) -> int:
        return min(most, sum(job.stage == stage for job in self._at_work()))

    def list_missing(self, *, limit: int) -> Sequence[Job]:
        found = [job for job in self._store.rows(Job) if job.is_open and job.missing_since]
        return sorted(found, key=lambda job: job.id, reverse=True)[:limit]

    def list_last(self, *, limit: int) -> Sequence[str]:
        return sorted((job.id for job in self._store.rows(Job)), reverse=True)[:limit]

    def search(self, words: str, *, limit: int) -> Sequence[Job]:
        wanted = words.lower()
        found = [
            job
            for job in self._store.rows(Job)
            if job.is_open and (wanted in job.customer.lower() or wanted in job.item.lower())
        ]
        return sorted(found, key=lambda job: (job.customer, job.item, job.id))[:limit]

    def _at_work(self) -> list[Job]:
        return [job for job in self._store.rows(Job) if job.is_open and not job.missing_since]
