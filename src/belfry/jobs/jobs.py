"""What is known of a customer's job, and where it stood when it was last looked at.

A job is known from its row on the board. What the board says counts only once it has stood there
for a while: until then it is `pending`.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from belfry.kernel.audit import Audited, write_entry
from belfry.kernel.changes import Announce, Append, Audit, Change, Event, Put
from belfry.kernel.tokens import digest_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Audited):
    """`row` is the job's line of the board as it was last read: an equal line is no news.

    `entered_at` is when the job was first seen in its stage, and `entered_from` the main stage a
    job in a side stage came from. `moves` counts its moves; `told` is the number of the last move
    its customer was to hear of, and `slip` the stage of that move if it turned out to be a mistake.
    `photo` is what the board says of a picture, and `photos` how many the job was ever given.
    """

    id: str
    row: str = field(repr=False)
    customer: str = field(repr=False)
    contact: str = field(repr=False)
    channel: str
    item: str
    consent: str = ""
    zone: str = ""
    photo: str = field(default="", repr=False)
    stage: str
    entered_at: datetime
    entered_from: str = ""
    eta: str = ""
    eta_by: datetime | None = None
    eta_stage: str = ""
    moves: int = 0
    told: int = 0
    slip: str = ""
    pending: str = ""
    pending_since: datetime | None = None
    is_open: bool = True
    missing_since: datetime | None = None
    closed_at: datetime | None = None
    chases: int = 0
    chased_at: datetime | None = None
    chased_stage: str = ""
    late_told: int = 0
    photos: int = 0
    revision: int = 0

    @property
    def key(self) -> str:
        return self.id

    @property
    def subject(self) -> str:
        return f"job/{self.id}"


class Course(StrEnum):
    """Which way a move went."""

    NEW = "new"
    FORWARD = "forward"
    BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One move of one job; `seen_at` is when the board first said so, `at` when it counted."""

    job_id: str
    number: int
    came_from: str
    went_to: str
    course: Course
    seen_at: datetime
    at: datetime
    is_told: bool
    eta: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return f"{self.job_id}/{self.number}"


THE_BOARD = "board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """`reading` names the settings and headers its rows were last read by: under others every row
    is looked at anew. `is_doubtful` while too many jobs are missing from it at once. `swept_at` is
    the last sweep whose digest was handed on.
    """

    name: str = THE_BOARD
    first_at: datetime
    reading: str = ""
    is_doubtful: bool = False
    swept_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


BELFRY = "belfry"
AGGREGATE = "job"
STAGE_CHANGED = "stage.changed"
JOB_QUIET = "job.quiet"
JOB_CORRECTED = "job.corrected"
JOBS_SWEPT = "jobs.swept"


def record_job(job: Job, *, action: str, at: datetime, by: str = BELFRY) -> list[Change]:
    """The job as it is now, with the entry that says so."""
    audited, entry = write_entry(job, action=action, by=by, at=at, after=_render(job))
    return [Put(audited), Audit(entry)]


def record_move(job: Job, move: Move, *, at: datetime) -> list[Change]:
    """The job after its move; whoever listens is told if its customer is to hear of it."""
    changes = [*record_job(job, action=f"moved {move.course}", at=at), Append(move)]
    if move.is_told:
        changes.append(announce(job, STAGE_CHANGED, {"stage": move.went_to}, at=at))
    return changes


def announce(job: Job, op: str, said: dict[str, Any], *, at: datetime) -> Announce:
    """The fact, for the outbox, with the number of the move it belongs to."""
    return Announce(Event(AGGREGATE, job.id, op, {"move": job.moves, **said}, at))


def _render(job: Job) -> dict[str, Any]:
    return {
        "stage": job.stage,
        "move": job.moves,
        "eta": job.eta,
        "open": job.is_open,
        "customer": digest_of(job.customer),
        "contact": digest_of(job.contact),
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackingPage:
    job_id: str
    token: str = field(repr=False)
    made_at: datetime
    revision: int = 0

    @property
    def key(self) -> str:
        return self.job_id


def page_path(token: str) -> str:
    return f"/t/{token}"


def photo_path(token: str, number: int) -> str:
    return f"/t/{token}/photo/{number}"
