"""List jobs and show one with its history, and find those announced in the wrong stage."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.jobs.jobs import Course, Job, Move
from belfry.jobs.ports import Jobs, OpenJobs, get_job
from belfry.jobs.updates.kinds import about_job, move_key
from belfry.messaging.messages import LEFT, Message
from belfry.messaging.ports import Messages
from belfry.ports.store import Store

MOST_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class JobSummary:
    """A job, and the newest message about it, if there is one."""

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
        return self._make_page(jobs, limit, stage)

    def by_stage(self, stages: Iterable[str], *, limit: int) -> list[JobPage]:
        """The first open jobs of each stage, in the order of the stages."""
        pages = [self(stage=stage, is_open=True, limit=limit) for stage in stages]
        return [page for page in pages if page.lines]

    def find(self, words: str, *, limit: int) -> JobPage:
        """Jobs whose id starts with the words, then open ones whose customer or item has them."""
        exact = self.jobs.list_by_id([words])
        after = self.jobs.list_page(after=words, limit=limit + 1)
        jobs = {job.id: job for job in exact}
        jobs |= {job.id: job for job in after if job.id.startswith(words)}
        jobs |= {job.id: job for job in self.open_jobs.search(words, limit=limit + 1)}
        return self._make_page(list(jobs.values()), limit)

    def _make_page(self, jobs: Sequence[Job], limit: int, stage: str = "") -> JobPage:
        shown = jobs[:limit]
        latest = self.messages.find_latest([about_job(job.id) for job in shown])
        lines = tuple(JobSummary(job, latest.get(about_job(job.id))) for job in shown)
        return JobPage(lines, shown[-1].id if len(jobs) > limit else "", stage)


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


@dataclass(frozen=True, slots=True)
class ShowJob:
    store: Store
    jobs: Jobs
    messages: Messages

    def __call__(self, job_id: str) -> JobShown:
        job = get_job(self.store, job_id)
        messages = self.messages.list_newest(about=about_job(job_id), limit=MOST_MESSAGES)
        timeline = make_timeline(job, self.jobs.list_moves(job_id), messages)
        return JobShown(job, tuple(timeline), tuple(messages))


def make_timeline(
    job: Job, moves: Sequence[Move], messages: Sequence[Message]
) -> list[TimelineEntry]:
    """Oldest first; at the same moment, moves before messages."""
    entries = [_render_move(move) for move in moves]
    entries += [_render_message(message) for message in messages]
    if job.chased_at:
        entries.append(TimelineEntry(job.chased_at, f"chased: {job.chased_stage} for too long"))
    if job.closed_at:
        entries.append(TimelineEntry(job.closed_at, "closed: gone from the board"))
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
    what = f"message ({message.kind}): {message.state.value}"
    return TimelineEntry(message.sent_at or message.made_at, what, detail, message.id)


@dataclass(frozen=True, slots=True)
class Slip:
    """A job that is not where its customer was told, and the message that said so."""

    job: Job
    told: Message


@dataclass(frozen=True, slots=True)
class FindSlips:
    """Find the jobs announced in a wrong stage that were neither corrected nor dismissed."""

    store: Store
    jobs: Jobs

    def __call__(self, *, limit: int) -> list[Slip]:
        """By job; only those whose message was sent."""
        slips = [self.of(job) for job in self.jobs.list_slips(limit=limit)]
        return [slip for slip in slips if slip]

    def of(self, job: Job) -> Slip | None:
        if not job.slip:
            return None
        message = self.store.find(Message, move_key(job.id, job.told))
        return Slip(job, message) if message and message.state in LEFT else None
