"""Take in a customer's reply once, do what it asks, and let a person answer or close the others.

The consent, the answer and the audit entry are one commit: a STOP counts from that moment, and a
second delivery of it changes nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from belfry.jobs.customers.customers import list_written
from belfry.jobs.customers.reply_meanings import (
    HELP,
    Meaning,
    ReplyContext,
    judge_reply,
)
from belfry.jobs.jobs import (
    CUSTOMER,
    ROOM,
    WRITTEN,
    Job,
    about_help,
    about_job,
    about_wish,
    about_written,
    answer_key,
    find_job_id,
    written_key,
)
from belfry.jobs.ports import Customers, Jobs, get_job
from belfry.kernel.changes import Append, Change, Put, put_audited
from belfry.kernel.channels import EMAIL, find_traits
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.sheets import Taken
from belfry.kernel.sheets.cells import read_email
from belfry.kernel.sheets.phones import read_phone
from belfry.kernel.sms import clean_sms
from belfry.kernel.texts import digest_of, make_storable
from belfry.messaging.change_messages import QueueMessage, Wanted, check_words, get_message
from belfry.messaging.contacts import (
    NO,
    SECRET_BYTES,
    Contact,
    Reply,
    contact_id,
    find_refusal,
    record_consent,
)
from belfry.messaging.incoming import Filed, ReceivedMail, Route, Unread
from belfry.messaging.messages import LEFT, Audience, Message, State
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.secrets import Secrets
from belfry.ports.store import Store

TRIES = 10
LONGEST_ID = 100
LONGEST_TEXT = 2000
LONGEST_ADDRESS = 254
MOST_ANSWERS_READ = 20
MOST_OPEN = 500
MOST_TURNS = 100
MOST_ANSWERED = 20
_WHOLE_NUMBER = re.compile(r"\+[0-9]{8,15}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Inbound:
    """A message that arrived. `id` is the provider's, the same at every delivery.

    `answered_as` is the word that the provider itself recognised and has answered; `about` is what
    they reply to, if that is known.
    """

    id: str
    channel: str
    sender: str = field(repr=False)
    text: str = field(repr=False)
    answered_as: str = ""
    about: str = ""


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
class Turn:
    """A message or a reply; `note` is the message's state, or the reply's meaning.

    `by` is the person who wrote a message, if one did.
    """

    at: datetime
    is_theirs: bool
    id: str
    text: str = field(repr=False)
    note: str = ""
    is_open: bool = False
    by: str = ""


@dataclass(frozen=True, slots=True)
class Conversation:
    """The newest turn last, and whether the customer has opted out.

    `written` is how many messages people have written so far.
    """

    turns: tuple[Turn, ...]
    is_stopped: bool
    written: int = 0


@dataclass(frozen=True, slots=True)
class Replies:
    """`country` is the one whose phone numbers may come without a country code."""

    store: Store
    customers: Customers
    jobs: Jobs
    messages: Messages
    queue_message: QueueMessage
    secrets: Secrets
    clock: Clock
    country: str

    def take(self, inbound: Inbound) -> Reply:
        """The reply as taken in now or at an earlier delivery."""
        if not 0 < len(inbound.id) <= LONGEST_ID:
            raise InputError(f"expected a reply's id of 1 to {LONGEST_ID} characters")
        for _ in range(TRIES):
            if taken := self.store.find(Reply, inbound.id):
                return taken
            reply, changes = self._plan(inbound)
            try:
                self.store.commit(changes)
            except Conflict:  # delivered twice at once, or another reply came: read again
                continue
            return reply
        raise Temporary(f"reply {inbound.id} could not be taken in: too much is going on")

    def settle(self, reply_id: str, *, by: str) -> Reply:
        """Close an open reply that a person has dealt with; nothing is sent."""
        return self._settle(
            reply_id,
            lambda contact, reply, at: note_reply(contact, reply, action="seen to", by=by, at=at),
        )

    def stop(self, reply_id: str, *, by: str) -> Reply:
        """Close an open reply that a person read as a STOP."""
        return self._settle(
            reply_id,
            lambda contact, _, at: record_consent(contact, consent=NO, at=at, by=by),
        )

    def list_newest(self, *, limit: int) -> list[ReplySummary]:
        return self._summarize(self.customers.list_replies(limit=limit))

    def list_open(self, *, limit: int) -> OpenReplies:
        """Those that may mean STOP first, then the newest."""
        replies = self.customers.list_replies(is_open=True, limit=MOST_OPEN)
        pressing = sorted(replies, key=lambda reply: reply.meaning != Meaning.NEAR)
        lines = self._summarize(pressing[:limit])
        return OpenReplies(tuple(lines), len(replies) - len(lines))

    def show_conversation(self, job: Job) -> Conversation:
        """Empty if the customer never replied, and no person wrote to them."""
        about = about_job(job.id)
        replies = self.customers.list_replies(about=about, limit=MOST_TURNS)
        written = list_written(self.store, job.id)
        if not replies and not written:
            return Conversation((), is_stopped=False)
        messages = self.messages.list_newest(about=about, states=LEFT, limit=MOST_TURNS)
        answers = [self.store.find(Message, answer_key(reply.id)) for reply in replies]
        sent = [answer for answer in answers if answer and answer.state in LEFT]
        sent += [message for message in written if message.state is not State.DROPPED]
        turns = [_make_turn(message) for message in (*messages, *sent)]
        turns += [
            Turn(reply.at, True, reply.id, reply.text, reply.meaning, reply.is_open)
            for reply in replies
        ]
        is_stopped = bool(replies) and self._is_stopped(replies[0].contact)
        return Conversation(tuple(order_turns(turns)), is_stopped, len(written))

    def write(self, job_id: str, words: str, *, by: str, seen: int | None = None) -> Message:
        """Queue a person's own words to a job's customer, and close the replies they answer.

        A reply that may mean STOP stays open: a person has to say what it means. `seen` is how many
        messages people had written when this person began. Conflict if another one wrote since, and
        for a customer who wants no messages or has no address.
        """
        text = check_words(words)
        if not text:
            raise InputError("write a message first", field="text")
        for _ in range(TRIES):
            job = get_job(self.store, job_id)
            if not job.contact:
                raise Conflict(f"there is no address for {job.number} on the board")
            if seen is not None and (newer := self._find_newer(job, seen)):
                if (newer.own_words, newer.approved_by) == (_write_words(job, text), by):
                    return newer  # the same form, sent twice
                raise Conflict("another message was written meanwhile: read it first")
            contact = self._get_contact(contact_id(job.contact))
            if why := find_refusal(job.consent, contact):
                raise Conflict(f"nothing was sent: {why}. Call them, or let them write START")
            wanted = self._plan_words(job, text, by)
            try:
                self.store.commit(
                    [
                        *self.queue_message.plan(wanted),
                        *self._plan_answered(job, contact, wanted.id, by),
                    ]
                )
            except Conflict:  # another person wrote, or the customer did: read again
                continue
            return get_message(self.store, wanted.id)
        raise Temporary(f"the message to {job_id} could not be queued: too much is going on")

    def _find_newer(self, job: Job, seen: int) -> Message | None:
        return self.store.find(Message, written_key(job.id, seen + 1))

    def _plan_words(self, job: Job, text: str, by: str) -> Wanted:
        number = len(list_written(self.store, job.id)) + 1
        facts = {"job": job.id, "contact": job.contact, "channel": job.channel}
        if latest := self.customers.list_replies(contact=contact_id(job.contact), limit=1):
            facts["asked_at"] = latest[0].at.isoformat()
        return Wanted(
            id=written_key(job.id, number),
            room=ROOM,
            kind=WRITTEN,
            about=about_written(job.id, number),
            person=CUSTOMER,
            audience=Audience.CUSTOMER,
            facts=facts,
            own_words=_write_words(job, text),
            approved_by=by,
        )

    def _plan_answered(self, job: Job, contact: Contact, message_id: str, by: str) -> list[Change]:
        now = self.clock.now()
        about = about_job(job.id)
        replies = self.customers.list_replies(about=about, is_open=True, limit=MOST_ANSWERED)
        answered = [reply for reply in replies if reply.meaning != Meaning.NEAR]
        after = {"message": message_id, "replies": [reply.id for reply in answered]}
        changes: list[Change] = [Put(replace(reply, is_open=False)) for reply in answered]
        return [*changes, *put_audited(contact, action="answered", by=by, at=now, after=after)]

    def _plan(self, inbound: Inbound) -> tuple[Reply, list[Change]]:
        now = self.clock.now()
        address = find_address(inbound.sender, country=self.country)
        contact = self._get_contact(contact_id(address))
        jobs = self.customers.list_jobs(address)
        # The one they reply to; else the open job that moved last; else the one that moved last.
        meant = next((job for job in jobs if about_job(job.id) == inbound.about), None)
        job = meant or next((job for job in jobs if job.is_open), jobs[0] if jobs else None)
        is_refused = any(job.is_open and job.consent == NO for job in jobs)
        context = ReplyContext(contact.consent, self._list_answered(contact), is_refused)
        judged = judge_reply(inbound.answered_as or inbound.text, context, now)
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
        changes: list[Change] = [Append(reply)]
        if judged.consent:
            by = f"the customer, who wrote {judged.meaning.value.upper()}"
            changes += record_consent(contact, consent=judged.consent, at=now, by=by)
        else:
            changes += note_reply(contact, reply, action="wrote", by=CUSTOMER, at=now)
        if judged.answer and not inbound.answered_as and may_be_answered(address):
            changes += self.queue_message.plan(_make_answer(judged.answer, reply))
        return reply, changes

    def _list_answered(self, contact: Contact) -> Mapping[str, datetime]:
        """When they last got each kind of answer."""
        answers = [
            message
            for about in (about_wish(contact.id), about_help(contact.id))
            for message in self.messages.list_newest(about=about, limit=MOST_ANSWERS_READ)
            if message.state is not State.DROPPED
        ]
        return {message.kind: message.made_at for message in reversed(answers)}

    def _get_contact(self, key: str) -> Contact:
        known = self.store.find(Contact, key)
        return known or Contact(id=key, token=self.secrets.token(SECRET_BYTES))

    def _settle(
        self, reply_id: str, record: Callable[[Contact, Reply, datetime], list[Change]]
    ) -> Reply:
        for _ in range(TRIES):
            reply = self.store.find(Reply, reply_id)
            if reply is None:
                raise NotFound(f"no reply {reply_id!r}")
            if not reply.is_open:
                raise Conflict(f"reply {reply_id} is settled already")
            settled = replace(reply, is_open=False)
            changes = record(self._get_contact(reply.contact), reply, self.clock.now())
            try:
                self.store.commit([Put(settled), *changes])
            except Conflict:  # another person settled it, or the customer has written again
                continue
            return settled
        raise Temporary(f"reply {reply_id} could not be settled: too much is going on")

    def _summarize(self, replies: Sequence[Reply]) -> list[ReplySummary]:
        ids = {find_job_id(reply.about) for reply in replies} - {""}
        jobs = {job.id: job for job in self.jobs.list_by_id(ids)}
        return [
            ReplySummary(reply, jobs.get(find_job_id(reply.about)), self._is_stopped(reply.contact))
            for reply in replies
        ]

    def _is_stopped(self, key: str) -> bool:
        contact = self.store.find(Contact, key)
        return contact is not None and contact.consent == NO


def _write_words(job: Job, text: str) -> str:
    return clean_sms(text) if find_traits(job.channel).is_short else text


def _make_turn(message: Message) -> Turn:
    at, text = message.sent_at or message.made_at, message.text or message.own_words
    by = message.approved_by if message.kind == WRITTEN else ""
    return Turn(at, False, message.id, text, message.shown_as, by=by)


@dataclass(frozen=True, slots=True)
class FileMailReply:
    """Files an e-mail as a customer's reply: to an update, or from an address on the board."""

    replies: Replies

    def __call__(self, received: ReceivedMail) -> Filed | Unread | None:
        mail, answers = received.mail, received.answers
        if answers and answers.audience is not Audience.CUSTOMER:
            return None
        address = find_address(mail.sender, country=self.replies.country)
        is_theirs = answers is not None and answers.sent_to.casefold() == mail.sender
        if not is_theirs and not self.replies.customers.list_jobs(address, limit=1):
            if answers is None:
                return None
            return Unread("it answers a message to a customer, and comes from another address")
        reply = self.replies.take(
            Inbound(
                id=f"mail-{received.key}",
                channel=EMAIL.name,
                sender=mail.sender,
                text=mail.own_words or mail.subject,
                about=_find_subject(answers) if answers else "",
            )
        )
        return Filed(Route.REPLY, reply.id)


