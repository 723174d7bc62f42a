"""Put a message in line for everything of which somebody is to hear."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from belfry.jobs.customers.customers import OpenPages
from belfry.jobs.jobs import JOB_CORRECTED, JOB_QUIET, JOBS_SWEPT, STAGE_CHANGED, Job
from belfry.jobs.updates.message_keys import (
    CUSTOMER,
    DIGEST,
    ROOM,
    SHOP,
    about_job,
    correction_key,
    digest_key,
    holding_key,
    move_key,
)
from belfry.kernel.errors import InputError
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.messages import Audience
from belfry.ports.store import OutboxRow, Store


@dataclass(frozen=True, slots=True)
class TellNews:
    """Listens for what happened to jobs; hearing of the same thing twice changes nothing."""

    store: Store
    queue_message: QueueMessage
    open_pages: OpenPages

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
            self.open_pages(job)
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
