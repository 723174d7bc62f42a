"""Find the jobs whose customer was told something by mistake, and nobody has settled it."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs
from belfry.jobs.updates.message_keys import move_key
from belfry.messaging.messages import LEFT, Message
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class Slip:
    """A job that is not where its customer was told, and the message that said so."""

    job: Job
    told: Message


@dataclass(frozen=True, slots=True)
class FindSlips:
    store: Store
    jobs: Jobs

    def __call__(self, *, limit: int) -> list[Slip]:
        """By job; what never left the house misled nobody."""
        found = [self.of(job) for job in self.jobs.list_told_wrong(limit=limit)]
        return [slip for slip in found if slip]

    def of(self, job: Job) -> Slip | None:
        if not job.slip:
            return None
        told = self.store.find(Message, move_key(job.id, job.told))
        return Slip(job, told) if told and told.state in LEFT else None
