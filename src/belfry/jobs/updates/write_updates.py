"""Queue the messages for job events, and compose them from what is true when they leave."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Any, Literal

from belfry.jobs.board.stage_times import is_stuck
from belfry.jobs.customers.customers import EditCustomers, find_slip
from belfry.jobs.customers.reply_meanings import ANSWERS, find_contradiction, word_answer
from belfry.jobs.jobs import (
    CORRECTION,
    CUSTOMER,
    DIGEST,
    JOB_CORRECTED,
    JOB_QUIET,
    JOBS_SWEPT,
    ROOM,
    SHOP,
    STAGE_CHANGED,
    WRITTEN,
    Course,
    Job,
    Move,
    Photo,
    TrackingPage,
    about_job,
    announce,
    correction_key,
    digest_key,
    holding_key,
    is_just_renamed,
    move_key,
    page_path,
    record_job,
)
from belfry.jobs.photos.photos import find_latest_of
from belfry.jobs.ports import Jobs, OpenJobs, Photos
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.jobs.settings.shop_lines import FRESH
from belfry.jobs.settings.stages import Stages
from belfry.jobs.updates.digests import list_unread, write_digest
from belfry.jobs.updates.eta import is_passed
from belfry.jobs.updates.phrase_updates import Ask, PhraseUpdates, judge_again
from belfry.jobs.updates.plain import (
    Facts,
    Speaker,
    find_closing,
    gather_facts,
)
from belfry.jobs.updates.wordings import (
    PLAIN,
    Chosen,
    Draft,
    Kind,
    KindWordings,
    News,
    Wording,
    choose_words,
    find_own,
    is_back,
    is_return,
    list_usable,
)
from belfry.kernel.channels import EMAIL, find_traits
from belfry.kernel.errors import Conflict, InputError, NotFound, Temporary
from belfry.kernel.sms import clean_sms
from belfry.messaging.change_messages import QueueMessage, Wanted
from belfry.messaging.contacts import Contact, contact_id, find_refusal, has_agreed, opt_out_path
from belfry.messaging.messages import Audience, Message
from belfry.messaging.ports import (
    Attachment,
    Messages,
    RenderedMessage,
    Superseded,
    Unsendable,
    Withheld,
    Written,
)
from belfry.messaging.send_policy import SendPolicy
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.store import OutboxRow, Store
from belfry.workspace.tables import DataProblems


@dataclass(frozen=True, slots=True)
class TellNews:
    """Listens for what happened to jobs; hearing of the same thing twice changes nothing."""

    store: Store
    queue_message: QueueMessage
    customers: EditCustomers

    def __call__(self, row: OutboxRow) -> None:
        job_id, payload = row.aggregate_id, row.payload
        if row.op == STAGE_CHANGED:
            self._tell_customer("moved", job_id, move_key(job_id, payload["move"]), payload)
        elif row.op == JOB_QUIET:
            key = holding_key(job_id, payload["move"], payload["chase"])
            self._tell_customer("holding", job_id, key, payload)
        elif row.op == JOB_CORRECTED:
            self._tell_customer(
                "correction", job_id, correction_key(job_id, payload["move"]), payload
            )
        elif row.op == JOBS_SWEPT:
            self._tell_shop(payload)
        else:
            raise InputError(f"unknown event {row.op!r} of a job")

    def _tell_customer(self, kind: str, job_id: str, key: str, payload: Mapping[str, Any]) -> None:
        """The links that the message may carry are there before it is."""
        if job := self.store.find(Job, job_id):
            self.customers.open_pages(job)
        self.queue_message(want_update(kind, job_id, key, payload))

    def _tell_shop(self, payload: Mapping[str, Any]) -> None:
        self.queue_message(
            Wanted(
                id=digest_key(payload["at"]),
                room=ROOM,
                kind="digest",
                about=DIGEST,
                person=SHOP,
                audience=Audience.TEAM,
                facts=payload,
            )
        )


def find_subject(row: OutboxRow) -> str:
    """What the messages that an event asks for are about."""
    return DIGEST if row.op == JOBS_SWEPT else about_job(row.aggregate_id)


def want_update(kind: str, job_id: str, key: str, facts: Mapping[str, Any]) -> Wanted:
    return Wanted(
        id=key,
        room=ROOM,
        kind=kind,
        about=about_job(job_id),
        person=CUSTOMER,
        audience=Audience.CUSTOMER,
        facts={"job": job_id, **facts},
    )


@dataclass(frozen=True, slots=True)
class Slip:
    """A job that is not where its customer was told, and the message that said so."""

    job: Job
    told: Message


@dataclass(frozen=True, slots=True)
class CorrectJob:
    store: Store
    open_jobs: OpenJobs
    messages: Messages
    clock: Clock

    def list_slips(self, *, limit: int) -> list[Slip]:
        """The jobs announced in a wrong stage that were neither corrected nor dismissed, by id."""
        slips = [self.find_slip(job) for job in self.open_jobs.list_slips(limit=limit)]
        return [slip for slip in slips if slip]

    def find_slip(self, job: Job) -> Slip | None:
        """None as well if the customer never got the message."""
        message = find_slip(self.messages, job)
        return Slip(job, message) if message else None

    def __call__(self, job_id: str, *, by: str) -> Job:
        """The customer is told that it was a mistake, once."""
        job = self._get_slipped(job_id)
        if self.find_slip(job) is None:
            raise Conflict(
                f"the customer of {job.number} was not told {job.slip!r}: nothing to correct"
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
        if not job.slip or not job.is_open:
            raise Conflict(f"nothing wrong was told about {job_id}, or it was settled already")
        return job


@dataclass(frozen=True, slots=True)
class Update:
    """What there is to say about a job, and the picture that goes with it.

    A correction takes words back; what it says is always said plainly.
    """

    news: News | Literal["correction"]
    job: Job
    facts: Facts
    photo: Photo | None = None


@dataclass(frozen=True, slots=True)
class GatherUpdates:
    """`public_url` is how customers reach the pages; without it nothing links to them.

    `awaited` are the ids of jobs of which a picture will be there when the message leaves.
    """

    store: Store
    photos: Photos
    blobs: BlobStore
    public_url: str
    awaited: frozenset[str] = frozenset()

    def __call__(self, message: Message, job: Job, shop_now: ShopNow, now: datetime) -> Update:
        news, came_from = self._find_news(message, job, shop_now.shop.stages)
        is_news = news != CORRECTION
        photo = find_latest_of(self.photos.list(job.id), job.stage) if is_news else None
        link = self._find_link(job) if is_news else None
        is_due = job.eta_by is not None and not is_passed(job.eta_by, now)
        has_eta = is_due and news != "holding"
        facts = Facts(
            name=job.customer,
            item=job.item,
            job_id=job.number,
            stage=job.stage,
            previous=came_from[0] if came_from else None,
            is_return=is_return(came_from, job.stage, shop_now.shop.stages),
            eta=job.eta if has_eta else None,
            eta_stage=job.eta_stage if has_eta else None,
            closing=find_closing(shop_now.calendar, now, shop_now.shop.language),
            photo=link if photo or job.id in self.awaited else None,
            link=link,
        )
        return Update(news, job, gather_facts(facts, shop_now.shop), photo)

    def find_opt_out(self, job: Job) -> str:
        """The page on which the customer can end the messages; nothing without a public address."""
        if not self.public_url or not job.contact:
            return ""
        contact = self.store.find(Contact, contact_id(job.contact))
        return f"{self.public_url}{opt_out_path(contact.token)}" if contact else ""

    def enclose(self, photo: Photo | None) -> Attachment | None:
        """The picture itself; a message goes out without one that is gone."""
        if photo is None:
            return None
        try:
            content = self.blobs.get(photo.blob_name)
        except NotFound:
            return None
        return Attachment(f"{photo.stage.replace(' ', '-')}.jpg", "image/jpeg", content)

    def _find_news(
        self, message: Message, job: Job, stages: Stages
    ) -> tuple[News | Literal["correction"], list[str]]:
        """What happened, and the stages before; of a correction, the mistaken one."""
        if message.kind == "holding":
            return "holding", []
        if message.kind == CORRECTION:
            return CORRECTION, [str(message.facts["slip"])]
        move = self.store.find(Move, f"{job.id}/{job.moves}")
        if move is not None and move.course is Course.NEW:
            return "first-seen", []
        came_from = list(self._list_before(job, stages))
        return ("back" if is_back(came_from, job.stage, stages) else "moved"), came_from

    def _list_before(self, job: Job, stages: Stages) -> Iterator[str]:
        """The stages before this one, the latest first, up to the first that is no side stage."""
        for number in range(job.moves, 0, -1):
            move = self.store.find(Move, f"{job.id}/{number}")
            if move is None:
                return
            yield move.came_from
            stage = stages.find(move.came_from)
            if stage is None or not stage.is_side:
                return

    def _find_link(self, job: Job) -> str | None:
        if not self.public_url:
            return None
        page = self.store.find(TrackingPage, job.id)
        return f"{self.public_url}{page_path(page.token)}" if page else None


# Longer than the time between two looks at the board.
PATIENCE = timedelta(minutes=10)
# An answer that comes later than this is no answer any more: it keeps the hours like all others.
PROMPT_WITHIN = timedelta(minutes=30)
# Who has written this lately may be answered at any hour.
AWAKE_FOR = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class WriteUpdates:
    """`find_team` gives the team's addresses, for test mode; `admin` is where its post goes.

    `two_way` says of each channel whether a reply reaches us. Without `phrase` no model drafts.
    """

    store: Store
    jobs: Jobs
    messages: Messages
    data_problems: DataProblems
    read_shop: ReadShop
    gather: GatherUpdates
    admin: str
    find_team: Callable[[], frozenset[str]]
    two_way: Mapping[str, bool]
    phrase: PhraseUpdates | None = None

    def open_composer(self, shop_now: ShopNow | None = None) -> UpdateComposer:
        shop_now = shop_now or self.read_shop()
        shop = shop_now.shop
        team = self.find_team() if shop.test_mode else frozenset()
        policy = SendPolicy(
            zone=shop_now.calendar.zone,
            quiet=shop.quiet,
            asks_first=frozenset({Audience.CUSTOMER} if shop.ask_first else ()),
            caps={channel: cap for channel, cap in shop.caps.items() if cap is not None},
            test_address=self.admin if shop.test_mode else None,
            team_addresses=team,
        )
        return UpdateComposer(self, shop_now, policy)


@dataclass(frozen=True, slots=True)
class UpdateComposer:
    room: WriteUpdates
    shop_now: ShopNow
    policy: SendPolicy

    def write(self, message: Message, now: datetime) -> Written:
        if message.kind == "digest":
            return self._write_digest(message, now)
        if message.kind in ANSWERS:
            return self._answer(message, now)
        if message.kind == WRITTEN:
            return self._hand_on(message, now)
        job = self.room.store.find(Job, str(message.facts["job"]))
        if job is None:
            return Superseded("the job is no longer known")
        contact = self.room.store.find(Contact, contact_id(job.contact))
        if why := _find_objection(message, job) or find_refusal(job.consent, contact):
            return Superseded(why)
        if why := self._find_doubt(message, job, now):
            raise Temporary(f"{why}: the customer hears nothing until that is cleared")
        if job.pending_since and now - job.pending_since <= self.shop_now.shop.settle + PATIENCE:
            # What is told waits until the change counts, or does not.
            raise Temporary(f"the board says {job.pending!r} now, and that has yet to stand")
        return self._address(self.room.gather(message, job, self.shop_now, now), message, contact)

    def _find_doubt(self, message: Message, job: Job, now: datetime) -> str:
        if job.doubt or job.missing_since:
            return job.doubt or "the job is missing from the board"
        if is_just_renamed(job, now):
            return "the board has just named another customer or address"
        if message.kind != CORRECTION and find_slip(self.room.messages, job):
            return f"the customer was told {job.slip} by mistake"
        return ""

    def is_drafted(self, message: Message, now: datetime) -> bool:
        """Whether a model is asked for the words when it leaves."""
        is_fresh = self.room.phrase is not None and self.shop_now.shop.words == FRESH
        return is_fresh and self._make_ask(message, now) is not None

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """Draft what a model is to word and has not worded yet."""
        if self.room.phrase is None or self.shop_now.shop.words != FRESH:
            return False
        asks = [ask for message in messages if (ask := self._make_ask(message, now))]
        return bool(asks) and self.room.phrase(asks)

    def _make_ask(self, message: Message, now: datetime) -> Ask | None:
        store = self.room.store
        if message.own_words or message.is_for_team or store.find(Draft, message.id):
            return None
        job = store.find(Job, str(message.facts.get("job", "")))
        update = self.room.gather(message, job, self.shop_now, now) if job else None
        if job is None or update is None or update.news == CORRECTION:
            return None
        speaker = self._make_speaker(update)
        if find_own(speaker):
            return None
        may_reply = self.room.two_way.get(job.channel, False)
        return Ask(message_id=message.id, job_id=job.id, speaker=speaker, may_reply=may_reply)

    def _answer(self, message: Message, now: datetime) -> Written:
        """The answer to a reply; its sender may have no job here."""
        words = word_answer(message.kind, self.shop_now.shop)
        to, channel = str(message.facts["contact"]), str(message.facts["channel"])
        contact = self.room.store.find(Contact, contact_id(to))
        if why := find_contradiction(message.kind, contact.consent if contact else ""):
            return Superseded(why)
        is_prompt = now - message.made_at <= PROMPT_WITHIN
        return RenderedMessage(
            channel, to, "", words.subject, words.text, worded=PLAIN, is_prompt=is_prompt
        )

    def _hand_on(self, message: Message, now: datetime) -> Written:
        """A person's own words, to the address that they were written to."""
        facts, store = message.facts, self.room.store
        job = store.find(Job, str(facts["job"]))
        if job is None or "contact" not in facts:
            return Superseded("the job is no longer known")
        to, channel = str(facts["contact"]), str(facts["channel"])
        contact = store.find(Contact, contact_id(to))
        is_theirs = job.contact == to
        if why := find_refusal(job.consent if is_theirs else "", contact):
            return Superseded(why)
        asked_at, shop = str(facts.get("asked_at", "")), self.shop_now.shop
        has_opt_out = is_theirs and find_traits(channel).has_opt_out_link
        return RenderedMessage(
            channel=channel,
            to=to,
            to_name=job.customer,
            subject=shop.language.get("answers", "written subject").format(shop=shop.name),
            text=message.own_words,
            zone=job.zone,
            opt_out_url=self.room.gather.find_opt_out(job) if has_opt_out else "",
            is_prompt=bool(asked_at) and now - datetime.fromisoformat(asked_at) <= AWAKE_FOR,
        )

    def _address(self, update: Update, message: Message, contact: Contact | None) -> Written:
        job, shop = update.job, self.shop_now.shop
        if not job.contact:
            return Unsendable(
                f"there is no address for {job.number} on the board that could be used"
            )
        chosen = self._choose(update, message)
        traits = find_traits(job.channel)
        rendered = RenderedMessage(
            channel=job.channel,
            to=job.contact,
            to_name=job.customer,
            subject=chosen.words.subject,
            text=clean_sms(chosen.words.text) if traits.is_short else chosen.words.text,
            zone=job.zone,
            picture=self.room.gather.enclose(update.photo) if traits.has_pictures else None,
            opt_out_url=self.room.gather.find_opt_out(job) if traits.has_opt_out_link else "",
            worded=chosen.worded,
        )
        if shop.ask_consent_first and not has_agreed(job.consent, contact):
            return Withheld(rendered, "the customer has not agreed to messages yet")
        return rendered

    def _make_speaker(self, update: Update) -> Speaker:
        shop, channel = self.shop_now.shop, update.job.channel
        return Speaker(update.facts, shop, news=update.news, channel=channel)

    def _choose(self, update: Update, message: Message) -> Chosen:
        speaker, shop = self._make_speaker(update), self.shop_now.shop
        if update.news == CORRECTION:
            return choose_words(speaker, message_key=message.id, approved=(), draft=None)
        approved: Sequence[Wording] = ()
        # What was approved for a stage that is gone was approved for another shop.
        if stage := shop.stages.find_name(update.facts.stage):
            kind = Kind(update.news, stage)
            approved = list_usable(self.room.store.find(KindWordings, str(kind)), kind, shop)
        return choose_words(
            speaker,
            message_key=message.id,
            approved=approved,
            draft=self._find_draft(message, speaker),
        )

    def _find_draft(self, message: Message, speaker: Speaker) -> Draft | None:
        """Also without a model here: another process may have asked one."""
        if speaker.shop.words != FRESH:
            return None
        draft = self.room.store.find(Draft, message.id)
        may_reply = self.room.two_way.get(speaker.channel, False)
        return judge_again(draft, speaker, may_reply=may_reply) if draft else None

    def _write_digest(self, message: Message, now: datetime) -> Written:
        """Those of the jobs that are still where they were."""
        if not self.room.admin:
            return Unsendable("no one on the team has an address: set admin in belfry.toml")
        facts, shop = message.facts, self.shop_now.shop
        words = write_digest(
            shop.name,
            stuck=[
                job
                for job in self._list_open(facts["stuck"])
                if (threshold := shop.chase_after.get(job.stage))
                and is_stuck(job.entered_at, threshold, self.shop_now.calendar, now)
            ],
            passed=[
                job
                for job in self._list_open(facts["late"])
                if job.eta_by and is_passed(job.eta_by, now)
            ],
            slips=[
                job
                for job in self._list_open(facts.get("slips", ()))
                if find_slip(self.room.messages, job)
            ],
            unread=list_unread(self.room.data_problems.list(room=ROOM)),
            now=now,
        )
        if words is None:
            return Superseded("all of these jobs have moved on")
        more = facts["stuck_in_all"] - len(facts["stuck"])
        text = f"{words.text}\n\nAnd {more} more." if more > 0 else words.text
        return RenderedMessage(EMAIL.name, self.room.admin, "", words.subject, text)

    def _list_open(self, ids: Sequence[str]) -> list[Job]:
        jobs = self.room.jobs.list_by_id(ids)
        return [job for job in jobs if job.is_open and not job.missing_since]


def _find_objection(message: Message, job: Job) -> str:
    if job.moves != message.facts["move"]:
        return f"the job has moved on: it is now: {job.stage}"
    if job.closed_at:
        return "the job is gone from the board"
    return ""
