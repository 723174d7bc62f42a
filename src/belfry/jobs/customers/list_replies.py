"""Which replies there are, and which of them a person has yet to see to."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from belfry.jobs.customers.reply_meanings import Meaning
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Customers, Jobs
from belfry.jobs.updates.message_keys import about_job, answer_key, find_job_id
from belfry.messaging.contacts import NO, Contact, Reply
from belfry.messaging.messages import LEFT, Message
from belfry.messaging.ports import Messages
from belfry.ports.store import Store

MOST_OPEN = 500


@dataclass(frozen=True, slots=True)
class ReplySummary:
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

    lines: tuple[ReplySummary, ...]
    more: int

    def __len__(self) -> int:
        return len(self.lines) + self.more


@dataclass(frozen=True, slots=True)
class ListReplies:
    store: Store
    customers: Customers
    jobs: Jobs

    def __call__(self, *, limit: int) -> list[ReplySummary]:
        """The newest first."""
        return self._describe(self.customers.list_replies(limit=limit))

    def list_open(self, *, limit: int) -> OpenReplies:
        """Those that may want no more messages first, then the newest."""
        found = self.customers.list_replies(is_open=True, limit=MOST_OPEN)
        pressing = sorted(found, key=lambda reply: reply.meaning != Meaning.NEAR)
        lines = self._describe(pressing[:limit])
        return OpenReplies(tuple(lines), len(found) - len(lines))

    def _describe(self, replies: Sequence[Reply]) -> list[ReplySummary]:
        ids = {find_job_id(reply.about) for reply in replies} - {""}
        jobs = {job.id: job for job in self.jobs.list_by_id(ids)}
        return [
            ReplySummary(reply, jobs.get(find_job_id(reply.about)), self._is_stopped(reply))
            for reply in replies
        ]

    def _is_stopped(self, reply: Reply) -> bool:
        contact = self.store.find(Contact, reply.contact)
        return contact is not None and contact.consent == NO


MOST = 100


@dataclass(frozen=True, slots=True)
class Conversation:
    """The newest turn last, and whether whoever wrote it gets messages no more."""

    turns: tuple[Turn, ...]
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class ShowConversation:
    store: Store
    customers: Customers
    messages: Messages

    def __call__(self, job: Job) -> Conversation:
        """Nothing was said if they never wrote."""
        replies = self.customers.list_replies(about=about_job(job.id), limit=MOST)
        if not replies:
            return Conversation((), is_stopped=False)
        told = self.messages.list_newest(about=about_job(job.id), states=LEFT, limit=MOST)
        ours = [_tell_message(message) for message in (*told, *self._list_answers(replies))]
        turns = order_turns([*ours, *(_tell_reply(reply) for reply in replies)])
        contact = self.store.find(Contact, replies[0].contact)
        return Conversation(tuple(turns), contact is not None and contact.consent == NO)

    def _list_answers(self, replies: Sequence[Reply]) -> list[Message]:
        """What left by itself in answer to one of them."""
        found = [self.store.find(Message, answer_key(reply.id)) for reply in replies]
        return [message for message in found if message and message.state in LEFT]


def _tell_message(message: Message) -> Turn:
    return Turn(
        message.sent_at or message.made_at, False, message.id, message.text, message.state.value
    )


def _tell_reply(reply: Reply) -> Turn:
    return Turn(reply.at, True, reply.id, reply.text, reply.meaning, reply.is_open)


@dataclass(frozen=True, slots=True)
class Turn:
    """One thing that was said; `id` is that of the message, or of the customer's reply.

    `note` is what became of a message, or what was read in a reply.
    """

    at: datetime
    is_theirs: bool
    id: str
    text: str = field(repr=False)
    note: str = ""
    is_open: bool = False


def order_turns(turns: Iterable[Turn]) -> list[Turn]:
    """The newest last; what was said at one moment in the order of a question and its answer."""
    return sorted(turns, key=lambda turn: (turn.at, not turn.is_theirs, turn.id))
