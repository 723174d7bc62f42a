"""Show the open jobs by stage, each with its newest message, photo and pending change."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from belfry.jobs.board.moves import Outlook, foresee_change
from belfry.jobs.board.stage_times import find_cutoffs, is_stuck
from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import Photo
from belfry.jobs.ports import OpenJobs, Photos
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.jobs.updates.kinds import about_job
from belfry.messaging.contacts import Contact, contact_id, find_refusal
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import Store

MOST_COUNTED = 1000
MOST_MISSING = 12


@dataclass(frozen=True, slots=True)
class Card:
    """A job with its newest message and photo, if there are any.

    `is_still` if it has been in its stage for too long; `outlook` is what follows from a pending
    change.
    """

    job: Job
    latest: Message | None
    photo: Photo | None
    is_still: bool
    outlook: Outlook | None

    @property
    def said(self) -> str:
        """The stage that the board names."""
        return self.job.pending or self.job.stage

    @property
    def has_bad_row(self) -> bool:
        """Whether its row has a mistake, and is read at every poll until it is fixed."""
        return not self.job.row and not self.job.missing_since


@dataclass(frozen=True, slots=True)
class Lane:
    """A stage with its newest jobs; `count` is the number of all, `is_more` if more than that."""

    stage: str
    is_side: bool
    cards: tuple[Card, ...]
    count: int
    is_more: bool = False


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A lane for each stage of open jobs; jobs missing from the board are listed apart."""

    lanes: tuple[Lane, ...]
    missing: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Reads one job more for each lane than it gives, to know whether there are more."""

    open_jobs: OpenJobs
    photos: Photos
    messages: Messages
    clock: Clock
    read_shop: ReadShop
    store: Store

    def __call__(self, shop_now: ShopNow | None = None, *, per_lane: int) -> BoardShown:
        shop_now = shop_now or self.read_shop()
        stages = {stage.name: stage.is_side for stage in shop_now.shop.stages}
        del stages[shop_now.shop.stages.last.name]
        # A stage that was taken out of the settings still has its jobs.
        stages |= {name: True for name in self.open_jobs.list_stages() if name not in stages}
        newest = {name: self.open_jobs.list_newest(name, limit=per_lane + 1) for name in stages}
        missing = self.open_jobs.list_missing(limit=MOST_MISSING)
        shown = [job for jobs in newest.values() for job in jobs[:per_lane]]
        cards = self._make_cards([*shown, *missing], shop_now)
        lanes = [
            self._make_lane(name, stages[name], jobs, [cards[job.id] for job in jobs[:per_lane]])
            for name, jobs in newest.items()
        ]
        return BoardShown(tuple(lanes), tuple(cards[job.id] for job in missing))

    def _make_lane(
        self, stage: str, is_side: bool, jobs: Sequence[Job], cards: Sequence[Card]
    ) -> Lane:
        if len(jobs) == len(cards):
            return Lane(stage, is_side, tuple(cards), len(cards))
        count = self.open_jobs.count(stage, most=MOST_COUNTED + 1)
        is_more = count > MOST_COUNTED
        return Lane(stage, is_side, tuple(cards), min(count, MOST_COUNTED), is_more)

    def _make_cards(self, jobs: Sequence[Job], shop_now: ShopNow) -> Mapping[str, Card]:
        latest = self.messages.find_latest([about_job(job.id) for job in jobs])
        photos = self.photos.find_newest([job.id for job in jobs if job.photos])
        shop, calendar, now = shop_now.shop, shop_now.calendar, self.clock.now()
        cutoffs = find_cutoffs(shop.chase_after, calendar, now)

        def is_still(job: Job) -> bool:
            cutoff = cutoffs.get(job.stage)
            if cutoff is None or job.entered_at > cutoff:
                return False
            return is_stuck(job.entered_at, shop.chase_after[job.stage], calendar, now)

        return {
            job.id: Card(
                job,
                latest.get(about_job(job.id)),
                photos.get(job.id),
                is_still(job),
                self._foresee(job, shop_now),
            )
            for job in jobs
        }

    def _foresee(self, job: Job, shop_now: ShopNow) -> Outlook | None:
        if not job.pending:
            return None
        contact = self.store.find(Contact, contact_id(job.contact)) if job.contact else None
        refusal = find_refusal(job.consent, contact)
        return foresee_change(job, shop_now.shop, shop_now.calendar.zone, refusal)
