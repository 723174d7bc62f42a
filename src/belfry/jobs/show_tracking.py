"""Show a customer how their job is doing: what the page behind their link says.

Never who they are or how they are reached: a link may be passed on.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.delivery.contacts import Contact, contact_id, opt_out_path
from belfry.jobs.eta import is_passed
from belfry.jobs.facts import Facts
from belfry.jobs.jobs import Job
from belfry.jobs.journeys import Step, Stop, draw_line, list_steps
from belfry.jobs.moments import list_hours, say_moment, say_open
from belfry.jobs.names import LONGEST_ITEM, name_item, shorten_item
from belfry.jobs.photos import Photo, find_latest_of
from belfry.jobs.ports import Customers, Jobs, Photos
from belfry.jobs.read_shop import ReadShop, ShopNow
from belfry.jobs.updates.plain import Speaker
from belfry.kernel.errors import NotFound
from belfry.kernel.texts import make_harmless
from belfry.kernel.tokens import is_token
from belfry.ports.clock import Clock
from belfry.ports.shelf import Shelf
from belfry.ports.store import Store

PAGE = "page"


@dataclass(frozen=True, slots=True)
class Tracking:
    """What a customer sees. Times are said as in the shop; `news` and `outlook` are sentences.

    `history` has the newest first: where the job came to, and when. `hours` are days and times.
    `stop_path` leads to where messages can be ended, for those whom a text gives no way to answer.
    `labels` are the page's own words in the shop's language.
    """

    shop: str
    item: str
    job_id: str
    stage: str
    news: str
    since: str
    outlook: str
    is_over: bool
    line: tuple[Stop, ...]
    history: tuple[tuple[str, str], ...]
    photos: tuple[Photo, ...]
    hours: tuple[tuple[str, str], ...]
    open_now: str
    stop_path: str
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class ShowTracking:
    store: Store
    jobs: Jobs
    customers: Customers
    photos: Photos
    shelf: Shelf
    clock: Clock
    read_shop: ReadShop

    def __call__(self, token: str) -> Tracking:
        """NotFound alike for a link that never was and one that was replaced."""
        job = self._find_job(token)
        shop_now, now = self.read_shop(), self.clock.now()
        zone = shop_now.calendar.zone
        steps = list_steps(self.jobs.list_moves(job.id), shop_now.shop.stages)
        since = steps[-1].at if steps else job.entered_at
        language = shop_now.shop.language
        item = name_item(shorten_item(job.item, language), language)
        return Tracking(
            shop=shop_now.shop.name,
            item=item,
            job_id=make_harmless(job.id, most=LONGEST_ITEM),
            stage=job.stage,
            news=_find_news(job, shop_now),
            since=say_moment(since, now, zone, language),
            outlook=_find_outlook(job, shop_now, now),
            is_over=not job.is_open,
            line=draw_line(job.stage, job.entered_from, shop_now.shop.stages),
            history=tuple(
                (s.stage, say_moment(s.at, now, zone, language)) for s in reversed(steps)
            ),
            photos=self._list_photos(job, steps),
            hours=tuple(list_hours(shop_now.shop.opening, language)),
            open_now=say_open(shop_now.calendar, now, language),
            stop_path=self._find_stop(job),
            labels=language.words["page"],
        )

    def get_photo(self, token: str, number: int) -> bytes:
        """A picture that the page shows, as JPEG; NotFound for any other."""
        job = self._find_job(token)
        steps = list_steps(self.jobs.list_moves(job.id), self.read_shop().shop.stages)
        for photo in self._list_photos(job, steps):
            if photo.number == number:
                return self.shelf.get(photo.shelf_name)
        raise NotFound("there is no such picture")

    def _find_job(self, token: str) -> Job:
        page = self.customers.find_page(token) if is_token(token) else None
        job = self.store.find(Job, page.job_id) if page else None
        if job is None:
            raise NotFound("this link leads nowhere")
        return job

    def _find_stop(self, job: Job) -> str:
        contact = self.store.find(Contact, contact_id(job.contact)) if job.contact else None
        return opt_out_path(contact.token) if contact else ""

    def _list_photos(self, job: Job, steps: Sequence[Step]) -> tuple[Photo, ...]:
        """The newest of each stage that the job has come to, the latest stage first."""
        photos = self.photos.list(job.id)
        stages = dict.fromkeys(step.stage for step in reversed(steps))
        found = (find_latest_of(photos, stage) for stage in stages)
        return tuple(photo for photo in found if photo)


def _find_news(job: Job, shop_now: ShopNow) -> str:
    """Where the job is; of one that left the board before its end, that nothing more comes."""
    shop = shop_now.shop
    if job.closed_at and shop.stages.find(job.stage) != shop.stages.last:
        return shop.language.get("page", "job closed")
    facts = Facts(item=job.item, stage=job.stage)
    return Speaker(facts, shop, news="moved", channel=PAGE).find("news") or ""


def _find_outlook(job: Job, shop_now: ShopNow, now: datetime) -> str:
    """By when the next stage is expected, for as long as that may still come true."""
    shop = shop_now.shop
    if not job.is_open or job.eta_by is None or is_passed(job.eta_by, now):
        return ""
    facts = Facts(item=job.item, stage=job.stage, eta=job.eta, eta_stage=job.eta_stage)
    return Speaker(facts, shop, news="moved", channel=PAGE).find("when") or ""
