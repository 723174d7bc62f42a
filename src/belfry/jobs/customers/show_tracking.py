"""Show a customer the tracking page of their job.

It never shows who they are or how they are reached: a link may be passed on.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from zoneinfo import ZoneInfo

from belfry.jobs.jobs import Course, Job, Move, Photo
from belfry.jobs.photos.photos import find_latest_of
from belfry.jobs.ports import Customers, Jobs, Photos
from belfry.jobs.settings.read_shop import ReadShop
from belfry.jobs.settings.shop import Shop
from belfry.jobs.settings.stages import Stages
from belfry.jobs.updates.eta import is_passed
from belfry.jobs.updates.language import Language
from belfry.jobs.updates.plain import LONGEST_ITEM, Facts, Speaker, name_item, shorten_item
from belfry.kernel.errors import NotFound
from belfry.kernel.hours.calendar import Calendar
from belfry.kernel.hours.opening_hours import OpeningHours, Spans
from belfry.kernel.texts import is_token, make_harmless
from belfry.messaging.contacts import Contact, contact_id, opt_out_path
from belfry.ports.clock import Clock
from belfry.ports.files import BlobStore
from belfry.ports.store import Store

PAGE = "page"


@dataclass(frozen=True, slots=True)
class Tracking:
    """The page's content, in the shop's time zone; `news` and `outlook` are sentences.

    `history` has the newest stage first, with its time; `hours` are days and opening hours.
    `stop_path` is the opt-out page, for customers who cannot reply. `labels` are the page's fixed
    texts in the shop's language.
    """

    shop: str
    item: str
    job_id: str
    stage: str
    news: str
    since: str
    outlook: str
    is_over: bool
    progress: tuple[StageMark, ...]
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
    blobs: BlobStore
    clock: Clock
    read_shop: ReadShop

    def __call__(self, token: str) -> Tracking:
        """NotFound for an unknown link and for a replaced one alike."""
        job = self._find_job(token)
        shop_now, now = self.read_shop(), self.clock.now()
        shop, zone = shop_now.shop, shop_now.calendar.zone
        entries = list_stage_entries(self.jobs.list_moves(job.id), shop.stages)
        since = entries[-1].at if entries else job.entered_at
        language = shop.language
        item = name_item(shorten_item(job.item, language), language)
        return Tracking(
            shop=shop.name,
            item=item,
            job_id=make_harmless(job.number, most=LONGEST_ITEM),
            stage=job.stage,
            news=_find_news(job, shop),
            since=say_moment(since, now, zone, language),
            outlook=_find_outlook(job, shop, now),
            is_over=not job.is_open,
            progress=list_progress(job.stage, job.entered_from, shop.stages),
            history=tuple(
                (s.stage, say_moment(s.at, now, zone, language)) for s in reversed(entries)
            ),
            photos=self._list_photos(job, entries),
            hours=tuple(list_hours(shop.opening, language)),
            open_now=say_open(shop_now.calendar, now, language),
            stop_path=self._find_opt_out(job),
            labels=language.words["page"],
        )

    def get_photo(self, token: str, number: int) -> bytes:
        """A picture of the page, as JPEG; NotFound for any other."""
        job = self._find_job(token)
        entries = list_stage_entries(self.jobs.list_moves(job.id), self.read_shop().shop.stages)
        for photo in self._list_photos(job, entries):
            if photo.number == number:
                return self.blobs.get(photo.blob_name)
        raise NotFound("there is no such picture")

    def _find_job(self, token: str) -> Job:
        page = self.customers.find_page(token) if is_token(token) else None
        job = self.store.find(Job, page.job_id) if page else None
        if job is None:
            raise NotFound("this link leads nowhere")
        return job

    def _find_opt_out(self, job: Job) -> str:
        contact = self.store.find(Contact, contact_id(job.contact)) if job.contact else None
        return opt_out_path(contact.token) if contact else ""

    def _list_photos(self, job: Job, entries: Sequence[StageEntry]) -> tuple[Photo, ...]:
        """The newest photo of each stage the job has entered, the latest stage first."""
        photos = self.photos.list(job.id)
        stages = dict.fromkeys(entry.stage for entry in reversed(entries))
        newest = (find_latest_of(photos, stage) for stage in stages)
        return tuple(photo for photo in newest if photo)


def _find_news(job: Job, shop: Shop) -> str:
    """Where the job is; that it is closed, if its number went on or it never came to the end."""
    if job.successor or (job.closed_at and shop.stages.find(job.stage) != shop.stages.last):
        return shop.language.get("page", "job closed")
    facts = Facts(item=job.item, stage=job.stage)
    return Speaker(facts, shop, news="moved", channel=PAGE).find("news") or ""


def _find_outlook(job: Job, shop: Shop, now: datetime) -> str:
    """When the next stage is expected, until that has passed."""
    if not job.is_open or job.eta_by is None or is_passed(job.eta_by, now):
        return ""
    facts = Facts(item=job.item, stage=job.stage, eta=job.eta, eta_stage=job.eta_stage)
    return Speaker(facts, shop, news="moved", channel=PAGE).find("when") or ""


class Reach(StrEnum):
    DONE = "done"
    NOW = "now"
    TO_COME = "to come"


@dataclass(frozen=True, slots=True)
class StageMark:
    stage: str
    reach: Reach


@dataclass(frozen=True, slots=True)
class StageEntry:
    stage: str
    at: datetime


def list_progress(stage: str, entered_from: str, stages: Stages) -> tuple[StageMark, ...]:
    """The main stages, with a side stage after the one from which it was entered.

    A stage whose place is unknown stands alone.
    """
    present = stages.find(stage)
    main = stages.find(entered_from) if present and present.is_side else present
    at = stages.position(main) if main else None
    if present is None or at is None:
        return (StageMark(stage, Reach.NOW),)
    names = [main_stage.name for main_stage in stages.main]
    done, ahead = names[: at + present.is_side], names[at + 1 :]
    return (
        *(StageMark(name, Reach.DONE) for name in done),
        StageMark(present.name, Reach.NOW),
        *(StageMark(name, Reach.TO_COME) for name in ahead),
    )


def list_stage_entries(moves: Iterable[Move], stages: Stages) -> tuple[StageEntry, ...]:
    """The stages the job went through to its present one, the oldest first."""
    entries: list[StageEntry] = []
    for move in moves:
        if move.course is Course.BACK:
            entries = _go_back(entries, move.went_to, stages)
        if not entries or entries[-1].stage != move.went_to:
            entries.append(StageEntry(move.went_to, move.seen_at))
    return tuple(entries)


def _go_back(entries: Sequence[StageEntry], stage: str, stages: Stages) -> list[StageEntry]:
    """The entries up to the last one of the stage; else those of stages before it."""
    for place in range(len(entries) - 1, -1, -1):
        if entries[place].stage == stage:
            return list(entries[: place + 1])
    before = list(entries)
    while before and not _is_before(before[-1].stage, stage, stages):
        before.pop()
    return before


def _is_before(earlier: str, later: str, stages: Stages) -> bool:
    first, second = stages.find(earlier), stages.find(later)
    return first is not None and second is not None and stages.is_after(second, first)


_NEAR = {0: "today", 1: "yesterday"}
_ANY_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def say_moment(moment: datetime, now: datetime, zone: ZoneInfo, language: Language) -> str:
    """The local day and time: "Tuesday 17 November, 10.03am"."""
    local, today = moment.astimezone(zone), now.astimezone(zone).date()
    near = _NEAR.get((today - local.date()).days)
    key = "date" if local.year == today.year else "date and year"
    day = language.get("page", near) if near else _say_date(local, key, language)
    return language.get("page", "moment").format(day=day, time=language.say_clock(local))


def list_hours(opening: OpeningHours, language: Language) -> list[tuple[str, str]]:
    """Days with their hours from Monday on; successive days with equal hours are joined."""
    return [
        (_say_days(first, last, language), _say_hours(spans, language))
        for first, last, spans in _group(opening)
    ]


def say_open(calendar: Calendar, now: datetime, language: Language) -> str:
    """Until when the shop is open, or when it opens next."""
    opens = calendar.find_opening(now)
    if opens is None:
        return ""
    today = calendar.get_day(calendar.find_day_of(now))
    if opens <= now:
        closes = next(end for start, end in today.spans if start <= now < end)
        until = language.say_clock(closes.astimezone(calendar.zone))
        return language.get("page", "open now").format(time=until)
    local = opens.astimezone(calendar.zone)
    days = (local.date() - today.on).days
    near = {0: "today", 1: "tomorrow"}.get(days)
    key = "weekday" if days < 7 else "date"
    day = language.get("page", near) if near else _say_date(local, key, language)
    return language.get("page", "opens").format(day=day, time=language.say_clock(local))


def _say_date(local: datetime, key: str, language: Language) -> str:
    return language.get("page", key).format(
        day=language.split("dates", "days")[local.weekday()],
        date=local.day,
        month=language.split("dates", "months")[local.month - 1],
        year=local.year,
    )


def _group(opening: OpeningHours) -> Iterator[tuple[int, int, Spans]]:
    first = 0
    for day, spans in enumerate(opening.week):
        if day == 6 or opening.week[day + 1] != spans:
            yield first, day, spans
            first = day + 1


def _say_days(first: int, last: int, language: Language) -> str:
    days = language.split("dates", "days")
    if first == last:
        return days[first]
    return language.get("page", "range").format(first=days[first], last=days[last])


def _say_hours(spans: Spans, language: Language) -> str:
    ranges = [
        language.get("page", "range").format(
            first=_clock(opens, language), last=_clock(closes, language)
        )
        for opens, closes in spans
    ]
    joined = f" {language.get('page', 'and')} "
    return joined.join(ranges) or language.get("page", "closed")


def _clock(minute: int, language: Language) -> str:
    return language.say_clock(_ANY_DAY + timedelta(minutes=minute))
