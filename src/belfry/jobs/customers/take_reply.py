"""Take in what a customer wrote back, once, and do what they ask.

Their wish, the answer to it and the entry in the trail are one commit: a STOP that was taken in
counts from that moment, and a second delivery of it changes nothing.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime

from belfry.jobs.customers.answers import HELP
from belfry.jobs.customers.reply_entries import note_reply
from belfry.jobs.customers.reply_meanings import Judged, Known, judge_reply
from belfry.jobs.customers.senders import find_address, may_be_answered
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Customers
from belfry.jobs.updates.message_keys import (
    CUSTOMER,
    ROOM,
    about_help,
    about_job,
    about_wish,
    answer_key,
)
from belfry.kernel.changes import Append, Change
from belfry.kernel.errors import Conflict, InputError, Temporary
from belfry.kernel.texts import make_storable
from belfry.messaging.contacts import NO, SECRET_BYTES, Contact, contact_id, record_consent
from belfry.messaging.messages import Audience, State
from belfry.messaging.ports import Messages
from belfry.messaging.queue_message import QueueMessage, Wanted
from belfry.messaging.replies import Reply
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

TRIES = 10
LONGEST_ID = 100
LONGEST_TEXT = 2000
MOST_LOOKED_AT = 20


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """What arrived. `id` is the provider's, the same at every delivery.

    `answered_as` is the word that the provider itself has read in it and has answered already.
    """

    id: str
    channel: str
    sender: str = field(repr=False)
    text: str = field(repr=False)
    answered_as: str = ""


@dataclass(frozen=True, slots=True)
class TakeReply:
    """`country` is the one whose phone numbers may come without their code."""

    store: Store
    customers: Customers
    messages: Messages
    queue_message: QueueMessage
    secrets: Secrets
    clock: Clock
    country: str

    def __call__(self, inbound: Inbound) -> Reply:
        """The reply as it was taken in, now or at an earlier delivery."""
        if not 0 < len(inbound.id) <= LONGEST_ID:
            raise InputError(f"expected a reply's id of 1 to {LONGEST_ID} characters")
        for _ in range(TRIES):
            if taken := self.store.find(Reply, inbound.id):
                return taken
            reply, changes = self._plan(inbound)
            try:
                self.store.commit(changes)
            except Conflict:  # delivered twice at once, or they wrote twice: look again
                continue
            return reply
        raise Temporary(f"reply {inbound.id} could not be taken in: too much is going on")

    def _plan(self, inbound: Inbound) -> tuple[Reply, list[Change]]:
        now = self.clock.now()
        address = find_address(inbound.sender, country=self.country)
        contact = self._find_contact(address)
        jobs = self.customers.list_jobs(address)
        job = _find_latest(jobs)
        judged = self._judge(inbound, contact, jobs, now)
        reply = Reply(
            id=inbound.id,
            channel=inbound.channel,
            contact=contact.id,
            sender=address,
            text=make_storable(inbound.text, most=LONGEST_TEXT),
            meaning=judged.meaning.value,
            about=about_job(job.id) if job else "",
            at=now,
            is_open=judged.is_open,
        )
        changes = [Append(reply), *_record(contact, reply, judged, now)]
        if judged.answer and not inbound.answered_as and may_be_answered(address):
            changes += self.queue_message.plan(_want(judged.answer, reply))
        return reply, changes

    def _find_contact(self, address: str) -> Contact:
        known = self.store.find(Contact, contact_id(address))
        return known or Contact(id=contact_id(address), token=self.secrets.token(SECRET_BYTES))

    def _judge(
        self, inbound: Inbound, contact: Contact, jobs: Sequence[Job], now: datetime
    ) -> Judged:
        is_refused = any(job.is_open and job.consent == NO for job in jobs)
        known = Known(contact.consent, self._list_answered(contact), is_refused)
        return judge_reply(inbound.answered_as or inbound.text, known, now)

    def _list_answered(self, contact: Contact) -> Mapping[str, datetime]:
        """When they were last told what."""
        told = [
            message
            for about in (about_wish(contact.id), about_help(contact.id))
            for message in self.messages.list_newest(about=about, limit=MOST_LOOKED_AT)
            if message.state is not State.DROPPED
        ]
        return {message.kind: message.made_at for message in reversed(told)}


def _find_latest(jobs: Sequence[Job]) -> Job | None:
    """The open job that moved last; else the one of all."""
    return next((job for job in jobs if job.is_open), jobs[0] if jobs else None)


def _record(contact: Contact, reply: Reply, judged: Judged, now: datetime) -> list[Change]:
    if not judged.consent:
        return note_reply(contact, reply, action="wrote", by=CUSTOMER, at=now)
    by = f"the customer, who texted {judged.meaning.value.upper()}"
    return record_consent(contact, consent=judged.consent, at=now, by=by)


def _want(answer: str, reply: Reply) -> Wanted:
    return Wanted(
        id=answer_key(reply.id),
        room=ROOM,
        kind=answer,
        about=about_help(reply.contact) if answer == HELP else about_wish(reply.contact),
        person=CUSTOMER,
        audience=Audience.CUSTOMER,
        facts={"contact": reply.sender, "channel": reply.channel},
    )
