"""Show what a customer wrote back about a job, between what they were told."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from belfry.jobs.jobs import Job
from belfry.jobs.ports import Customers
from belfry.jobs.updates.message_keys import about_job, answer_key
from belfry.messaging.contacts import NO, Contact
from belfry.messaging.messages import LEFT, Message
from belfry.messaging.ports import Messages
from belfry.messaging.replies import Reply
from belfry.ports.store import Store

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
