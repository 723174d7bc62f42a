"""Write what a customer or the shop is told about jobs, from what is true when it leaves."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.delivery.manners import Manners
from belfry.delivery.messages import Message
from belfry.delivery.ports import Script, Superseded, Unsendable, Withheld, Written
from belfry.jobs.digests import PassedEta, StuckJob, write_digest
from belfry.jobs.dwell import is_stuck
from belfry.jobs.eta import is_passed
from belfry.jobs.facts import Facts, find_closing, gather_facts
from belfry.jobs.jobs import Job
from belfry.jobs.moves import Course, Move
from belfry.jobs.ports import Jobs
from belfry.jobs.read_shop import ReadShop, ShopNow
from belfry.jobs.waits import say_wait
from belfry.jobs.wording import Words, word_correction, word_first_seen, word_holding, word_move
from belfry.kernel.errors import Temporary
from belfry.ports.store import Store

# Longer than the time between two looks at the board.
PATIENCE = timedelta(minutes=10)


@dataclass(frozen=True, slots=True)
class WriteUpdates:
    """`find_team` gives the team's addresses, for test mode; `admin` is where its post goes."""

    store: Store
    jobs: Jobs
    read_shop: ReadShop
    admin: str
    find_team: Callable[[], frozenset[str]]

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
        return UpdatePen(self.store, self.jobs, shop_now, self.admin, manners)


@dataclass(frozen=True, slots=True)
class UpdatePen:
    store: Store
    jobs: Jobs
    shop_now: ShopNow
    admin: str
    manners: Manners

    def write(self, message: Message, now: datetime) -> Written:
        if message.kind == "digest":
            return self._write_digest(message, now)
        job = self.store.find(Job, str(message.facts["job"]))
        if job is None:
            return Superseded("the job is no longer known")
        if why := self._find_objection(message, job):
            return Superseded(why)
        self._await_settling(job, now)
        return self._address(job, self._word(message, job, now))

    def _find_objection(self, message: Message, job: Job) -> str:
        """Why it is no longer to be said, if so."""
        if job.moves != message.facts["move"]:
            return f"the job has moved on: it is now: {job.stage}"
        if job.closed_at:
            return "the job is gone from the board"
        if job.consent == "no":
            return "the customer wants no messages"
        return ""

    def _await_settling(self, job: Job, now: datetime) -> None:
        """The board has just said something else: what is told waits until that counts, or not."""
        since = job.pending_since
        if since and now - since <= self.shop_now.shop.settle + PATIENCE:
            raise Temporary(f"the board says {job.pending!r} now, and that has yet to stand")

    def _word(self, message: Message, job: Job, now: datetime) -> Words:
        shop = self.shop_now.shop
        match message.kind:
            case "holding":
                return word_holding(self._gather(job, None, now), shop, job.channel)
            case "correction":
                facts = self._gather(job, str(message.facts["slip"]), now)
                return word_correction(facts, shop, job.channel)
            case _:
                move = self.store.find(Move, f"{job.id}/{job.moves}")
                facts = self._gather(job, move.came_from if move else None, now)
                is_new = move is not None and move.course is Course.NEW
                word = word_first_seen if is_new else word_move
                return word(facts, shop, job.channel)

    def _gather(self, job: Job, previous: str | None, now: datetime) -> Facts:
        is_due = job.eta_by is not None and not is_passed(job.eta_by, now)
        return gather_facts(
            shop=self.shop_now.shop,
            name=job.customer,
            item=job.item,
            job_id=job.id,
            stage=job.stage,
            previous=previous,
            eta=job.eta if is_due else None,
            eta_stage=job.eta_stage if is_due else None,
            closing=find_closing(self.shop_now.calendar, now),
        )

    def _address(self, job: Job, words: Words) -> Written:
        if not job.contact:
            return Unsendable(f"there is no address for {job.id} on the board that could be used")
        script = Script(job.channel, job.contact, job.customer, words.subject, words.text, job.zone)
        if self.shop_now.shop.ask_consent_first and job.consent != "yes":
            return Withheld(script, "the customer has not agreed to messages yet")
        return script

    def _write_digest(self, message: Message, now: datetime) -> Written:
        """Those of the jobs that are still where they were."""
        if not self.admin:
            return Unsendable("nobody of the team has an address: set admin in belfry.toml")
        facts = message.facts
        words = write_digest(
            self.shop_now.shop.name,
            stuck=[
                _describe_stuck(job, now)
                for job in self._list_open(facts["stuck"])
                if self._is_still_stuck(job, now)
            ],
            passed=[
                _describe_late(job, job.eta_by)
                for job in self._list_open(facts["late"])
                if job.eta_by and is_passed(job.eta_by, now)
            ],
        )
        if words is None:
            return Superseded("all of these jobs have moved on")
        more = facts["stuck_in_all"] - len(facts["stuck"])
        text = f"{words.text}\n\nAnd {more} more." if more > 0 else words.text
        return Script("email", self.admin, "", words.subject, text)

    def _list_open(self, ids: Sequence[str]) -> list[Job]:
        found = self.jobs.list_by_id(ids)
        return [job for job in found if job.is_open and not job.missing_since]

    def _is_still_stuck(self, job: Job, now: datetime) -> bool:
        threshold = self.shop_now.shop.chase_after.get(job.stage)
        calendar = self.shop_now.calendar
        return threshold is not None and is_stuck(job.entered_at, threshold, calendar, now)


def _describe_stuck(job: Job, now: datetime) -> StuckJob:
    waited = say_wait(job.entered_at, now)
    return StuckJob(job.id, job.customer, job.item, job.stage, job.entered_at, waited)


def _describe_late(job: Job, by: datetime) -> PassedEta:
    return PassedEta(job.id, job.customer, job.item, job.stage, job.eta, job.eta_stage, by)
