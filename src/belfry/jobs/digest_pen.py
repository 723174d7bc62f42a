"""Write the shop's list of jobs that stand still, from what is true when it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.delivery.messages import Message
from belfry.delivery.ports import Script, Superseded, Unsendable, Written
from belfry.jobs.digests import PassedEta, StuckJob, write_digest
from belfry.jobs.dwell import is_stuck
from belfry.jobs.eta import is_passed
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs
from belfry.jobs.read_shop import ShopNow
from belfry.jobs.waits import say_wait


@dataclass(frozen=True, slots=True)
class DigestPen:
    """`admin` is where the shop's post goes."""

    jobs: Jobs
    shop_now: ShopNow
    admin: str

    def write(self, message: Message, now: datetime) -> Written:
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
