"""Show one job with everything that happened to it."""

from __future__ import annotations

from dataclasses import dataclass

from belfry.delivery.messages import Message
from belfry.delivery.ports import Messages
from belfry.jobs.jobs import Job
from belfry.jobs.message_keys import about_job
from belfry.jobs.ports import Jobs
from belfry.jobs.timelines import Happening, Said, make_timeline
from belfry.kernel.errors import NotFound
from belfry.ports.store import Store

MOST_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class JobShown:
    job: Job
    timeline: tuple[Happening, ...]
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ShowJob:
    store: Store
    jobs: Jobs
    messages: Messages

    def __call__(self, job_id: str) -> JobShown:
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r} has been seen on the board")
        messages = self.messages.list_newest(about=about_job(job_id), limit=MOST_MESSAGES)
        said = [_describe(message) for message in messages]
        timeline = make_timeline(job, self.jobs.list_moves(job_id), said)
        return JobShown(job, tuple(timeline), tuple(messages))


def _describe(message: Message) -> Said:
    return Said(
        message.made_at,
        message.sent_at,
        message.kind,
        message.state.value,
        message.why,
        message.text,
        message.id,
    )
