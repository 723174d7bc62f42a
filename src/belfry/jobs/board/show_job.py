"""Show one job with everything that happened to it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

from belfry.jobs.board.moves import Course, Move
from belfry.jobs.jobs import Job
from belfry.jobs.ports import Jobs
from belfry.jobs.updates.message_keys import about_job
from belfry.kernel.errors import NotFound
from belfry.messaging.messages import Message
from belfry.messaging.ports import Messages
from belfry.ports.store import Store

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