def _find_subject(answers: Message) -> str:
    """The job that a message was about; a person's own words are a subject of their own."""
    return about_job(str(answers.facts["job"])) if answers.kind == WRITTEN else answers.about


def find_address(sender: str, *, country: str) -> str:
    """The sender as the board writes addresses; unchanged if it is none."""
    text = sender.strip()
    taken = read_email(text) if "@" in text else read_phone(text, country=country)
    return taken.value if isinstance(taken, Taken) else make_storable(text, most=LONGEST_ADDRESS)


def may_be_answered(address: str) -> bool:
    """Short numbers and names belong to machines and are not answered."""
    return "@" in address or _WHOLE_NUMBER.fullmatch(address) is not None


def note_reply(
    contact: Contact, reply: Reply, *, action: str, by: str, at: datetime
) -> list[Change]:
    """Audit what was done about a reply, with a digest of its text only."""
    after = {"reply": reply.id, "meaning": reply.meaning, "text": digest_of(reply.text)}
    return put_audited(contact, action=action, by=by, at=at, after=after)


def _make_answer(answer: str, reply: Reply) -> Wanted:
    return Wanted(
        id=answer_key(reply.id),
        room=ROOM,
        kind=answer,
        about=about_help(reply.contact) if answer == HELP else about_wish(reply.contact),
        person=CUSTOMER,
        audience=Audience.CUSTOMER,
        facts={"contact": reply.sender, "channel": reply.channel},
    )


def order_turns(turns: Iterable[Turn]) -> list[Turn]:
    """The newest last; at the same moment a reply before the answer to it."""
    return sorted(turns, key=lambda turn: (turn.at, not turn.is_theirs, turn.id))
