"""Queue the messages for the events of jobs, and correct what was announced by mistake."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from belfry.jobs.customers.customers import EditCustomers
from belfry.jobs.jobs import (
    CUSTOMER,
    DIGEST,
    JOB_CORRECTED,
    JOB_QUIET,
    JOBS_SWEPT,
    ROOM,
    SHOP,
    STAGE_CHANGED,
    Job,
    about_job,
    announce,
    correction_key,
    digest_key,
    holding_key,
    move_key,
    record_job,
)
from belfry.jobs.ports import Jobs
from belfry.kernel.errors import Conflict, InputError, NotFound
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import LEFT, Audience, Message
from belfry.ports.clock import Clock
from belfry.ports.store import OutboxRow, Store


@dataclass(frozen=True, slots=True)
class TellNews:
    """Listens for what happened to jobs; hearing of the same thing twice changes nothing."""

    store: Store
    queue_message: QueueMessage
    customers: EditCustomers

    def __call__(self, row: OutboxRow) -> None:
        job_id, said = row.aggregate_id, row.payload
        if row.op == STAGE_CHANGED:
            self._tell_customer("moved", job_id, move_key(job_id, said["move"]), said)
        elif row.op == JOB_QUIET:
            key = holding_key(job_id, said["move"], said["chase"])
            self._tell_customer("holding", job_id, key, said)
        elif row.op == JOB_CORRECTED:
            self._tell_customer("correction", job_id, correction_key(job_id, said["move"]), said)
        elif row.op == JOBS_SWEPT:
            self._tell_shop(said)
        else:
            raise InputError(f"nobody knows what {row.op!r} means for a job")

    def _tell_customer(self, kind: str, job_id: str, key: str, said: Mapping[str, Any]) -> None:
        """The links that the message may carry are there before it is."""
        if job := self.store.find(Job, job_id):
            self.customers.open_pages(job)
        self.queue_message(
            Wanted(
                id=key,
                room=ROOM,
                kind=kind,
                about=about_job(job_id),
                person=CUSTOMER,
                audience=Audience.CUSTOMER,
                facts={"job": job_id, **said},
            )
        )

    def _tell_shop(self, said: Mapping[str, Any]) -> None:
        self.queue_message(
            Wanted(
                id=digest_key(said["at"]),
                room=ROOM,
                kind="digest",
                about=DIGEST,
                person=SHOP,
                audience=Audience.TEAM,
                facts=said,
            )
        )


@dataclass(frozen=True, slots=True)
class Slip:
    """A job that is not where its customer was told, and the message that said so."""

    job: Job
    told: Message


@dataclass(frozen=True, slots=True)
class CorrectJob:
    store: Store
    jobs: Jobs
    clock: Clock

    def list_slips(self, *, limit: int) -> list[Slip]:
        """The jobs announced in a wrong stage that were neither corrected nor dismissed, by id."""
        slips = [self.find_slip(job) for job in self.jobs.list_slips(limit=limit)]
        return [slip for slip in slips if slip]

    def find_slip(self, job: Job) -> Slip | None:
        """None as well if the message was never sent."""
        told = self.store.find(Message, move_key(job.id, job.told)) if job.slip else None
        return Slip(job, told) if told and told.state in LEFT else None

    def __call__(self, job_id: str, *, by: str) -> Job:
        """The customer is told that it was a mistake, once."""
        job = self._get_slipped(job_id)
        if self.find_slip(job) is None:
            raise Conflict(
                f"the customer of {job_id} was not told {job.slip!r}: nothing to correct"
            )
        now = self.clock.now()
        news = announce(job, JOB_CORRECTED, {"slip": job.slip, "stage": job.stage}, at=now)
        settled = replace(job, slip="")
        self.store.commit([*record_job(settled, action="corrected", at=now, by=by), news])
        return settled

    def leave(self, job_id: str, *, by: str) -> Job:
        """Nothing is said; the slip is no longer shown."""
        settled = replace(self._get_slipped(job_id), slip="")
        now = self.clock.now()
        self.store.commit(record_job(settled, action="left uncorrected", at=now, by=by))
        return settled

    def _get_slipped(self, job_id: str) -> Job:
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r}")
        if not job.slip:
            raise Conflict(f"nothing wrong was told about {job_id}, or it was settled already")
        return job
