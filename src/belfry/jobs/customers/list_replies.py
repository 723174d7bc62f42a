"""List the replies of customers, and show a job's conversation."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from belfry.jobs.customers.reply_meanings import Meaning
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Customers, Jobs
from belfry.jobs.updates.kinds import about_job, answer_key, find_job_id
from belfry.messaging.contacts import NO, Contact, Reply
from belfry.messaging.messages import LEFT, Message
from belfry.messaging.ports import Messages
from belfry.ports.store import Store

MOST_OPEN = 500
MOST_TURNS = 100


@dataclass(frozen=True, slots=True)
class ReplySummary:
    """A reply, the job it seems to be about, and whether its sender has opted out."""

    reply: Reply
    job: Job | None
    is_stopped: bool

    @property
    def is_near(self) -> bool:
        return self.reply.meaning == Meaning.NEAR


@dataclass(frozen=True, slots=True)
class OpenReplies:
    """The first open replies, and how many `more` there are."""

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
        return self._summarize(self.customers.list_replies(limit=limit))

    def list_open(self, *, limit: int) -> OpenReplies:
        """Those that may mean STOP first, then the newest."""
        replies = self.customers.list_replies(is_open=True, limit=MOST_OPEN)
        pressing = sorted(replies, key=lambda reply: reply.meaning != Meaning.NEAR)
        lines = self._summarize(pressing[:limit])
        return OpenReplies(tuple(lines), len(replies) - len(lines))

    def _summarize(self, replies: Sequence[Reply]) -> list[ReplySummary]:
        ids = {find_job_id(reply.about) for reply in replies} - {""}
        jobs = {job.id: job for job in self.jobs.list_by_id(ids)}
        return [
            ReplySummary(
                reply, jobs.get(find_job_id(reply.about)), _is_stopped(self.store, reply.contact)
            )
            for reply in replies
        ]


def _is_stopped(store: Store, contact_id: str) -> bool:
    contact = store.find(Contact, contact_id)
    return contact is not None and contact.consent == NO


@dataclass(frozen=True, slots=True)
class Turn:
    """A message or a reply; `note` is the message's state, or the reply's meaning."""

    at: datetime
    is_theirs: bool
    id: str
    text: str = field(repr=False)
    note: str = ""
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class Conversation:
    """The newest turn last, and whether the customer has opted out."""

    turns: tuple[Turn, ...]
    is_stopped: bool


@dataclass(frozen=True, slots=True)
class ShowConversation:
    store: Store
    customers: Customers
    messages: Messages

    def __call__(self, job: Job) -> Conversation:
        """Empty if the customer never replied."""
        about = about_job(job.id)
        replies = self.customers.list_replies(about=about, limit=MOST_TURNS)
        if not replies:
            return Conversation((), is_stopped=False)
        messages = self.messages.list_newest(about=about, states=LEFT, limit=MOST_TURNS)
        turns = order_turns(
            [
                *(_message_turn(message) for message in messages),
                *(_message_turn(answer) for answer in self._list_answers(replies)),
                *(_reply_turn(reply) for reply in replies),
            ]
        )
        return Conversation(tuple(turns), _is_stopped(self.store, replies[0].contact))

    def _list_answers(self, replies: Sequence[Reply]) -> list[Message]:
        """The automatic answers that were sent."""
        answers = [self.store.find(Message, answer_key(reply.id)) for reply in replies]
        return [answer for answer in answers if answer and answer.state in LEFT]


def _message_turn(message: Message) -> Turn:
    at = message.sent_at or message.made_at
    return Turn(at, False, message.id, message.text, message.state.value)


def _reply_turn(reply: Reply) -> Turn:
    return Turn(reply.at, True, reply.id, reply.text, reply.meaning, reply.is_open)


def order_turns(turns: Iterable[Turn]) -> list[Turn]:
    """The newest last; at the same moment a reply before the answer to it."""
    return sorted(turns, key=lambda turn: (turn.at, not turn.is_theirs, turn.id))
