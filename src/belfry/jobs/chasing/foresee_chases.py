"""Foresee which jobs will have stood still for too long, if nothing moves. Nothing is sent."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta

from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.ports.clock import Clock

JOBS_AT_ONCE = 1000


@dataclass(frozen=True, slots=True)
class Chase:
    """A holding note that the first sweep after `at` makes."""

    job: Job
    at: datetime


@dataclass(frozen=True, slots=True)
class ForeseeChases:
    jobs: Jobs
    clock: Clock
    read_shop: ReadShop

    def __call__(self, *, within: timedelta, limit: int) -> list[Chase]:
        """The soonest first."""
        shop_now = self.read_shop()
        until = self.clock.now() + within
        found = [chase for job in self._list_open() if (chase := _foresee(job, shop_now))]
        due = [chase for chase in found if chase.at <= until]
        return sorted(due, key=lambda chase: (chase.at, chase.job.id))[:limit]

    def of(self, job: Job) -> Chase | None:
        """The next one of an open job, if nothing moves."""
        return _foresee(job, self.read_shop()) if job.is_open else None

    def _list_open(self) -> Iterator[Job]:
        after = ""
        while page := self.jobs.list_page(is_open=True, after=after, limit=JOBS_AT_ONCE):
            yield from page
            after = page[-1].id


def _foresee(job: Job, shop_now: ShopNow) -> Chase | None:
    """When the customer is next told that nothing has moved; None if that is not foreseen."""
    threshold = shop_now.shop.chase_after.get(job.stage)
    if threshold is None or job.missing_since or job.pending:
        return None
    if job.chased_at:
        return Chase(job, job.chased_at + shop_now.shop.chase_again_after)
    over_at = shop_now.calendar.add_stretch(job.entered_at, threshold)
    return Chase(job, over_at) if over_at else None
