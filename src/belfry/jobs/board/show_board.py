"""Show the open jobs by stage, each with its newest message, photo and pending change."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial

from belfry.jobs.board.settle_moves import Outlook, SettleMoves
from belfry.jobs.board.stage_times import find_cutoffs, is_stuck
from belfry.jobs.customers.customers import find_slip, list_written
from belfry.jobs.jobs import Course, Job, Move, Photo, about_job
from belfry.jobs.ports import Jobs, OpenJobs, Photos, get_job
from belfry.jobs.settings.read_shop import ReadShop, ShopNow
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages
from belfry.ports.clock import Clock
from belfry.ports.store import Store

MOST_COUNTED = 1000
MOST_MISSING = 12
MOST_UNSETTLED = 500


@dataclass(frozen=True, slots=True)
class Card:
    """A job with its newest message and photo, if there are any.

    `is_still` if the sweep finds that it has been in its stage for too long; `outlook` is what
    follows from a pending change.
    """

    job: Job
    latest: Message | None
    photo: Photo | None
    is_still: bool
    outlook: Outlook | None

    @property
    def stage(self) -> str:
        """Where the board has it."""
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
    """A lane for each stage of open jobs; a job whose change settles stands where it goes to.

    Jobs on their way to the last stage, and those missing from the board, are listed apart.
    """

    lanes: tuple[Lane, ...]
    leaving: tuple[Card, ...]
    missing: tuple[Card, ...]


@dataclass(frozen=True, slots=True)
class ShowBoard:
    """Reads one job more for each lane than it gives, to know whether there are more."""

    open_jobs: OpenJobs
    photos: Photos
    messages: Messages
    clock: Clock
    read_shop: ReadShop
    settle_moves: SettleMoves

    def __call__(self, shop_now: ShopNow | None = None, *, per_lane: int) -> BoardShown:
        shop_now = shop_now or self.read_shop()
        last = shop_now.shop.stages.last.name
        stages = {stage.name: stage.is_side for stage in shop_now.shop.stages}
        del stages[last]
        # A stage that was taken out of the settings still has its jobs.
        stages |= {name: True for name in self.open_jobs.list_stages() if name not in stages}
        unsettled = self.open_jobs.list_unsettled(limit=MOST_UNSETTLED)
        settling = sorted((job for job in unsettled if job.pending), key=_since, reverse=True)
        newest = {name: self._list_newest(name, settling, per_lane + 1) for name in stages}
        leaving = [job for job in settling if job.pending == last]
        missing = [job for job in unsettled if job.missing_since][:MOST_MISSING]
        shown = [job for jobs in newest.values() for job in jobs[:per_lane]]
        cards = self._make_cards([*shown, *leaving, *missing], shop_now)
        lanes = [
            self._make_lane(
                Lane(name, is_side, tuple(cards[job.id] for job in newest[name][:per_lane]), 0),
                settling,
                is_whole=len(newest[name]) <= per_lane,
            )
            for name, is_side in stages.items()
        ]
        return BoardShown(
            tuple(lanes),
            tuple(cards[job.id] for job in leaving),
            tuple(cards[job.id] for job in missing),
        )

    def _list_newest(self, stage: str, settling: Sequence[Job], limit: int) -> list[Job]:
        """The jobs that the board has in a stage, first those whose change settles."""
        leaving = sum(job.stage == stage for job in settling)
        settled = self.open_jobs.list_newest(stage, limit=limit + leaving)
        coming = [job for job in settling if job.pending == stage]
        return [*coming, *(job for job in settled if not job.pending)][:limit]

    def _make_lane(self, lane: Lane, settling: Sequence[Job], *, is_whole: bool) -> Lane:
        if is_whole:
            return replace(lane, count=len(lane.cards))
        count = self.open_jobs.count(lane.stage, most=MOST_COUNTED + 1)
        count += sum((job.pending == lane.stage) - (job.stage == lane.stage) for job in settling)
        return replace(lane, count=min(count, MOST_COUNTED), is_more=count > MOST_COUNTED)

    def _make_cards(self, jobs: Sequence[Job], shop_now: ShopNow) -> Mapping[str, Card]:
        latest = self.messages.find_latest([about_job(job.id) for job in jobs])
        photos = self.photos.find_newest([job.id for job in jobs if job.photos])
        shop, calendar, now = shop_now.shop, shop_now.calendar, self.clock.now()
        cutoffs = find_cutoffs(shop.chase_after, calendar, now)
        outlooks = self.settle_moves.foresee(jobs, shop_now)

        def is_still(job: Job) -> bool:
            cutoff = cutoffs.get(job.stage)
            is_clear = not (job.pending or job.doubt or job.missing_since)
            if not is_clear or cutoff is None or job.entered_at > cutoff:
                return False
            if find_slip(self.messages, job):
                return False
            return is_stuck(job.entered_at, shop.chase_after[job.stage], calendar, now)

        return {
            job.id: Card(
                job,
                latest.get(about_job(job.id)),
                photos.get(job.id),
                is_still(job),
                outlooks.get(job.id),
            )
            for job in jobs
        }


def _since(job: Job) -> tuple[str, str]:
    return str(job.pending_since), job.id


MOST_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class JobSummary:
    job: Job
    latest: Message | None


@dataclass(frozen=True, slots=True)
class JobPage:
    """One page of jobs; `following` is the `after` of the next page, if there is one."""

    lines: tuple[JobSummary, ...]
    following: str = ""
    stage: str = ""


@dataclass(frozen=True, slots=True)
class ListJobs:
    """Reads one job more than it gives, to know whether there are more."""

    store: Store
    jobs: Jobs
    open_jobs: OpenJobs
    messages: Messages

    def __call__(
        self, *, stage: str = "", is_open: bool | None = None, after: str = "", limit: int
    ) -> JobPage:
        """By id."""
        jobs = self.jobs.list_page(
            stage=stage or None, is_open=is_open, after=after, limit=limit + 1
        )
        [page] = self._make_pages({stage: jobs}, limit)
        return page

    def by_stage(self, stages: Iterable[str], *, limit: int) -> list[JobPage]:
        """The first open jobs of each stage that has some, in the order of the stages."""
        list_first = partial(self.jobs.list_page, is_open=True, limit=limit + 1)
        jobs = {stage: list_first(stage=stage) for stage in stages}
        return [page for page in self._make_pages(jobs, limit) if page.lines]

    def find(self, words: str, *, limit: int) -> JobPage:
        """Jobs whose id starts with the words, then open ones whose customer or item has them."""
        exact = self.jobs.list_by_id([words])
        after = self.jobs.list_page(after=words, limit=limit + 1)
        jobs = {job.id: job for job in exact}
        jobs |= {job.id: job for job in after if job.id.startswith(words)}
        jobs |= {job.id: job for job in self.open_jobs.search(words, limit=limit + 1)}
        [page] = self._make_pages({"": list(jobs.values())}, limit)
        return page

    def show(self, job_id: str) -> JobShown:
        job = get_job(self.store, job_id)
        updates = self.messages.list_newest(about=about_job(job_id), limit=MOST_MESSAGES)
        messages = [*updates, *list_written(self.store, job_id)]
        timeline = make_timeline(job, self.jobs.list_moves(job_id), messages)
        return JobShown(job, tuple(timeline), tuple(messages))

    def _make_pages(self, stages: Mapping[str, Sequence[Job]], limit: int) -> list[JobPage]:
        shown = [job for jobs in stages.values() for job in jobs[:limit]]
        latest = self.messages.find_latest([about_job(job.id) for job in shown])
        return [
            JobPage(
                tuple(JobSummary(job, latest.get(about_job(job.id))) for job in jobs[:limit]),
                jobs[limit - 1].id if len(jobs) > limit else "",
                stage,
            )
            for stage, jobs in stages.items()
        ]


@dataclass(frozen=True, slots=True)
class TimelineEntry:
    """One event; `detail` is the text or the reason, `message_id` set for a message."""

    at: datetime
    what: str
    detail: str = ""
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class JobShown:
    job: Job
    timeline: tuple[TimelineEntry, ...]
    messages: tuple[Message, ...]


def make_timeline(
    job: Job, moves: Sequence[Move], messages: Sequence[Message]
) -> list[TimelineEntry]:
    """Oldest first; at the same moment, moves before messages."""
    entries = [_render_move(move) for move in moves]
    entries += [_render_message(message) for message in messages]
    if job.chased_at:
        entries.append(TimelineEntry(job.chased_at, f"chased: {job.chased_stage} for too long"))
    if job.closed_at:
        why = "its number went to another customer" if job.successor else "gone from the board"
        entries.append(TimelineEntry(job.closed_at, f"closed: {why}"))
    return sorted(entries, key=lambda entry: entry.at)


def _render_move(move: Move) -> TimelineEntry:
    detail = f"next stage expected by {move.eta}" if move.eta else ""
    match move.course:
        case Course.NEW:
            return TimelineEntry(move.seen_at, f"first seen: {move.went_to}", detail)
        case Course.FORWARD:
            what = f"moved from {move.came_from} to {move.went_to}"
            return TimelineEntry(move.seen_at, what, detail)
        case Course.BACK:
            what = f"put back from {move.came_from} to {move.went_to}"
            return TimelineEntry(move.seen_at, what, "a correction: the customer is not told")


def _render_message(message: Message) -> TimelineEntry:
    why = f"({message.why})" if message.why else ""
    detail = " ".join(part for part in (message.text, why) if part)
    what = f"message ({message.kind}): {message.shown_as}"
    return TimelineEntry(message.sent_at or message.made_at, what, detail, message.id)
