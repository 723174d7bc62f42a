"""The records of a job: where it stands, its moves, its tracking page, the state of the board.

Audit entries hold names and addresses as digests, so that they may outlive the customer's data.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Any

from belfry.kernel.changes import Announce, Append, Audited, Change, Event, put_audited
from belfry.kernel.texts import digest_of

BELFRY = "belfry"
AGGREGATE = "job"
STAGE_CHANGED = "stage.changed"
JOB_QUIET = "job.quiet"
JOB_CORRECTED = "job.corrected"
JOBS_SWEPT = "jobs.swept"
BOARD_KEY = "board"


@dataclass(frozen=True, slots=True, kw_only=True)
class Job(Audited):
    """A job, known from its row on the board.

    `row` is the row's text as last read; an equal row is not read again. `entered_at` is when the
    job was first seen in its stage; `entered_from` is the main stage from which it entered a side
    stage. A changed stage is `pending` until it has stood for the settle time.

    `moves` counts the moves; `told` is the number of the last move announced to the customer, and
    `slip` its stage if it turned out to be wrong. `late_told` is the move whose passed ETA was
    reported to the shop. `photo` is the board's photo cell; `photos` counts photos ever added.
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
    NEW = "new"
    FORWARD = "forward"
    BACK = "back"


@dataclass(frozen=True, slots=True, kw_only=True)
class Move:
    """One move of one job; `seen_at` is when the board first showed it, `at` when it counted."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Board:
    """The state of the board between polls.

    `reading` is a digest of the settings and headers its rows were last read with; if they change,
    every row is read again. `is_doubtful` while too many jobs are missing from it at once.
    `swept_at` is the last sweep that queued a digest.
    """

    name: str = BOARD_KEY
    first_at: datetime
    reading: str = ""
    is_doubtful: bool = False
    swept_at: datetime | None = None
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, kw_only=True)
class TrackingPage:
    """The customer's page of a job, at an address that holds a secret and no personal data."""

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


def record_job(job: Job, *, action: str, at: datetime, by: str = BELFRY) -> list[Change]:
    after = {
        "stage": job.stage,
        "move": job.moves,
        "eta": job.eta,
        "open": job.is_open,
        "customer": digest_of(job.customer),
        "contact": digest_of(job.contact),
    }
    return put_audited(job, action=action, by=by, at=at, after=after)


def record_move(job: Job, move: Move, *, at: datetime) -> list[Change]:
    """Put the job after its move; a move the customer hears of is published as an event."""
    changes = [*record_job(job, action=f"moved {move.course}", at=at), Append(move)]
    if move.is_told:
        changes.append(announce(job, STAGE_CHANGED, {"stage": move.went_to}, at=at))
    return changes


def announce(job: Job, op: str, facts: dict[str, Any], *, at: datetime) -> Announce:
    """An outbox event about the job, with the number of its current move."""
    return Announce(Event(AGGREGATE, job.id, op, {"move": job.moves, **facts}, at))


ROOM = "jobs"


CUSTOMER = "customer"


SHOP = "the shop"


DIGEST = "jobs"


def about_job(job_id: str) -> str:
    return f"jobs/{job_id}"


def find_job_id(about: str) -> str:
    """The job that `about_job` named; nothing if it is about something else."""
    room, _, job_id = about.partition("/")
    return job_id if room == ROOM else ""


def about_wish(contact: str) -> str:
    """A contact's wish about messages: a later one replaces an earlier one."""
    return f"contacts/{contact}"


def about_help(contact: str) -> str:
    return f"contacts/{contact}/help"


def move_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/move-{move}"


def holding_key(job_id: str, move: int, chase: int) -> str:
    return f"jobs/{job_id}/holding-{move}-{chase}"


def correction_key(job_id: str, move: int) -> str:
    return f"jobs/{job_id}/correction-{move}"


def digest_key(at: str) -> str:
    return f"jobs/digest/{at}"


def answer_key(reply_id: str) -> str:
    """No job's: they all begin with the room."""
    return f"replies/{reply_id}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Photo:
    """A cleaned picture of a job in a stage.

    Numbers count from 1 for each job and are never reused. `source` is the file in the team's
    folder, the board, or an upload. `digest` is that of the original picture.
    """

    job_id: str
    number: int
    stage: str
    source: str
    digest: str
    width: int
    height: int
    size: int
    added_at: datetime
    added_by: str
    revision: int = 0

    @property
    def key(self) -> str:
        return photo_key(self.job_id, self.number)

    @property
    def blob_name(self) -> str:
        """The name of its bytes in the blob store.

        The job id is hashed because it may not be a valid file name. Two pictures given the same
        number at once differ by their digest.
        """
        return f"photos/{digest_of(self.job_id)[:32]}/{self.number}-{self.digest[:16]}.jpg"


@dataclass(frozen=True, slots=True, kw_only=True)
class PhotoFile:
    """A picture file that was read; `why` says why there is no photo of it, if so.

    It is read again when its `stamp` changes, and holds nothing new if its `digest` is the same.
    """

    name: str
    stamp: str
    digest: str = ""
    why: str = ""
    revision: int = 0

    @property
    def key(self) -> str:
        return self.name


def photo_key(job_id: str, number: int) -> str:
    return f"{job_id}/{number}"
