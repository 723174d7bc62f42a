"""Find what a message about a job may say and carry, as it is at this moment."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from belfry.jobs.jobs import Course, Job, Move, TrackingPage, page_path
from belfry.jobs.photos.photos import Photo, find_latest_of
from belfry.jobs.ports import Photos
from belfry.jobs.settings.read_shop import ShopNow
from belfry.jobs.settings.stages import Stages
from belfry.jobs.updates.eta import is_passed
from belfry.jobs.updates.facts import Facts, find_closing, gather_facts
from belfry.jobs.updates.kinds import News, is_back, is_return
from belfry.jobs.updates.plain import CORRECTION
from belfry.kernel.errors import NotFound
from belfry.messaging.contacts import Contact, contact_id, opt_out_path
from belfry.messaging.messages import Message
from belfry.messaging.ports import Attachment
from belfry.ports.files import BlobStore
from belfry.ports.store import Store


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
    """`public_url` is how customers reach the pages; without it nothing links to them."""

    store: Store
    photos: Photos
    blobs: BlobStore
    public_url: str

    def __call__(self, message: Message, job: Job, shop_now: ShopNow, now: datetime) -> Update:
        news, came_from = self._find_news(message, job, shop_now.shop.stages)
        is_news = news != CORRECTION
        photo = find_latest_of(self.photos.list(job.id), job.stage) if is_news else None
        link = self._find_link(job) if is_news else None
        is_due = job.eta_by is not None and not is_passed(job.eta_by, now)
        has_eta = is_due and news != "holding"
        facts = gather_facts(
            shop=shop_now.shop,
            name=job.customer,
            item=job.item,
            job_id=job.id,
            stage=job.stage,
            previous=came_from[0] if came_from else None,
            is_return=is_return(came_from, job.stage, shop_now.shop.stages),
            eta=job.eta if has_eta else None,
            eta_stage=job.eta_stage if has_eta else None,
            closing=find_closing(shop_now.calendar, now, shop_now.shop.language),
            photo=link if photo else None,
            link=link,
        )
        return Update(news, job, facts, photo)

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
