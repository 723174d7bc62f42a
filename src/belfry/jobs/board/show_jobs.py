"""Which jobs there are, stage by stage, and what each customer last heard."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.jobs.jobs import Course, Job, Move
from belfry.jobs.ports import Jobs, Lineup
from belfry.jobs.updates.message_keys import about_job, move_key
from belfry.kernel.errors import NotFound
from belfry.messaging.messages import LEFT, Message
from belfry.messaging.ports import Messages
from belfry.ports.store import Store


@dataclass(frozen=True, slots=True)
class JobLine:
    """A job, and the newest message about it, if there was one."""

    job: Job
    latest: Message | None


@dataclass(frozen=True, slots=True)
class JobPage:
    """As many jobs as were asked for; `following` is where the next page goes on, if there is one.

    `stage` is the one that was asked for, or none.
    """

    lines: tuple[JobLine, ...]
    following: str = ""
    stage: str = ""


@dataclass(frozen=True, slots=True)
class ListJobs:
    """Never reads more jobs than it gives, but for one that tells whether there are more."""

    jobs: Jobs
    lineup: Lineup
    messages: Messages

    def __call__(
        self, *, stage: str = "", is_open: bool | None = None, after: str = "", limit: int
    ) -> JobPage:
        """By id."""
        found = self.jobs.list_page(
            stage=stage or None, is_open=is_open, after=after, limit=limit + 1
        )
        return self._make_page(found, limit, stage)

    def by_stage(self, stages: Iterable[str], *, limit: int) -> list[JobPage]:
        """The first open jobs of each stage, in the order of the stages."""
        pages = [self(stage=stage, is_open=True, limit=limit) for stage in stages]
        return [page for page in pages if page.lines]

    def find(self, words: str, *, limit: int) -> JobPage:
        """Jobs whose id begins so, then open ones whose customer or item holds the words."""
        exact = self.jobs.list_by_id([words])
        after = self.jobs.list_page(after=words, limit=limit + 1)
        found = {job.id: job for job in exact}
        found |= {job.id: job for job in after if job.id.startswith(words)}
        found |= {job.id: job for job in self.lineup.search(words, limit=limit + 1)}
        return self._make_page(list(found.values()), limit)

    def _make_page(self, found: Sequence[Job], limit: int, stage: str = "") -> JobPage:
        shown = found[:limit]
        latest = self.messages.find_latest([about_job(job.id) for job in shown])
        lines = tuple(JobLine(job, latest.get(about_job(job.id))) for job in shown)
        return JobPage(lines, shown[-1].id if len(found) > limit else "", stage)


MOST_MESSAGES = 200


@dataclass(frozen=True, slots=True)
class JobShown:
    job: Job
    timeline: tuple[Happening, ...]
    messages: tuple[Message, ...]


@dataclass(frozen=True, slots=True)
class ShowJob:
    store: Store
    jobs: Jobs
    messages: Messages

    def __call__(self, job_id: str) -> JobShown:
        job = self.store.find(Job, job_id)
        if job is None:
            raise NotFound(f"no job {job_id!r} has been seen on the board")
        messages = self.messages.list_newest(about=about_job(job_id), limit=MOST_MESSAGES)
        said = [_describe(message) for message in messages]
        timeline = make_timeline(job, self.jobs.list_moves(job_id), said)
        return JobShown(job, tuple(timeline), tuple(messages))


def _describe(message: Message) -> Said:
    return Said(
        message.made_at,
        message.sent_at,
        message.kind,
        message.state.value,
        message.why,
        message.text,
        message.id,
    )


@dataclass(frozen=True, slots=True)
class Happening:
    """One thing that happened; `detail` is what was said, or why; of a message, `message_id`."""

    at: datetime
    what: str
    detail: str = ""
    message_id: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """A message about the job, as much of it as its timeline shows."""

    made_at: datetime
    sent_at: datetime | None
    kind: str
    state: str
    why: str
    text: str
    id: str = ""


def make_timeline(job: Job, moves: Sequence[Move], said: Sequence[Said]) -> list[Happening]:
    """The oldest first; what happened at one moment in the order of moves, then messages."""
    happenings = [_tell_move(move) for move in moves]
    happenings += [_tell_message(message) for message in said]
    if job.chased_at:
        happenings.append(Happening(job.chased_at, f"chased: {job.chased_stage} for too long"))
    if job.closed_at:
        happenings.append(Happening(job.closed_at, "closed: gone from the board"))
    return sorted(happenings, key=lambda happening: happening.at)


def _tell_move(move: Move) -> Happening:
    detail = f"next stage expected by {move.eta}" if move.eta else ""
    match move.course:
        case Course.NEW:
            return Happening(move.seen_at, f"first seen: {move.went_to}", detail)
        case Course.FORWARD:
            return Happening(move.seen_at, f"moved from {move.came_from} to {move.went_to}", detail)
        case Course.BACK:
            what = f"put back from {move.came_from} to {move.went_to}"
            return Happening(move.seen_at, what, "a correction: the customer is not told")


def _tell_message(message: Said) -> Happening:
    at = message.sent_at or message.made_at
    why = f"({message.why})" if message.why else ""
    detail = " ".join(part for part in (message.text, why) if part)
    return Happening(at, f"message ({message.kind}): {message.state}", detail, message.id)


@dataclass(frozen=True, slots=True)
class Slip:
    """A job that is not where its customer was told, and the message that said so."""

    job: Job
    told: Message


@dataclass(frozen=True, slots=True)
class FindSlips:
    store: Store
    jobs: Jobs

    def __call__(self, *, limit: int) -> list[Slip]:
        """By job; what never left the house misled nobody."""
        found = [self.of(job) for job in self.jobs.list_told_wrong(limit=limit)]
        return [slip for slip in found if slip]

    def of(self, job: Job) -> Slip | None:
        if not job.slip:
            return None
        told = self.store.find(Message, move_key(job.id, job.told))
        return Slip(job, told) if told and told.state in LEFT else None
