"""Write what a customer or the shop is told about jobs, from what is true when it leaves."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.delivery.contacts import Contact, contact_id, find_refusal, has_agreed
from belfry.delivery.manners import Manners
from belfry.delivery.messages import Message
from belfry.delivery.ports import Script, Superseded, Unsendable, Withheld, Written
from belfry.jobs.answers import ANSWERS, find_contradiction, word_answer
from belfry.jobs.digest_pen import DigestPen
from belfry.jobs.drafts import Draft
from belfry.jobs.gather_updates import GatherUpdates, Update
from belfry.jobs.jobs import Job
from belfry.jobs.phrase_updates import Ask, PhraseUpdates, judge_again
from belfry.jobs.ports import Jobs
from belfry.jobs.read_shop import ReadShop, ShopNow
from belfry.jobs.shop_readers import FRESH
from belfry.jobs.updates.approved import KindWordings, list_usable
from belfry.jobs.updates.choose import PLAIN, Chosen, choose_words, find_own
from belfry.jobs.updates.kinds import Kind
from belfry.jobs.updates.plain import CORRECTION, Speaker
from belfry.kernel.errors import Temporary
from belfry.kernel.texting import clean_sms
from belfry.ports.store import Store

# Longer than the time between two looks at the board.
PATIENCE = timedelta(minutes=10)
# An answer that comes later than this is no answer any more: it keeps the hours like all others.
PROMPT_WITHIN = timedelta(minutes=30)


@dataclass(frozen=True, slots=True)
class WriteUpdates:
    """`find_team` gives the team's addresses, for test mode; `admin` is where its post goes.

    `two_way` says of each channel whether a reply reaches us. Without `phrase` nobody drafts.
    """

    store: Store
    jobs: Jobs
    read_shop: ReadShop
    gather: GatherUpdates
    admin: str
    find_team: Callable[[], frozenset[str]]
    two_way: Mapping[str, bool]
    phrase: PhraseUpdates | None = None

    def take_pen(self) -> UpdatePen:
        shop_now = self.read_shop()
        shop = shop_now.shop
        team = self.find_team() if shop.test_mode else frozenset()
        manners = Manners(
            zone=shop_now.calendar.zone,
            quiet=shop.quiet,
            asks_first=shop.ask_first,
            caps={channel: cap for channel, cap in shop.caps.items() if cap is not None},
            test_address=self.admin if shop.test_mode else None,
            team_addresses=team,
        )
        return UpdatePen(self, shop_now, manners)


@dataclass(frozen=True, slots=True)
class UpdatePen:
    room: WriteUpdates
    shop_now: ShopNow
    manners: Manners

    def write(self, message: Message, now: datetime) -> Written:
        if message.kind == "digest":
            return DigestPen(self.room.jobs, self.shop_now, self.room.admin).write(message, now)
        if message.kind in ANSWERS:
            return self._answer(message, now)
        job = self.room.store.find(Job, str(message.facts["job"]))
        if job is None:
            return Superseded("the job is no longer known")
        contact = self.room.store.find(Contact, contact_id(job.contact))
        if why := _find_objection(message, job) or find_refusal(job.consent, contact):
            return Superseded(why)
        self._await_settling(job, now)
        return self._address(self.room.gather(message, job, self.shop_now, now), message, contact)

    def prepare(self, messages: Sequence[Message], now: datetime) -> bool:
        """Draft what a model is to word and has not worded yet."""
        if self.room.phrase is None or self.shop_now.shop.words != FRESH:
            return False
        asks = [ask for message in messages if (ask := self._make_ask(message, now))]
        return bool(asks) and self.room.phrase(asks, self.shop_now.shop)

    def _make_ask(self, message: Message, now: datetime) -> Ask | None:
        store = self.room.store
        if message.own_words or message.is_for_team or store.find(Draft, message.id):
            return None
        job = store.find(Job, str(message.facts.get("job", "")))
        update = self.room.gather(message, job, self.shop_now, now) if job else None
        if job is None or update is None or update.news == CORRECTION:
            return None
        if find_own(self._make_speaker(update)):
            return None
        return Ask(
            message_id=message.id,
            job_id=job.id,
            news=update.news,
            facts=update.facts,
            channel=job.channel,
            may_reply=self.room.two_way.get(job.channel, False),
        )

    def _answer(self, message: Message, now: datetime) -> Written:
        """To somebody who has just written to us, and may have no job here."""
        words = word_answer(message.kind, self.shop_now.shop)
        to, channel = str(message.facts["contact"]), str(message.facts["channel"])
        contact = self.room.store.find(Contact, contact_id(to))
        if why := find_contradiction(message.kind, contact.consent if contact else ""):
            return Superseded(why)
        is_prompt = now - message.made_at <= PROMPT_WITHIN
        return Script(channel, to, "", words.subject, words.text, worded=PLAIN, is_prompt=is_prompt)

    def _await_settling(self, job: Job, now: datetime) -> None:
        """The board has just said something else: what is told waits until that counts, or not."""
        since = job.pending_since
        if since and now - since <= self.shop_now.shop.settle + PATIENCE:
            raise Temporary(f"the board says {job.pending!r} now, and that has yet to stand")

    def _address(self, update: Update, message: Message, contact: Contact | None) -> Written:
        job, shop = update.job, self.shop_now.shop
        if not job.contact:
            return Unsendable(f"there is no address for {job.id} on the board that could be used")
        chosen = self._choose(update, message)
        words, worded = chosen.words, chosen.worded
        is_mail = job.channel == "email"
        script = Script(
            channel=job.channel,
            to=job.contact,
            to_name=job.customer,
            subject=words.subject,
            text=words.text if is_mail else clean_sms(words.text),
            zone=job.zone,
            picture=self.room.gather.enclose(update.photo) if is_mail else None,
            opt_out_url=self.room.gather.find_opt_out(job) if is_mail else "",
            worded=worded,
        )
        if shop.ask_consent_first and not has_agreed(job.consent, contact):
            return Withheld(script, "the customer has not agreed to messages yet")
        return script

    def _make_speaker(self, update: Update) -> Speaker:
        shop, channel = self.shop_now.shop, update.job.channel
        return Speaker(update.facts, shop, news=update.news, channel=channel)

    def _choose(self, update: Update, message: Message) -> Chosen:
        """The words it is told in, and whose they are."""
        speaker, shop = self._make_speaker(update), self.shop_now.shop
        if update.news == CORRECTION:
            return choose_words(speaker, message_key=message.id, approved=(), draft=None)
        kind = Kind(update.news, shop.stages.find_name(update.facts.stage) or update.facts.stage)
        record = self.room.store.find(KindWordings, str(kind))
        return choose_words(
            speaker,
            message_key=message.id,
            approved=list_usable(record, kind, shop),
            draft=self._find_draft(message, speaker),
        )

    def _find_draft(self, message: Message, speaker: Speaker) -> Draft | None:
        if self.room.phrase is None or speaker.shop.words != FRESH:
            return None
        draft = self.room.store.find(Draft, message.id)
        may_reply = self.room.two_way.get(speaker.channel, False)
        return judge_again(draft, speaker, may_reply=may_reply) if draft else None


def _find_objection(message: Message, job: Job) -> str:
    """Why it is no longer to be said, if so."""
    if job.moves != message.facts["move"]:
        return f"the job has moved on: it is now: {job.stage}"
    if job.closed_at:
        return "the job is gone from the board"
    return ""
