"""Find the jobs that have stood in their stage for longer than the shop wants them to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime

from belfry.jobs.chasing.dwell import find_earliest_cutoff, is_stuck
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.ports.clock import Clock

FOREVER = datetime.max.replace(tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class FindStuck:
    jobs: Jobs
    clock: Clock
    read_shop: ReadShop

    def __call__(self, *, limit: int) -> list[Job]:
        """The longest first. Of each stage no more are looked at than that."""
        shop_now, now = self.read_shop(), self.clock.now()
        cutoffs = find_cutoffs(shop_now, now)
        quiet = self.jobs.list_quiet(cutoffs, chased_before=FOREVER, limit=limit)
        return keep_stuck(quiet, shop_now, now)[:limit]


def find_cutoffs(shop_now: ShopNow, now: datetime) -> dict[str, datetime]:
    """Whatever came into a stage after its moment is not stuck there."""
    return {
        stage: find_earliest_cutoff(threshold, shop_now.calendar, now)
        for stage, threshold in shop_now.shop.chase_after.items()
    }


def keep_stuck(quiet: Sequence[Job], shop_now: ShopNow, now: datetime) -> list[Job]:
    """Those that are stuck, and of which the board says nothing new."""
    chase_after, calendar = shop_now.shop.chase_after, shop_now.calendar
    return [
        job
        for job in quiet
        if not job.pending and is_stuck(job.entered_at, chase_after[job.stage], calendar, now)
    ]
