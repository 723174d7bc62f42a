"""Show the open jobs as they stand in their stages, with what matters about each at a glance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.jobs.board.moves import Outlook, foresee_change
from belfry.jobs.board.stage_times import find_earliest_cutoff, is_stuck
from belfry.jobs.jobs import Job
from belfry.jobs.photos.photos import Photo
from belfry.jobs.ports import Lineup, Photos
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.jobs.updates.message_keys import about_job
from belfry.messaging.contacts import Contact, contact_id, find_refusal
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import Store

MOST_COUNTED = 1000
MOST_MISSING = 12


@dataclass(frozen=True, slots=True)
class Card:
    """One job: the newest message about it and the newest photo, if there are any.

    `is_still` if it has been in its stage for longer than the shop wants; `outlook` is what comes
    of a change on the board that has not counted yet.
    """

    job: Job
    latest: Message | None
    photo: Photo | None
    is_still: bool
    outlook: Outlook | None

    @property
    def said(self) -> str:
        """The stage that the board says the job is in."""
        return self.job.pending or self.job.stage

    @property
    def has_bad_row(self) -> bool:
        """Whether its row on the board cannot be read whole; it is looked at until it is mended."""
        return not self.job.row and not self.job.missing_since


@dataclass(frozen=True, slots=True)
class Lane:
    """A stage with its newest jobs; `count` is how many there are, or more than can be counted."""

    stage: str
    is_side: bool
    cards: tuple[Card, ...]
    count: int
    is_more: bool = False


@dataclass(frozen=True, slots=True)
class BoardShown:
    """A lane for each stage that open jobs can be in; jobs missing from the board stand apart."""

    lanes: tuple[Lane, ...]
    missing: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Never reads more jobs than it gives, but for one a lane that tells whether there are more."""

    lineup: Lineup
    photos: Photos
    messages: Messages
    clock: Clock
    read_shop: ReadShop
    store: Store

    def __call__(self, shop_now: ShopNow | None = None, *, per_lane: int) -> BoardShown:
        """The settings are read, unless somebody has read them already."""
        shop_now = shop_now or self.read_shop()
        stages = {one.name: one.is_side for one in shop_now.shop.stages}
        del stages[shop_now.shop.stages.last.name]
        # A stage that was taken out of the settings still has its jobs.
        stages |= {name: True for name in self.lineup.list_stages() if name not in stages}
        newest = {name: self.lineup.list_newest(name, limit=per_lane + 1) for name in stages}
        missing = self.lineup.list_missing(limit=MOST_MISSING)
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
        count = self.lineup.count(stage, most=MOST_COUNTED + 1)
        is_more = count > MOST_COUNTED
        return Lane(stage, is_side, tuple(cards), min(count, MOST_COUNTED), is_more)

    def _make_cards(self, jobs: Sequence[Job], shop_now: ShopNow) -> Mapping[str, Card]:
        latest = self.messages.find_latest([about_job(job.id) for job in jobs])
        photos = self.photos.find_newest([job.id for job in jobs if job.photos])
        find_still = _StillFinder(shop_now, self.clock.now())
        return {
            job.id: Card(
                job,
                latest.get(about_job(job.id)),
                photos.get(job.id),
                find_still(job),
                self._foresee(job, shop_now),
            )
            for job in jobs
        }

    def _foresee(self, job: Job, shop_now: ShopNow) -> Outlook | None:
        """Only the few whose change has not counted yet are asked whether they want to hear."""
        if not job.pending:
            return None
        contact = self.store.find(Contact, contact_id(job.contact)) if job.contact else None
        refusal = find_refusal(job.consent, contact)
        return foresee_change(job, shop_now.shop, shop_now.calendar.zone, refusal)


class _StillFinder:
    """Tells most jobs quickly apart by one moment for each stage."""

    def __init__(self, shop_now: ShopNow, now: datetime) -> None:
        self._thresholds = shop_now.shop.chase_after
        self._calendar = shop_now.calendar
        self._now = now
        self._cutoffs: dict[str, datetime] = {}

    def __call__(self, job: Job) -> bool:
        threshold = self._thresholds.get(job.stage)
        if threshold is None:
            return False
        if job.stage not in self._cutoffs:
            cutoff = find_earliest_cutoff(threshold, self._calendar, self._now)
            self._cutoffs[job.stage] = cutoff
        if job.entered_at > self._cutoffs[job.stage]:
            return False
        return is_stuck(job.entered_at, threshold, self._calendar, self._now)
