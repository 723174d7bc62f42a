"""What will come of a change on the board that has not counted yet, if nobody changes it again."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from zoneinfo import ZoneInfo

from belfry.jobs.board.judging import Moved, judge_change
from belfry.jobs.jobs import Job
from belfry.jobs.settings.shop import Shop
from belfry.kernel.cron import find_zone
from belfry.kernel.hours.quiet import find_release

NOWHERE = "the board has no address of the customer that could be used"


@dataclass(frozen=True, slots=True)
class Outlook:
    """`counts_at` is when the change has stood long enough.

    `told_at` is when the customer may hear of it, or None if they will not; `why` says why.
    """

    stage: str
    counts_at: datetime
    told_at: datetime | None
    why: str


def foresee_change(job: Job, shop: Shop, zone: ZoneInfo, refusal: str = "") -> Outlook | None:
    """None if the board says nothing new.

    `zone` is the team's; `refusal` is why nothing is written to the customer, if so.
    """
    if not job.pending or job.pending_since is None:
        return None
    counts_at = job.pending_since + shop.settle
    origin = job.entered_from or None
    judged = judge_change(job.pending, stage=job.stage, entered_from=origin, stages=shop.stages)
    if not isinstance(judged, Moved):
        return Outlook(job.pending, counts_at, None, "it goes back, so the customer is not told")
    if shop.stages.find(job.pending) == shop.stages.last and not shop.tells_last:
        return Outlook(job.pending, counts_at, None, "it is the last stage, so nobody is told")
    if why := refusal or ("" if job.contact else NOWHERE):
        return Outlook(job.pending, counts_at, None, why)
    theirs = find_zone(job.zone) if job.zone else zone
    told_at = find_release(counts_at, shop.quiet, theirs)
    why = "the quiet hours end then" if told_at > counts_at else ""
    return Outlook(job.pending, counts_at, told_at, why)
