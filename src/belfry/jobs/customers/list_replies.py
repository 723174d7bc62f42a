"""Which replies there are, and which of them a person has yet to see to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from belfry.jobs.customers.reply_meanings import Meaning
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Customers, Jobs
from belfry.jobs.updates.message_keys import find_job_id
from belfry.messaging.contacts import NO, Contact
from belfry.messaging.replies import Reply
from belfry.ports.store import Store

MOST_OPEN = 500


@dataclass(frozen=True, slots=True)
class ReplyLine:
    """A reply, the job it seems to be about, and whether its writer gets messages no more."""

    reply: Reply
    job: Job | None
    is_stopped: bool

    @property
    def is_near(self) -> bool:
        return self.reply.meaning == Meaning.NEAR


@dataclass(frozen=True, slots=True)
class OpenReplies:
    """The first of them, and how many `more` there are."""

    lines: tuple[ReplyLine, ...]
    more: int

    def __len__(self) -> int:
        return len(self.lines) + self.more


@dataclass(frozen=True, slots=True)
class ListReplies:
    store: Store
    customers: Customers
    jobs: Jobs

    def __call__(self, *, limit: int) -> list[ReplyLine]:
        """The newest first."""
        return self._describe(self.customers.list_replies(limit=limit))

    def list_open(self, *, limit: int) -> OpenReplies:
        """Those that may want no more messages first, then the newest."""
        found = self.customers.list_replies(is_open=True, limit=MOST_OPEN)
        pressing = sorted(found, key=lambda reply: reply.meaning != Meaning.NEAR)
        lines = self._describe(pressing[:limit])
        return OpenReplies(tuple(lines), len(found) - len(lines))

    def _describe(self, replies: Sequence[Reply]) -> list[ReplyLine]:
        ids = {find_job_id(reply.about) for reply in replies} - {""}
        jobs = {job.id: job for job in self.jobs.list_by_id(ids)}
        return [
            ReplyLine(reply, jobs.get(find_job_id(reply.about)), self._is_stopped(reply))
            for reply in replies
        ]

    def _is_stopped(self, reply: Reply) -> bool:
        contact = self.store.find(Contact, reply.contact)
        return contact is not None and contact.consent == NO
